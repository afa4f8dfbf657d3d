// The contact form in every state: with its script, before it, without it, and when the script is down.
import { DatabaseSync } from 'node:sqlite'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { type DevSite, startDevSite } from './dev-site.ts'
import { expect, hydrated, openHydrated, type RunningSite, test } from './site.ts'

const visitor = (name: string) => ({
  Name: name,
  Company: 'Northgate Talent',
  Email: 'helen@northgate.example',
  Phone: '020 7946 0321',
  Message: 'Six data roles,\ntwo recruiters.',
})
type Visitor = ReturnType<typeof visitor>

const box = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: label === 'Name' })
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send Message' })
const confirmation = (page: Page) => page.getByRole('heading', { name: 'Message Sent Successfully!' })
const redBox = (page: Page) => page.getByRole('main').getByRole('alert')

async function fillIn(page: Page, typed: Visitor): Promise<void> {
  for (const [label, text] of Object.entries(typed)) await box(page, label).fill(text)
  await page.getByLabel('Hiring needs').selectOption('Technology Roles')
  await page.getByRole('checkbox').check()
}

async function expectTyped(page: Page, typed: Visitor): Promise<void> {
  for (const [label, text] of Object.entries(typed)) await expect(box(page, label)).toHaveValue(text)
  await expect(page.getByLabel('Hiring needs')).toHaveValue('tech')
}

/** Rows stored under a name. */
function storedAs(site: RunningSite, name: string): Record<string, unknown>[] {
  const database = new DatabaseSync(`${site.dataFolder}/site.sqlite`, { readOnly: true })
  const rows = database.prepare('SELECT * FROM enquiries WHERE name = ?').all(name)
  database.close()
  return rows
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

/** What the browser sent to the contact address: key and body of each request. */
function recordPosts(page: Page): { key: string | undefined; body: unknown }[] {
  const posts: { key: string | undefined; body: unknown }[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/contact'))
      posts.push({ key: request.headers()['idempotency-key'], body: request.postData() })
  })
  return posts
}

test('an enquiry is sent as specified, stored, and confirmed', async ({ page, site }) => {
  const helen = visitor('Helen Sent')
  await openHydrated(page, '/contact')
  await fillIn(page, helen)
  const posted = page.waitForRequest('**/api/contact')
  await sendButton(page).click()
  const request = await posted
  expect(request.headers()['content-type']).toBe('application/json')
  expect(request.postDataJSON()).toEqual({
    name: 'Helen Sent',
    company: 'Northgate Talent',
    email: 'helen@northgate.example',
    phone: '020 7946 0321',
    hiringNeeds: 'tech',
    message: 'Six data roles,\ntwo recruiters.',
    consent: true,
  })
  await expect(confirmation(page)).toBeFocused()
  await expect(page.getByText('Our team will reply within 24 hours.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /Book a Consultation Now/ })).toHaveAttribute('target', '_blank')
  await expect(page.getByText('Message sent successfully!', { exact: true })).toBeVisible()
  await expect(page.getByText('Our team will be in touch within 24 hours.')).toBeVisible()
  await expect(page.locator('form')).toHaveCount(0)
  expect(storedAs(site, 'Helen Sent')).toMatchObject([{ hiring_needs: 'tech', phone: '020 7946 0321' }])
  await expectAccessible(page)
})

for (const missing of ['Name', 'Company', 'Email'] as const) {
  test(`without ${missing} the browser marks the field and nothing is sent`, async ({ page }) => {
    const posts = recordPosts(page)
    await openHydrated(page, '/contact')
    await fillIn(page, { ...visitor('Helen'), [missing]: '' })
    await sendButton(page).click()
    await expect(box(page, missing)).toBeFocused()
    expect(await box(page, missing).evaluate((field: HTMLInputElement) => field.validity.valueMissing)).toBe(true)
    expect(posts).toEqual([])
    await expect(redBox(page)).toHaveCount(0)
  })
}

test('without consent, or with an address that is none, nothing is sent', async ({ page }) => {
  const posts = recordPosts(page)
  await openHydrated(page, '/contact')
  await fillIn(page, visitor('Helen'))
  await page.getByRole('checkbox').uncheck()
  await sendButton(page).click()
  await expect(page.getByRole('checkbox')).toBeFocused()
  await page.getByRole('checkbox').check()
  await box(page, 'Email').fill('helen')
  await sendButton(page).click()
  await expect(box(page, 'Email')).toBeFocused()
  expect(posts).toEqual([])
})

test('while it is sent the button says so and is disabled, and a double click sends once', async ({ page, site }) => {
  const posts = recordPosts(page)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/contact', async (route) => {
    await held
    await route.continue()
  })
  await openHydrated(page, '/contact')
  await fillIn(page, visitor('Helen Twice'))
  await sendButton(page).dblclick()
  await expect(page.getByRole('button', { name: 'Sending Message...' })).toBeDisabled()
  await page.locator('form').evaluate(async (form: HTMLFormElement) => {
    form.requestSubmit()
    for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
  })
  await expect(page.getByRole('button', { name: 'Sending Message...' })).toBeDisabled()
  await expect(confirmation(page)).toBeHidden()
  answer()
  await expect(confirmation(page)).toBeVisible()
  expect(posts).toHaveLength(1)
  expect(storedAs(site, 'Helen Twice')).toHaveLength(1)
})

