// Every way in which a call can go wrong, what the visitor has to see of it, and what has to be true afterwards.
import { expect, type Page } from '@playwright/test'
import { type FaultName, faults as providerFaults } from 'server/voice/voice-stand-in/faults'
import { endButton, expectPhase, leftovers, nothing, setFault, tapButton, voiceCard } from './voice.ts'

export interface VoiceFault {
  name: string
  sentence: string
  /** Ends with a sentence of why; ends without a word, as a call does; or does not end the call. */
  outcome: 'told' | 'ends' | 'goes on'
  /** Only our own time limit notices. */
  isSlow?: boolean
  /** Makes the next call go wrong. */
  arrange: (page: Page, url: string) => Promise<unknown>
}

const goesOn: FaultName[] = ['noise-cancellation-refused', 'audio-processor-error', 'network-hiccup', 'never-leaves']
const ends: FaultName[] = ['assistant-ends', 'ejected']
const slow: FaultName[] = [
  'web-call-hangs',
  'bundle-hangs',
  'bundle-inert',
  'join-hangs',
  'never-listening',
  'join-refused-in-reply',
]

const sdkScript = '**/call-frame.js'

export const voiceFaults: VoiceFault[] = [
  ...providerFaults.map(
    ({ name, sentence }): VoiceFault => ({
      name,
      sentence,
      outcome: goesOn.includes(name) ? 'goes on' : ends.includes(name) ? 'ends' : 'told',
      isSlow: slow.includes(name),
      arrange: (page, url) => setFault(page, url, name),
    }),
  ),
  {
    name: 'microphone-denied',
    sentence: 'The visitor does not allow the microphone.',
    outcome: 'told',
    arrange: (page) => page.evaluate(() => Object.assign(window, { microphoneError: 'NotAllowedError' })),
  },
  {
    name: 'microphone-absent',
    sentence: 'The visitor has no microphone.',
    outcome: 'told',
    arrange: (page) => page.evaluate(() => Object.assign(window, { microphoneError: 'NotFoundError' })),
  },
  {
    name: 'sdk-missing',
    sentence: "The SDK's script can not be loaded.",
    outcome: 'told',
    arrange: (page) => page.route(sdkScript, (route) => route.abort()),
  },
]

/** Lets the page's next request for a microphone fail, when `arrange` said so. Before the page is opened. */
export async function letMicrophonesFail(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const top = window.top as unknown as { microphoneError?: string }
    const ask = MediaDevices.prototype.getUserMedia
    MediaDevices.prototype.getUserMedia = function (constraints) {
      const name = top.microphoneError
      delete top.microphoneError
      return name ? Promise.reject(new DOMException('As the test says.', name)) : ask.call(this, constraints)
    }
  })
}

/**
 * One row of the table: a call that goes wrong, then one that does not, on a page that is not loaded again.
 * @throws what was not as it should be.
 */
export async function tryFault(page: Page, url: string, fault: VoiceFault): Promise<void> {
  await fault.arrange(page, url)
  await tapButton(page).click()
  if (fault.outcome === 'goes on') {
    await expectPhase(page, 'live')
    await staysLive(page)
    await endButton(page).click()
  }
  await expectPhase(page, 'idle', 30_000)
  const alert = voiceCard(page).getByRole('alert')
  if (fault.outcome === 'told') await expect(alert).toHaveText(/\w{4}/)
  else await expect(alert).toHaveCount(0)
  await expectNothingLeft(page)
  await setFault(page, url, null)
  await page.unroute(sdkScript)
  await makeCall(page)
}

/** A call as it should be, ended by the visitor. */
export async function makeCall(page: Page): Promise<void> {
  await tapButton(page).click()
  await expectPhase(page, 'live')
  await expect(voiceCard(page)).toHaveAttribute('data-turn', 'speaking')
  await endButton(page).click()
  await expectPhase(page, 'idle')
  await expectNothingLeft(page)
}

/** The microphone is off at once; the frame may stay for the provider's good-bye. */
export async function expectNothingLeft(page: Page): Promise<void> {
  expect((await leftovers(page)).microphones, 'live microphones').toBe(0)
  await expect.poll(() => leftovers(page)).toEqual(nothing)
}

/** Until long after the fault, which comes within some two seconds of the call's start. */
async function staysLive(page: Page): Promise<void> {
  const ended = voiceCard(page).and(page.locator('[data-state="idle"]'))
  await expect(
    ended.waitFor({ timeout: 4000 }).then(
      () => 'ended',
      () => 'live',
    ),
  ).resolves.toBe('live')
}
