import { defineConfig } from '@playwright/test'
import { chromiumArguments, findChromium } from './browser.ts'

const executablePath = findChromium()

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 45_000,
  reporter: [['list']],
  use: {
    launchOptions: { args: chromiumArguments, ...(executablePath && { executablePath }) },
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
  },
})