test('a failure shows the toast and the red box with status and text, and keeps all that was typed', async ({ page }) => {
  const helen = visitor('Helen Failed')
  await page.route('**/api/contact', (route) => route.fulfill({ status: 503, body: 'Try later.' }), { times: 1 })
  await openHydrated(page, '/contact')
  await fillIn(page, helen)
  await sendButton(page).click()
  await expect(redBox(page)).toHaveText('503: Try later.')
  await expect(redBox(page)).toBeFocused()
  await expect(page.getByText('Failed to send message', { exact: true })).toBeVisible()
  await expect(page.getByText('Please try again or contact us directly at hello@fairlead.example')).toBeVisible()
  await expectTyped(page, helen)
  await expect(page.getByRole('checkbox')).toBeChecked()
  await expectAccessible(page)
  await sendButton(page).click()
  await expect(confirmation(page)).toBeVisible()
})

test('an answer without a text shows the status in words; what the server refuses, its own sentence', async ({ page }) => {
  await page.route('**/api/contact', (route) => route.fulfill({ status: 401 }), { times: 1 })
  await openHydrated(page, '/contact')
  await fillIn(page, { ...visitor('Helen'), Email: 'helen@localhost' })
  await sendButton(page).click()
  await expect(redBox(page)).toHaveText('401: Unauthorized')
  await sendButton(page).click()
  await expect(redBox(page)).toHaveText('400: Your email address is not valid. Please check it.')
})

test('when the answer is lost, sending again stores once; other content has another key', async ({ page, site }) => {
  const posts = recordPosts(page)
  const lose = async () =>
    page.route(
      '**/api/contact',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
  await lose()
  await openHydrated(page, '/contact')
  await fillIn(page, visitor('Helen Again'))
  await sendButton(page).click()
  await expect(redBox(page)).toHaveText(/couldn’t reach our server/)
  await page.reload()
  await page.getByRole('checkbox').check()
  await sendButton(page).click()
  await expect(confirmation(page)).toBeVisible()
  expect(posts[0]?.key).toMatch(/^[0-9a-f]{32}$/)
  expect(posts[1]?.key).toBe(posts[0]?.key)
  expect(storedAs(site, 'Helen Again')).toHaveLength(1)
  await openHydrated(page, '/contact')
  await fillIn(page, visitor('Helen Again'))
  await sendButton(page).click()
  await expect(confirmation(page)).toBeVisible()
  expect(posts[2]?.key).not.toBe(posts[0]?.key)
})

test('typed text survives a reload and a walk through the site until it is sent, the consent does not', async ({ page }) => {
  const helen = visitor('Helen Reload')
  await openHydrated(page, '/contact')
  await fillIn(page, helen)
  await page.reload()
  await hydrated(page, '/contact')
  await expectTyped(page, helen)
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('consent')
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click()
  await hydrated(page, '/pricing')
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await hydrated(page, '/contact')
  await expectTyped(page, helen)
  await page.getByRole('checkbox').check()
  await sendButton(page).click()
  await expect(confirmation(page)).toBeVisible()
  await page.reload()
  await hydrated(page, '/contact')
  await expect(box(page, 'Name')).toHaveValue('')
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('enquiry')))).toEqual([])
})

