import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { budgetFaults } from './budgets.ts'
import { temporaryFolder, tinyRelease } from './tiny-release.ts'

const page = { path: '/about', title: 'About', description: '', remote: 'marketing', expose: 'about' }

test('each budget that a page passes is named with its cost, and what stays within is not', async () => {
  await using folder = await temporaryFolder()
  const store = async (bundle: string, sizes: Record<string, number>) => {
    const browser = path.join(folder.path, bundle, 'browser')
    await fs.mkdir(browser, { recursive: true })
    for (const [file, size] of Object.entries(sizes)) await fs.writeFile(path.join(browser, `${file}.br`), Buffer.alloc(size))
    const release = tinyRelease(bundle, { scripts: bundle === 'shell' ? ['start.js'] : [] })
    return { release, folder: path.join(folder.path, bundle) }
  }
  const shell = await store('shell', { 'shell.js': 300, 'start.js': 90_000 })
  const marketing = await store('marketing', { 'marketing.js': 8000, 'about.js': 31_800, 'about.css': 30_001 })
  const stored = new Map([
    ['shell', shell],
    ['marketing', marketing],
  ])
  const heavy = { ...page, scripts: ['about.js'], styles: ['about.css'] }
  expect(await budgetFaults(heavy, 30_100, stored)).toEqual([
    '/about (marketing) costs 30.1 kB of html; 30 kB are allowed.',
    '/about (marketing) costs 130.1 kB of scripts; 130 kB are allowed.',
    '/about (marketing) costs 30.0 kB of styles; 30 kB are allowed.',
  ])
  expect(await budgetFaults({ ...page, scripts: [], styles: [] }, 30_000, stored)).toEqual([])
  marketing.release.mode = shell.release.mode = 'development'
  expect(await budgetFaults(heavy, 300_000, stored)).toEqual([])
})
