// What developers see: an edit shows at once with state kept, in the whole site and in a remote alone.
import { type DevSite, startDevSite } from './dev-site.ts'
import { expect, test } from './site.ts'

test.describe.configure({ mode: 'serial' })

const component = 'remote-contact/src/contact/contact.tsx'

for (const [name, folders, firstPort] of [
  ['the whole site', [], 4310],
  ['a remote alone', ['remote-contact'], 4320],
] as const) {
  test.describe(`npm run dev, ${name}`, () => {
    let dev: DevSite
    test.beforeAll(async () => {
      dev = await startDevSite([...folders], firstPort)
    })
    test.afterAll(() => dev.stop())

    test('an edit in a remote is on screen without a reload, and typed text stays', async ({ page }) => {
      await page.goto(`${dev.urlOf(folders[0] ?? 'shell')}/contact`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Tell us what/)
      await page.getByRole('textbox', { name: 'Name' }).fill('Helen Marsh')
      await page.evaluate(() => Object.assign(window, { sameDocument: true }))
      await dev.edit(component, '{copy.title}', 'Edited: {copy.title}')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Edited: Tell us what/)
      await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Helen Marsh')
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    })

    test('an enquiry reaches the server and its toast shows', async ({ page }) => {
      await page.goto(`${dev.urlOf(folders[0] ?? 'shell')}/contact`)
      await page.getByRole('textbox', { name: 'Name' }).fill('Helen Marsh')
      await page.getByRole('textbox', { name: 'Company' }).fill('Northgate Talent')
      await page.getByRole('textbox', { name: 'Email' }).fill('helen@northgate.example')
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Send Message' }).click()
      await expect(page.getByText('Message sent successfully!', { exact: true })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Message Sent Successfully!' })).toBeVisible()
    })
  })
}
