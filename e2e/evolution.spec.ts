// Teams deploy when they like: what was built yesterday works beside what is built today, in both directions.
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { bundleFolders, releaseFolder } from 'server/build'
import { addresses, test as base, expect, hydrated, openHydrated, type RunningSite, startSite } from './site.ts'
import { unpackRelease } from './yesterday/unpack.ts'

const today = (bundle: string) => releaseFolder(bundleFolders.find((folder) => folder.endsWith(bundle)) ?? bundle)
const remotes = ['marketing', 'demo', 'contact']

for (const [title, isOld] of [
  ['yesterday’s remotes in today’s shell', (bundle: string) => bundle !== 'shell'],
  ['today’s remotes in yesterday’s shell', (bundle: string) => bundle === 'shell'],
] as const) {
  const test = base.extend<object, { site: RunningSite }>({
    site: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
      async ({}, use) => {
        const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'yesterday-'))
        const builds = ['shell', ...remotes].map((bundle) => (isOld(bundle) ? unpackRelease(bundle, folder) : today(bundle)))
        const site = await startSite(await Promise.all(builds))
        await use(site)
        await site.close()
        await fs.rm(folder, { recursive: true })
      },
      { scope: 'worker', timeout: 120_000 },
    ],
  })

  test.describe(title, () => {
    test('every page hydrates without a word on the console', async ({ page, messages }) => {
      for (const address of addresses) await openHydrated(page, address)
      expect(messages).toEqual([])
    })

    test('pages lead to each other in one document, and share toasts', async ({ page }) => {
      await openHydrated(page, '/')
      await page.evaluate(() => Object.assign(window, { sameDocument: true }))
      for (const [link, path] of [
        ['Demo', '/demo'],
        ['Contact', '/contact'],
      ] as const) {
        await page.getByRole('banner').getByRole('link', { name: link }).click()
        await hydrated(page, path)
      }
      await page.getByRole('textbox', { name: 'Name' }).fill('Helen Marsh')
      await page.getByRole('textbox', { name: 'Company' }).fill('Northgate Talent')
      await page.getByRole('textbox', { name: 'Email' }).fill('helen@northgate.example')
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: /Send/ }).click()
      await expect(page.getByText('Message sent successfully!', { exact: true })).toBeVisible()
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    })
  })
}
