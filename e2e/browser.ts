import fs from 'node:fs'
import { chromium } from '@playwright/test'

/** Playwright's own Chromium if it is installed, else the system's. */
export function findChromium(): string | undefined {
  const candidates = [chromium.executablePath(), '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  return candidates.find((file) => fs.existsSync(file))
}

/** The microphone is a device that beeps. No sandbox: containers and CI run as root. No background networking: tests talk to this machine only. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--use-fake-device-for-media-stream',
]
