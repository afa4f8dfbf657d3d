// A site of more pages than every page is told of: what is linked opens in place, everything else as a document.
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { bundleFolders, releaseFolder } from 'server/build'
import { buildGeneratedRemote, pagePath } from './generated-remote.ts'
import { test as base, expect, hydrated, openHydrated, type RunningSite, startSite } from './site.ts'

const test = base.extend<object, { site: RunningSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const root = await fs.mkdtemp(path.join(os.tmpdir(), 'large-site-'))
      const area = await buildGeneratedRemote(root, 1, 60)
      const site = await startSite([...bundleFolders.map((folder) => releaseFolder(folder)), area])
      await use(site)
      await site.close()
      await fs.rm(root, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isMarked: true }))
/** Whether the document is the one that was marked. */
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window)

const follow = async (page: Page, to: string) => {
  await page.locator(`main a[href="${to}"]`).click()
  await hydrated(page, to)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test('a link on the first page opens in place; a link that only the next page has is a document', async ({ page, messages }) => {
  await openHydrated(page, pagePath(1, 0))
  await mark(page)
  await follow(page, pagePath(1, 3))
  expect(await isMarked(page)).toBe(true)
  await follow(page, pagePath(1, 6))
  expect(await isMarked(page)).toBe(false)
  expect(messages).toEqual([])
})

test('from a page of one remote the header leads to another in place', async ({ page }) => {
  await openHydrated(page, pagePath(1, 0))
  await mark(page)
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await hydrated(page, '/contact')
  expect(await isMarked(page)).toBe(true)
})

test('back and forward lead through both kinds', async ({ page }) => {
  await openHydrated(page, pagePath(1, 0))
  const heading = page.getByRole('heading', { level: 1 })
  const titles = [await heading.textContent()]
  for (const number of [3, 6, 9]) {
    await follow(page, pagePath(1, number))
    titles.push(await heading.textContent())
  }
  expect(new Set(titles).size).toBe(4)
  for (const title of titles.slice(0, -1).reverse()) {
    await page.goBack()
    await expect(heading).toHaveText(title ?? '')
  }
  for (const title of titles.slice(1)) {
    await page.goForward()
    await expect(heading).toHaveText(title ?? '')
  }
})

test('a page is told of the pages that it links to, and no others', async ({ request }) => {
  const html = await (await request.get(pagePath(1, 0))).text()
  const { pages } = JSON.parse(/id="composition">(.*?)<\/script>/s.exec(html)?.[1] ?? '')
  const paths = pages.map(({ path: one }: { path: string }) => one)
  expect(paths.filter((one: string) => one.startsWith('/area-1/'))).toEqual([0, 1, 2, 3].map((number) => pagePath(1, number)))
  expect(paths).toContain('/contact')
})
