// The site from a bucket through a CDN: nginx, configured as docs/static-export.md tells to configure one.
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { bundleFolders, releaseFolder } from 'server/build'
import { deployBuilds } from 'server/deploy/deploy-builds'
import { exportSite } from 'server/export/export'
import { isS3Installed, startS3 } from 'server/throwaway-s3'
import { freePort } from './free-port.ts'
import { startNginx, withoutNginx } from './nginx.ts'
import { addresses, test as base, expect, openHydrated, type RunningSite, startSite } from './site.ts'
import { buildVariant } from './variant.ts'

interface Cdn {
  url: string
  server: RunningSite
  /** Exports what is live. */
  publish: () => Promise<unknown>
}

const reason = withoutNginx ?? (isS3Installed() ? undefined : "NO S3 HERE: install Ceph's gateway to test the site in a bucket")
if (reason) console.warn(reason)

const test = base.extend<object, { cdn: Cdn }>({
  cdn: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const builds = bundleFolders.map((folder) => releaseFolder(folder))
      const [s3, server] = await Promise.all([startS3(), startSite(builds, { env: { SITE_URL: url } })])
      const out = await s3.createBucket({ isPublic: true })
      const publish = () => exportSite(server, { out, channel: 'live' })
      await publish()
      const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cdn-'))
      const nginx = await startNginx(folder, cdn(port, new URL(out), server.server), url)
      await use({ url, server, publish })
      nginx.kill()
      if (nginx.exitCode === null) await once(nginx, 'exit')
      await Promise.all([server.close(), s3.remove(), fs.rm(folder, { recursive: true })])
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

test.skip(reason !== undefined, reason)
test.describe.configure({ mode: 'default' })

const cdn = (port: number, { host, pathname }: URL, server: string) => `
  server {
    listen 127.0.0.1:${port};
    proxy_intercept_errors on;
    error_page 403 404 =404 /404.html;
    location / { proxy_pass http://${host}${pathname}/; }
    location = / { proxy_pass http://${host}${pathname}/index.html; }
    location /api/ { proxy_pass ${server}; proxy_set_header Host $http_host; proxy_intercept_errors off; }
  }
`

test('every address hydrates, without a word on the console', async ({ page, cdn, messages }) => {
  for (const address of addresses) {
    await openHydrated(page, cdn.url + address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(messages).toEqual([])
})

test('what does not exist is the 404 page', async ({ page, cdn }) => {
  const answer = await page.goto(`${cdn.url}/careers`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/doesn.t exist|not found/i)
})

test('after the next export a tab that was open goes on, and a new visitor sees what is new', async ({ page, cdn, context }) => {
  await openHydrated(page, `${cdn.url}/pricing`)
  await using contact = await buildVariant('remote-contact', {
    'src/contact/contact.copy.ts': (text) => text.replace('Tell us what you’re hiring for.', 'Tell us whom you’re looking for.'),
  })
  await deployBuilds(cdn.server.deploys, cdn.server.dataFolder, [contact.release])
  await cdn.publish()
  const heading = { level: 1, name: /^Tell us/ }
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', heading)).toHaveText('Tell us what you’re hiring for.')
  const visitor = await context.newPage()
  await openHydrated(visitor, `${cdn.url}/contact`)
  await expect(visitor.getByRole('heading', heading)).toHaveText('Tell us whom you’re looking for.')
})
