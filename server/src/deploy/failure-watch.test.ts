import { expect, test } from 'vitest'
import type { Activation } from './activations.ts'
import type { RollbackOrder } from './deploys.ts'
import { watchFailures } from './failure-watch.ts'

const rules = { share: 0.2, failures: 3, minutes: 60 }
const failure = { remote: 'contact', version: 'bbbbbbbbbbbb', reason: 'x is not a function' }

const deployed = (given: Partial<Activation> = {}): Activation => ({
  channel: 'live',
  revision: 2,
  composition: '222222222222',
  releases: { shell: 'aaaaaaaaaaaa', contact: 'bbbbbbbbbbbb' },
  action: 'deploy',
  changed: ['contact'],
  actor: 'contact CI',
  message: '',
  at: new Date().toISOString(),
  ...given,
})

function watch(live = deployed(), error?: Error) {
  const orders: RollbackOrder[] = []
  const lines: unknown[][] = []
  const rollbackAutomatically = async (order: RollbackOrder) => {
    orders.push(order)
    if (error) throw error
    return { ...live, releases: { ...live.releases, contact: 'cccccccccccc' } }
  }
  const log = { warn: (...line: unknown[]) => lines.push(line), error: (...line: unknown[]) => lines.push(line) }
  const watched = watchFailures(
    rules,
    () => live,
    async () => [live],
    { rollbackAutomatically },
    log,
  )
  const fail = async (visitors: number, given = {}) => {
    for (let index = 1; index <= visitors; index++) await watched.failed({ ...failure, ...given }, `203.0.113.${index}`)
  }
  return { ...watched, fail, orders, lines }
}

test('a new release that fails for a fifth of its pages is taken back, once, and history says why', async () => {
  const { pageSent, fail, orders, lines } = watch()
  for (let page = 0; page < 12; page++) pageSent('contact')
  await fail(8)
  expect(orders).toEqual([
    {
      channel: 'live',
      bundle: 'contact',
      actor: 'server',
      message: '3 visitors could not use it, of 12 pages sent: x is not a function',
    },
  ])
  expect(lines).toEqual([[expect.objectContaining({ from: 'bbbbbbbbbbbb', to: 'cccccccccccc' }), 'a release was taken back']])
})

test.each<[string, number, Parameters<typeof watch>[0], object, number]>([
  ['fewer visitors than it takes', 2, deployed(), {}, 2],
  ['a share that is not too much', 15, deployed(), {}, 3],
  ['a release that is old', 3, deployed({ at: '2026-01-01T00:00:00.000Z' }), {}, 9],
  ['a release that was returned to', 3, deployed({ action: 'rollback' }), {}, 9],
  ['another version, of an old tab', 3, deployed(), { version: '000000000000' }, 9],
  ['a remote that is not there', 3, deployed(), { remote: 'careers' }, 9],
])('%s: nothing is taken back', async (_, pages, live, given, visitors) => {
  const { pageSent, fail, orders } = watch(live)
  for (let page = 0; page < pages; page++) pageSent('contact')
  await fail(visitors, given)
  expect(orders).toEqual([])
})

test('one visitor who reports again and again counts once', async () => {
  const { failed, orders } = watch()
  for (let time = 0; time < 50; time++) await failed(failure, '203.0.113.1')
  expect(orders).toEqual([])
})

test('the shell is counted by all pages', async () => {
  const { pageSent, fail, orders } = watch(deployed({ changed: ['shell'] }))
  for (let page = 0; page < 10; page++) pageSent('contact')
  await fail(3, { remote: 'shell', version: 'aaaaaaaaaaaa' })
  expect(orders).toMatchObject([{ bundle: 'shell' }])
})

test('a release that can not be taken back is logged with the reason', async () => {
  const { fail, lines } = watch(deployed(), new Error('There is none before it.'))
  await fail(3)
  expect(lines).toEqual([
    [expect.objectContaining({ reason: 'There is none before it.' }), 'a failing release could not be taken back'],
  ])
})

test('while history can not be read nothing is taken back, and the next report asks again', async () => {
  const orders: RollbackOrder[] = []
  const log = { warn: () => {}, error: () => {} }
  let isAway = true
  const history = async () => {
    if (isAway) throw new Error('The database does not answer.')
    return [deployed()]
  }
  const rollbackAutomatically = async (order: RollbackOrder) => {
    orders.push(order)
    return deployed()
  }
  const { failed } = watchFailures(rules, deployed, history, { rollbackAutomatically }, log)
  for (const visitor of [1, 2, 3]) await failed(failure, `203.0.113.${visitor}`)
  expect(orders).toEqual([])
  isAway = false
  await failed(failure, '203.0.113.4')
  expect(orders).toHaveLength(1)
})
