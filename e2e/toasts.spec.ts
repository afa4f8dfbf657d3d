import type { Page } from '@playwright/test'
import { expect, freezeTime, openHydrated, test } from './site.ts'

const fillIn = async (page: Page) => {
  await page.getByRole('textbox', { name: 'Name' }).fill('Helen Marsh')
  await page.getByRole('textbox', { name: 'Company' }).fill('Northgate Talent')
  await page.getByRole('textbox', { name: 'Email' }).fill('helen@northgate.example')
  await page.getByRole('checkbox').check()
}

/** Opens the contact page with a failing endpoint and sends: a destructive toast is on screen. */
async function openWithToast(page: Page): Promise<void> {
  await page.route('**/api/contact', (route) => route.fulfill({ status: 503, body: 'Try later.' }))
  await openHydrated(page, '/contact')
  await fillIn(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(toast(page)).toBeVisible()
}

const toast = (page: Page) =>
  page.getByRole('region', { name: 'Notifications (F8)' }).locator('[role="alert"] > div, [role="status"] > div')

test('a remote’s toast shows in the shell: title and text, at most 420 px wide, bottom right', async ({ page }) => {
  await openWithToast(page)
  await expect(toast(page)).toContainText('Failed to send message')
  await expect(toast(page)).toContainText('Please try again or contact us directly at hello@fairlead.example')
  const region = await page.getByRole('region', { name: 'Notifications (F8)' }).boundingBox()
  expect(region?.width).toBeLessThanOrEqual(420)
  expect((region?.x ?? 0) + (region?.width ?? 0)).toBeCloseTo(1440, 0)
})

test('it leaves after 5000 ms', async ({ page }) => {
  await page.clock.install()
  await openWithToast(page)
  await page.mouse.move(10, 10)
  await freezeTime(page)
  await page.clock.runFor(3000)
  await expect(toast(page)).toBeVisible()
  await page.clock.runFor(2000)
  await expect(toast(page)).toHaveCount(0)
})

test('it waits while it is pointed at', async ({ page }) => {
  await page.clock.install()
  await openWithToast(page)
  await toast(page).hover()
  await freezeTime(page)
  await page.clock.runFor(20_000)
  await expect(toast(page)).toBeVisible()
})

test('there is one at a time: a newer one takes its place', async ({ page }) => {
  await openWithToast(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(toast(page)).toHaveCount(1)
})

test('F8 leads to the notifications, and the toast can be dismissed with the keyboard', async ({ page }) => {
  await openWithToast(page)
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(toast(page)).toHaveCount(0)
})

for (const [distance, outcome] of [
  [49, 'stays'],
  [50, 'goes'],
] as const) {
  test(`swiped ${distance} px to the right it ${outcome}`, async ({ page }) => {
    await openWithToast(page)
    const box = await toast(page).boundingBox()
    if (!box) throw new Error('The toast has no box.')
    await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'))
    await page.mouse.move(box.x + 40, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + 40 + distance, box.y + 20, { steps: 5 })
    await page.mouse.up()
    await expect(toast(page)).toHaveCount(outcome === 'goes' ? 0 : 1)
  })
}

test('a tooltip opens after 700 ms, the next one at once within 300 ms, and Escape closes it', async ({ page }) => {
  await openHydrated(page, '/pricing')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await freezeTime(page)
  const tooltip = page.getByRole('tooltip')
  const social = (name: RegExp) => page.getByRole('contentinfo').getByRole('link', { name })
  await social(/on X/).hover()
  await page.clock.runFor(699)
  await expect(tooltip).toBeHidden()
  await page.clock.runFor(1)
  await expect(tooltip).toHaveText('X')
  await social(/on LinkedIn/).hover()
  await page.clock.runFor(1)
  await expect(tooltip).toHaveText('LinkedIn')
  await page.keyboard.press('Escape')
  await expect(tooltip).toBeHidden()
})
