// The demo with the real SDK and the stand-in provider, for tests and measurements.
import { type BrowserContextOptions, expect, type Locator, type Page } from '@playwright/test'

/** Asks for the microphone are granted; the microphone itself is Chromium's, see chromiumArguments. */
export const visitorWithMicrophone: BrowserContextOptions = { permissions: ['microphone'] }

export function voiceCard(page: Page): Locator {
  return page.locator('section[data-state]')
}

export const tapButton = (page: Page) => page.getByRole('button', { name: 'Tap to Talk' })
export const endButton = (page: Page) => page.getByRole('button', { name: 'End Interview' })

export async function expectPhase(page: Page, phase: 'idle' | 'connecting' | 'live', timeout = 10_000): Promise<void> {
  await expect(voiceCard(page)).toHaveAttribute('data-state', phase, { timeout })
}

/** Tells the stand-in how the next call goes wrong; null: not at all. */
export async function setFault(page: Page, url: string, fault: string | null, times = 1): Promise<void> {
  const response = await page.request.put(`${url}/voice-stand-in/fault`, { data: { fault, times } })
  expect(response.status(), await response.text()).toBe(204)
}

export async function setPace(page: Page, url: string, factor: number): Promise<void> {
  await page.request.put(`${url}/voice-stand-in/pace`, { data: { factor } })
}

/** What the stand-in was asked since the last `forgetRecord`. */
export async function readRecord(page: Page, url: string): Promise<{ calls: unknown[]; versions: string[]; unknown: string[] }> {
  return (await page.request.get(`${url}/voice-stand-in/record`)).json()
}

/** Remembers every microphone track that any frame of the page gets. Before the page is opened. */
export async function watchMicrophones(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const top = window.top as unknown as { tracks?: MediaStreamTrack[] }
    top.tracks ??= []
    const ask = MediaDevices.prototype.getUserMedia
    MediaDevices.prototype.getUserMedia = async function (constraints) {
      const stream = await ask.call(this, constraints)
      top.tracks?.push(...stream.getTracks())
      return stream
    }
  })
}

/** What a call may leave behind, which is nothing. */
export function leftovers(page: Page): Promise<{ microphones: number; frames: number; players: number; callObjects: number }> {
  return page.evaluate(() => {
    const page = window as unknown as { tracks: MediaStreamTrack[]; _daily?: { instances: object } }
    return {
      microphones: page.tracks.filter((track) => track.readyState === 'live').length,
      frames: document.querySelectorAll('iframe').length,
      players: document.querySelectorAll('audio').length,
      callObjects: Object.keys(page._daily?.instances ?? {}).length,
    }
  })
}

export const nothing = { microphones: 0, frames: 0, players: 0, callObjects: 0 }