test('the hidden field is out of reach; filled in by a program, success is shown and nothing is sent', async ({ page }) => {
  const posts = recordPosts(page)
  await openHydrated(page, '/contact')
  const trap = page.locator('form [name="subject"]')
  await expect(trap).toBeHidden()
  await expect(trap).toHaveAttribute('autocomplete', 'off')
  await expect(page.getByRole('textbox')).toHaveCount(5)
  await fillIn(page, visitor('Helen Program'))
  await trap.evaluate((field: HTMLInputElement) => {
    field.value = 'Cheap pills'
  })
  await sendButton(page).click()
  await expect(confirmation(page)).toBeVisible()
  expect(posts).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the form posts by itself and a page of the site confirms; again stores nothing', async ({ page, site, messages }) => {
    await page.goto('/contact')
    await fillIn(page, visitor('Helen Plain'))
    await sendButton(page).click()
    await expect(confirmation(page)).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Pricing' })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page.locator('form')).toHaveCount(0)
    await page.reload()
    await expect(confirmation(page)).toBeVisible()
    expect(storedAs(site, 'Helen Plain')).toMatchObject([{ hiring_needs: 'tech', message: 'Six data roles,\r\ntwo recruiters.' }])
    expect(messages).toEqual([])
  })

  test('a refusal is a page that says why, in view, with all that was typed; corrected, it goes through', async ({
    page,
    site,
    messages,
  }) => {
    const helen = { ...visitor('Helen "<b>" & Co'), Email: 'helen@localhost' }
    await page.goto('/contact')
    await fillIn(page, helen)
    const answered = page.waitForResponse('**/api/contact')
    await sendButton(page).click()
    expect((await answered).status()).toBe(400)
    await expect(redBox(page)).toHaveText('Your email address is not valid. Please check it.')
    await expect(redBox(page)).toBeInViewport()
    await expectTyped(page, helen)
    await expect(page.getByRole('checkbox')).toBeChecked()
    await expect(page.getByRole('banner')).toBeVisible()
    await box(page, 'Email').fill('helen@northgate.example')
    await sendButton(page).click()
    await expect(confirmation(page)).toBeVisible()
    expect(storedAs(site, helen.Name)).toHaveLength(1)
    // A 400 is a line in the console; anything of the Content-Security-Policy would be another.
    expect(messages.filter((message) => !message.includes('status of 400'))).toEqual([])
  })
})

test('the pages that answer a form are accessible and look like the site', async ({ page }) => {
  await page.route('**/releases/contact/**', (route) => route.abort())
  await page.goto('/contact')
  const background = await page
    .getByRole('main')
    .locator('section')
    .evaluate((section) => getComputedStyle(section).backgroundColor)
  await fillIn(page, { ...visitor('Helen Axe'), Email: 'helen@localhost' })
  await sendButton(page).click()
  await expect(redBox(page)).toBeFocused()
  await expectAccessible(page)
  await box(page, 'Email').fill('helen@northgate.example')
  await sendButton(page).click()
  await expect(confirmation(page)).toBeFocused()
  await expectAccessible(page)
  const section = page.getByRole('main').locator('section')
  expect(await section.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(background)
  expect(await confirmation(page).evaluate((heading) => getComputedStyle(heading).fontFamily)).toContain('Besley')
})

for (const [what, pattern] of [
  ['the remote’s scripts are blocked', /\/releases\/contact\/.*\.js$/],
  ['the live form’s script is blocked', /\/releases\/contact\/\w+\/\d+\.js$/],
] as const) {
  test(`when ${what} the form still sends`, async ({ page, site }) => {
    const name = `Helen ${what.length}`
    let blocked = 0
    await page.route(pattern, (route) => {
      blocked++
      return route.abort()
    })
    await page.goto('/contact')
    await fillIn(page, visitor(name))
    await expect.poll(() => blocked).toBeGreaterThan(0)
    await sendButton(page).click()
    await expect(confirmation(page)).toBeVisible()
    await expect(page).toHaveURL('/api/contact')
    expect(storedAs(site, name)).toHaveLength(1)
  })
}

test.describe('the remote alone', () => {
  let dev: DevSite
  test.beforeAll(async () => {
    dev = await startDevSite(['remote-contact'], 4390)
  })
  test.afterAll(() => dev.stop())

  test('an enquiry is refused with the server’s sentence, keeps its text over a reload, and is sent', async ({ page }) => {
    const helen = { ...visitor('Helen Alone'), Email: 'helen@localhost' }
    await page.goto(`${dev.urlOf('remote-contact')}/contact`)
    await fillIn(page, helen)
    await sendButton(page).click()
    await expect(redBox(page)).toHaveText('400: Your email address is not valid. Please check it.')
    await page.reload()
    await expectTyped(page, helen)
    await box(page, 'Email').fill('helen@northgate.example')
    await page.getByRole('checkbox').check()
    await sendButton(page).click()
    await expect(page.getByText('Message sent successfully!', { exact: true })).toBeVisible()
    await expect(confirmation(page)).toBeVisible()
  })
})
