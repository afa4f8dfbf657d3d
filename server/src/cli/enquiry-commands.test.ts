import fs from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openEnquiries } from '../enquiries/enquiries.ts'
import { describeEveryDatabase } from '../every-database.ts'
import { runCommand } from './fake-terminal.ts'

const enquiry = { name: 'Helen Marsh', company: 'Northgate', email: 'helen@northgate.example', consent: true as const }

describeEveryDatabase((database) => {
  const prepare = async () => {
    const place = await database.settings()
    const store = await openEnquiries(place)
    const { id } = await store.add({ ...enquiry, phone: '+44 20 7946', message: '=HYPERLINK("x")\n"two"' })
    await store.add({ ...enquiry, email: 'other@b.example', name: 'Other \u001b[31m' })
    const env = { SITE_DATA: place.dataFolder, ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }) }
    const site = async (...args: string[]) => (await runCommand(['enquiries', ...args], env)).out
    return { store, id, site, place }
  }

  test('enquiries are listed, shown and exported', async () => {
    const { store, id, site } = await prepare()
    expect((await site('list')).split('\n')).toHaveLength(2)
    expect(await site('show', id)).toContain('company:      Northgate')
    expect(JSON.parse(await site('export', '--json'))).toMatchObject([{ id, state: 'waiting' }, { email: 'other@b.example' }])
    const csv = await site('export', '--csv')
    expect(csv).toContain('"+44 20 7946",""')
    expect(csv).toContain(`"'=HYPERLINK(""x"")\n""two"""`)
    expect(await site('status')).toMatch(/nowhere: enquiries wait[\s\S]+2 waiting, 0 sent, 0 given up$/)
    await store.close()
  })

  test('what was given up is delivered again after retry', async () => {
    const { store, id, site } = await prepare()
    await store.database.query
      .updateTable('mail_jobs')
      .set({ state: 'dead', attempts: 60 })
      .where('enquiry_id', '=', id)
      .execute()
    expect(await site('status')).toContain('1 waiting, 0 sent, 1 given up: see enquiries list')
    expect(await site('retry', id)).toBe('1 enquiry will be delivered by the running server.')
    expect(await site('status')).toContain('2 waiting, 0 sent, 0 given up')
    await store.close()
  })

  test('erasing an address leaves nothing of it but a line without it', async () => {
    const { store, id, site, place } = await prepare()
    expect(await site('erase', 'Helen@Northgate.example')).toBe('1 enquiry deleted.')
    expect(await site('list')).not.toContain(id)
    const [line] = await store.database.query.selectFrom('erasures').selectAll().execute()
    expect(line).toMatchObject({ enquiries: 1, address_hash: expect.stringMatching(/^scrypt:/) })
    expect(JSON.stringify(line)).not.toContain('helen')
    expect(await store.database.query.selectFrom('mail_jobs').selectAll().execute()).toHaveLength(1)
    await store.close()
    if (database.dialect === 'postgres') return
    for (const file of await fs.readdir(place.dataFolder))
      expect(String(await fs.readFile(`${place.dataFolder}/${file}`))).not.toContain('helen@')
  })
})
