// One server process of the durability measurement: the real API, store and outbox, without pages. It ends by kill -9.
import type { AddressInfo } from 'node:net'
import { createApi } from 'server/app'
import { openEnquiries } from 'server/enquiries/enquiries'
import { startOutbox } from 'server/enquiries/outbox'
import { readSettings } from 'server/settings'

const settings = readSettings()
const store = await openEnquiries(settings)
const api = createApi(settings, store, { write: () => {} })
// Faster than in earnest, so that a few minutes hold many failures.
const timing = { poll: 20, lease: 1500, firstDelay: 50, longestDelay: 400, patience: 600, attempts: 1000 }
if (settings.mail) startOutbox(store, settings, api.log, timing)
await api.listen({ port: 0, host: '127.0.0.1' })
console.log((api.server.address() as AddressInfo).port)
