import { type Browser, chromium } from '@playwright/test'
import { chromiumArguments, findChromium } from '../browser.ts'

export function openBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({ args: chromiumArguments, ...(executablePath && { executablePath }) })
}
