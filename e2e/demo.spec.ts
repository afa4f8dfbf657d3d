// The voice demo with the real SDK, a real microphone and the stand-in provider.
import AxeBuilder from '@axe-core/playwright'
import { startDevSite } from './dev-site.ts'
import { expect, hydrated, openHydrated, test } from './site.ts'
import {
  endButton,
  expectPhase,
  leftovers,
  nothing,
  readRecord,
  setFault,
  setPace,
  tapButton,
  visitorWithMicrophone,
  voiceCard,
  watchMicrophones,
} from './voice.ts'
import { expectNothingLeft, letMicrophonesFail, makeCall, tryFault, voiceFaults } from './voice-faults.ts'

test.use(visitorWithMicrophone)

test.beforeEach(async ({ page, site }) => {
  await watchMicrophones(page)
  await letMicrophonesFail(page)
  await setPace(page, site.url, 1)
  await setFault(page, site.url, null)
  await page.request.delete(`${site.url}/voice-stand-in/record`)
})

const stages = [
  'initialization',
  'web-call-creation',
  'daily-call-object-creation',
  'mobile-permissions',
  'daily-call-join',
  'video-recording-setup',
  'audio-observer-setup',
  'audio-processing-setup',
]

/** The stages that the page told its developers, each once. */
const stagesIn = (messages: string[]) => [
  ...new Set(messages.flatMap((message) => /^debug: voice call: (\S+) (?:started|completed)$/.exec(message)?.[1] ?? [])),
]

test('a call lives: stages in order, speaking, listening, sound that plays, ended by the visitor', async ({
  page,
  messages,
  site,
}) => {
  await openHydrated(page, '/demo')
  const card = voiceCard(page)
  await expect(card.getByRole('heading')).toHaveText('Your interview with the AI Recruiter')
  await expect(card.getByRole('button', { name: 'START HERE Tap to Talk' })).toBeEnabled()
  await tapButton(page).click()
  await expectPhase(page, 'live')
  await expect(card.getByRole('heading')).toHaveText('Live AI Recruiter')
  await expect(card.getByText('LIVE NOW')).toBeVisible()
  await expect(card.getByText('Speaking...', { exact: true })).toBeVisible()
  await expect(card.getByRole('status')).toHaveText('AI is speaking...')
  const playedFor = () =>
    page
      .frameLocator('iframe')
      .locator('audio')
      .evaluate((audio: HTMLAudioElement) => audio.currentTime)
  const before = await playedFor()
  await expect.poll(playedFor).toBeGreaterThan(before + 0.3)
  const loudness = () =>
    card
      .locator('svg')
      .first()
      .evaluate((wave: SVGElement) => Number(wave.style.getPropertyValue('--level-ai')))
  await expect.poll(loudness).toBeGreaterThan(0.1)
  await expect(card.getByRole('status')).toHaveText('Listening to you...', { timeout: 15_000 })
  await expect.poll(loudness).toBeLessThan(0.07)
  expect((await leftovers(page)).microphones).toBe(1)
  await endButton(page).click()
  await expectPhase(page, 'idle')
  await expectNothingLeft(page)
  expect(stagesIn(messages)).toEqual(stages)
  expect(messages.filter((message) => /^(error|warning|uncaught)/.test(message))).toEqual([])
  expect((await readRecord(page, site.url)).calls).toHaveLength(1)
})

test('the assistant holds its interview and hangs up; the visitor may call again', async ({ page, site }) => {
  test.setTimeout(90_000)
  await setPace(page, site.url, 6)
  await openHydrated(page, '/demo')
  await tapButton(page).click()
  await expectPhase(page, 'live')
  await expectPhase(page, 'idle', 60_000)
  await expect(voiceCard(page).getByRole('alert')).toHaveCount(0)
  await expectNothingLeft(page)
  await setPace(page, site.url, 1)
  await makeCall(page)
})

test('while connecting the button is disabled and says so; cancelling really cancels', async ({ page, site }) => {
  await setFault(page, site.url, 'web-call-hangs')
  await openHydrated(page, '/demo')
  await tapButton(page).press('Enter')
  const button = voiceCard(page).getByRole('button', { name: 'CONNECTING Please wait' })
  await expect(button).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectPhase(page, 'idle')
  await expectNothingLeft(page)
  await makeCall(page)
})

test('a call that is cancelled just as it is made does not go live later', async ({ page, site }) => {
  await openHydrated(page, '/demo')
  const made = page.waitForResponse('**/voice-stand-in/call/web')
  await tapButton(page).click()
  await made
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectPhase(page, 'idle')
  await expectNothingLeft(page)
  await makeCall(page)
  expect((await readRecord(page, site.url)).calls).toHaveLength(2)
})

test('another page ends the call, by a link and for good', async ({ page }) => {
  await openHydrated(page, '/demo')
  await tapButton(page).click()
  await expectPhase(page, 'live')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await hydrated(page, '/about')
  await expectNothingLeft(page)
  await page.goBack()
  await hydrated(page, '/demo')
  await expectPhase(page, 'idle')
  await makeCall(page)
})

test('a second tap, however quick, makes no second call', async ({ page, site }) => {
  await openHydrated(page, '/demo')
  await tapButton(page).evaluate((button: HTMLButtonElement) => {
    for (let taps = 0; taps < 5; taps++) button.click()
  })
  await expectPhase(page, 'live')
  expect((await leftovers(page)).frames).toBe(1)
  expect((await readRecord(page, site.url)).calls).toHaveLength(1)
})

