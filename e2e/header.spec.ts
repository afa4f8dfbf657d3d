import { expect, freezeTime, hydrated, openHydrated, test } from './site.ts'

test('the header has its nine entries, marks the active one and stays on screen', async ({ page }) => {
  await openHydrated(page, '/pricing')
  const entries = page.getByRole('navigation', { name: 'Main' }).first().locator('> ul > li > a')
  await expect(entries).toHaveText([
    'Home',
    'How It Works',
    'Solutions',
    'Demo',
    'Pricing',
    'Case Studies',
    'FAQs',
    'About',
    'Contact',
  ])
  await expect(page.getByRole('banner').locator('[aria-current="page"]:visible')).toHaveText(['Pricing'])
  await page.evaluate(() => scrollTo(0, 1000))
  expect((await page.getByRole('banner').boundingBox())?.y).toBe(0)
})

test.describe('the Solutions dropdown', () => {
  test('opens after a hover of 100 ms and closes 300 ms after the pointer has left', async ({ page }) => {
    await openHydrated(page, '/')
    await freezeTime(page)
    const list = page.getByRole('link', { name: /WhatsApp Assistant/ }).first()
    await page.getByRole('banner').getByRole('link', { name: 'Solutions' }).hover()
    await page.clock.runFor(99)
    await expect(list).toBeHidden()
    await page.clock.runFor(1)
    await expect(list).toBeVisible()
    await page.mouse.move(700, 700)
    await page.clock.runFor(299)
    await expect(list).toBeVisible()
    await page.clock.runFor(1)
    await expect(list).toBeHidden()
  })

  test('lists the five solutions with their anchors', async ({ page }) => {
    await openHydrated(page, '/')
    await page.getByRole('banner').locator('summary:visible').click()
    const links = page.getByRole('banner').locator('details:visible li a:visible')
    expect(await links.evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute('href')))).toEqual([
      '/solutions#ai-recruiter',
      '/solutions#whatsapp-assistant',
      '/solutions#ai-outreach',
      '/solutions#career-faq',
      '/solutions#crm-refinement',
    ])
    await links.nth(2).click()
    await hydrated(page, '/solutions')
    await expect(page).toHaveURL('/solutions#ai-outreach')
    await expect(links.first()).toBeHidden()
  })

  test('is walked with the keyboard: arrows, Home, End, letters, Escape', async ({ page }) => {
    await openHydrated(page, '/')
    const summary = page.getByRole('banner').locator('summary:visible')
    const focused = page.locator('a:focus')
    await summary.focus()
    await page.keyboard.press('ArrowDown')
    await expect(focused).toContainText('AI Recruiter')
    await page.keyboard.press('ArrowUp')
    await expect(focused).toContainText('CRM Refinement')
    await page.keyboard.press('Home')
    await expect(focused).toContainText('AI Recruiter')
    await page.keyboard.press('w')
    await expect(focused).toContainText('WhatsApp Assistant')
    await page.keyboard.press('End')
    await expect(focused).toContainText('CRM Refinement')
    await page.keyboard.press('Escape')
    await expect(summary).toBeFocused()
    await expect(page.getByRole('banner').locator('details[open]')).toHaveCount(0)
  })

  test('works before and without scripts', async ({ browser, site }) => {
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await page.goto(site.url)
    await page.getByRole('banner').locator('summary:visible').click()
    await page
      .getByRole('link', { name: /CRM Refinement/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/solutions#crm-refinement$/)
    await page.context().close()
  })
})

test.describe('on small screens', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a toggle opens the menu with indented solutions; any link closes it', async ({ page }) => {
    await openHydrated(page, '/')
    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu).toBeHidden()
    await page.getByRole('banner').locator('summary:visible').click()
    await expect(menu.getByRole('link', { name: 'About' })).toBeVisible()
    const parent = await menu.getByRole('link', { name: 'Solutions' }).boundingBox()
    const child = await menu.getByRole('link', { name: 'AI Outreach' }).boundingBox()
    expect(child?.x).toBeGreaterThan((parent?.x ?? 0) + 10)
    await menu.getByRole('link', { name: 'AI Outreach' }).click()
    await hydrated(page, '/solutions')
    await expect(menu).toBeHidden()
  })

  test('the menu opens without scripts', async ({ browser, site }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    await page.goto(site.url)
    await page.getByRole('banner').locator('summary:visible').click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQs' }).click()
    await expect(page).toHaveURL(/\/faqs$/)
    await context.close()
  })
})
