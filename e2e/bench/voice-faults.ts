// Every row of the fault table: a call that goes wrong, then one that does not, with the real SDK in Chromium.
import { buildStale } from 'server/build'
import { startSite } from '../site.ts'
import { visitorWithMicrophone, watchMicrophones } from '../voice.ts'
import { letMicrophonesFail, tryFault, voiceFaults } from '../voice-faults.ts'
import { openBrowser } from './open-browser.ts'

export async function run(args: string[]): Promise<void> {
  const wanted = voiceFaults.filter(({ name }) => args.length === 0 || args.includes(name))
  const site = await startSite(await buildStale('production', console.error))
  const browser = await openBrowser()
  let passed = 0
  for (const fault of wanted) {
    const page = await (await browser.newContext(visitorWithMicrophone)).newPage()
    await watchMicrophones(page)
    await letMicrophonesFail(page)
    await page.goto(`${site.url}/demo`)
    await page.locator('html[data-page="/demo"]').waitFor()
    const startedAt = performance.now()
    const result = await tryFault(page, site.url, fault).then(
      () => 'ok',
      (error: Error) => `FAILED ${error.message.split('\n').slice(0, 3).join(' ')}`,
    )
    if (result === 'ok') passed++
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)
    console.log(`${fault.name.padEnd(28)}${fault.outcome.padEnd(9)}${seconds} s  ${result}`)
    await page.context().close()
  }
  await browser.close()
  await site.close()
  console.log(`\n${passed} of ${wanted.length}: idle, microphone off, nothing left, the visitor told, the next call works`)
}