for (const fault of voiceFaults.filter(({ isSlow }) => !isSlow)) {
  test(`${fault.name}: the call ${fault.outcome === 'told' ? 'ends and says why' : fault.outcome}, and the next one works`, async ({
    page,
    site,
  }) => {
    await openHydrated(page, '/demo')
    await tryFault(page, site.url, fault)
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every state of the card is accessible, in ${colorScheme}`, async ({ page, site }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await openHydrated(page, '/demo')
    const violations = async () => (await new AxeBuilder({ page }).include('section[data-state]').analyze()).violations
    await setFault(page, site.url, 'web-call-hangs')
    await tapButton(page).click()
    await expectPhase(page, 'connecting')
    expect(await violations(), 'connecting').toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await setFault(page, site.url, 'web-call-500')
    await tapButton(page).click()
    await expect(voiceCard(page).getByRole('alert')).toBeVisible()
    expect(await violations(), 'a problem').toEqual([])
    await setFault(page, site.url, null)
    await tapButton(page).click()
    await expectPhase(page, 'live')
    expect(await violations(), 'live').toEqual([])
  })
}

test('the first visit downloads nothing of the SDK; near the button it is fetched, but not run', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
  await openHydrated(page, '/demo')
  await page.waitForLoadState('networkidle')
  const isSdk = (path: string) => path.endsWith('/call-frame.js')
  expect(scripts.filter(isSdk)).toEqual([])
  await tapButton(page).hover()
  await expect.poll(() => scripts.filter(isSdk).length).toBe(1)
  expect((await leftovers(page)).frames).toBe(0)
})

test('the SDK asks the stand-in for nothing that it does not know', async ({ page, site }) => {
  await openHydrated(page, '/demo')
  await makeCall(page)
  const { unknown, versions } = await readRecord(page, site.url)
  expect(unknown, 'what the stand-in has to learn').toEqual([])
  expect(versions, 'the version of daily-js that the stand-in was written for').toEqual(['0.87.0'])
})

/** Property: whatever visitor, assistant and network do, there is never more than one call, and no microphone while idle. */
test('two hundred random sequences leave one call at most, and no microphone behind', async ({ page, site }) => {
  test.setTimeout(400_000)
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  console.log(`random sequences: SEED=${seed}`)
  let state = seed
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  await setPace(page, site.url, 10)
  await openHydrated(page, '/demo')
  const quickFaults = voiceFaults.filter(({ isSlow, name }) => !isSlow && !name.startsWith('bundle') && name !== 'sdk-missing')
  const steps: Record<string, () => Promise<unknown>> = {
    tap: () => press('Tap to Talk'),
    end: () => press('End Interview'),
    cancel: () => press('Cancel'),
    away: () => go('/about'),
    back: () => go('/demo'),
    fault: () => quickFaults[random(quickFaults.length)]?.arrange(page, site.url) ?? Promise.resolve(),
    settle: () =>
      page.evaluate(
        (frames) =>
          new Promise<void>((resolve) => {
            let left = frames
            const next = () => (left-- > 0 ? requestAnimationFrame(next) : resolve())
            next()
          }),
        random(20),
      ),
  }
  const names = Object.keys(steps)
  for (let sequence = 0; sequence < 200; sequence++) {
    const done: string[] = []
    for (let step = 0; step < 3 + random(5); step++) {
      const name = names[random(names.length)] ?? 'tap'
      done.push(name)
      await steps[name]?.()
      const now = await page.evaluate(() => {
        const live = (window as unknown as { tracks: MediaStreamTrack[] }).tracks.filter((track) => track.readyState === 'live')
        const phase = document.querySelector('section[data-state]')?.getAttribute('data-state') ?? 'idle'
        return { phase, microphones: live.length, frames: document.querySelectorAll('iframe').length }
      })
      const where = `SEED=${seed}, sequence ${sequence}: ${done.join(', ')}`
      expect(now.frames, where).toBeLessThanOrEqual(1)
      if (now.phase === 'idle') expect(now.microphones, where).toBe(0)
    }
  }
  await setFault(page, site.url, null)
  await page.evaluate(() => Object.assign(window, { microphoneError: undefined }))
  await go('/demo')
  await press('Cancel')
  await press('End Interview')
  await expect.poll(() => leftovers(page)).toEqual(nothing)
  await setPace(page, site.url, 1)
  await makeCall(page)

  /** As quick as a visitor never is: in the page, without waiting for anything. */
  function press(name: string): Promise<void> {
    return page.evaluate((label) => {
      const button = [...document.querySelectorAll<HTMLButtonElement>('section[data-state] button')].find((candidate) =>
        candidate.textContent?.includes(label),
      )
      button?.click()
    }, name)
  }

  async function go(path: string): Promise<void> {
    await page.evaluate(
      (href) => document.querySelector<HTMLAnchorElement>(`footer a[href="${href}"], header a[href="${href}"]`)?.click(),
      path,
    )
    await hydrated(page, path)
  }
})

test.describe('alone', () => {
  test.describe.configure({ mode: 'default' })
  test('in isolation the demo talks to the same stand-in', async ({ page }) => {
    const dev = await startDevSite(['remote-demo'], 4360)
    try {
      await page.goto(`${dev.urlOf('remote-demo')}/demo`)
      await makeCall(page)
    } finally {
      await dev.stop()
    }
  })
})
