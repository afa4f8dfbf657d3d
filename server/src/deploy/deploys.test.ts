import { expect, test } from 'vitest'
import { openDatabase } from '../database/open-database.ts'
import { describeEveryDatabase } from '../every-database.ts'
import { RefusedError } from '../publish/refused.ts'
import { addRelease, readRelease } from '../publish/releases.ts'
import { temporaryFolder, tinyRelease, writeBuild } from '../publish/tiny-release.ts'
import { readChannels, readHistory } from './activations.ts'
import { createDeploys } from './deploys.ts'

const by = { actor: 'contact CI', message: 'Shorter form.' }

describeEveryDatabase((database) => {
  test('a deploy changes its bundle, keeps the others and is written down', async () => {
    await using site = await emptySite()
    const { shell, contact1, contact2 } = site.versions
    await site.deploy('live', { shell, contact: contact1 })
    const activation = await site.deploy('live', { contact: contact2 })
    expect(activation).toMatchObject({ channel: 'live', revision: 2, action: 'deploy', changed: ['contact'], ...by })
    expect(activation.releases).toEqual({ contact: contact2, shell })
    expect(await readHistory(site.database, 'live')).toEqual([activation, expect.objectContaining({ revision: 1 })])
  })

  test('what is live already is not deployed again', async () => {
    await using site = await emptySite()
    const first = await site.deploy('live', site.full)
    expect(await site.deploy('live', site.full)).toEqual(first)
  })

  test('a rollback leads to the release before, twice to the one before that', async () => {
    await using site = await emptySite()
    const { contact1, contact2, contact3 } = site.versions
    await site.deploy('live', site.full)
    await site.deploy('live', { contact: contact2 })
    await site.deploy('live', { contact: contact3 })
    const rollback = () => site.deploys.rollback({ channel: 'live', bundle: 'contact', ...by })
    expect(await rollback()).toMatchObject({ action: 'rollback', revision: 4, releases: { contact: contact2 } })
    expect(await rollback()).toMatchObject({ action: 'rollback', revision: 5, releases: { contact: contact1 } })
    await expect(rollback()).rejects.toThrow(`contact ${contact1} is the first release on live: there is none before it.`)
  })

  test('a rollback keeps what other teams have deployed since', async () => {
    await using site = await emptySite()
    const { contact1, contact2, demo1 } = site.versions
    await site.deploy('live', site.full)
    await site.deploy('live', { contact: contact2 })
    await site.deploy('live', { demo: demo1 })
    const { releases } = await site.deploys.rollback({ channel: 'live', bundle: 'contact', ...by })
    expect(releases).toMatchObject({ contact: contact1, demo: demo1 })
  })

  test('a rollback leads back however much other teams have deployed since', async () => {
    await using site = await emptySite()
    const { contact1, contact2 } = site.versions
    await site.deploy('live', site.full)
    const newest = await site.deploy('live', { contact: contact2 })
    const { releases, changed: _, ...row } = { ...newest, releases: JSON.stringify(newest.releases) }
    const later = Array.from({ length: 1200 }, (_, index) => index + newest.revision + 1)
    const rows = later.map((revision) => ({ ...row, releases, revision, changed: '["demo"]' }))
    for (let from = 0; from < rows.length; from += 100)
      await site.database.query
        .insertInto('activations')
        .values(rows.slice(from, from + 100))
        .execute()
    const rolledBack = await site.deploys.rollback({ channel: 'live', bundle: 'contact', ...by })
    expect(rolledBack).toMatchObject({ revision: 1203, releases: { contact: contact1 } })
  })

  test('a rollback leads to any release that was on the channel, and to no other', async () => {
    await using site = await emptySite()
    const { contact1, contact2, contact3 } = site.versions
    await site.deploy('live', site.full)
    await site.deploy('live', { contact: contact2 })
    const order = { channel: 'live', bundle: 'contact', ...by }
    expect(await site.deploys.rollback({ ...order, version: contact1 })).toMatchObject({ releases: { contact: contact1 } })
    await expect(site.deploys.rollback({ ...order, version: contact3 })).rejects.toMatchObject({ statusCode: 404 })
    await expect(site.deploys.rollback({ ...order, bundle: 'careers' })).rejects.toThrow('live has no release of careers.')
  })

  test('a preview begins as what is live and changes nothing there', async () => {
    await using site = await emptySite()
    const live = await site.deploy('live', site.full)
    const preview = await site.deploy('preview-form', { contact: site.versions.contact2 })
    expect(preview).toMatchObject({ revision: 1, releases: { ...live.releases, contact: site.versions.contact2 } })
    expect(await readChannels(site.database)).toEqual([live, preview])
  })

  test('what is refused, or not stored, leaves the channel as it was', async () => {
    await using site = await emptySite()
    const live = await site.deploy('live', site.full)
    site.refuse = true
    await expect(site.deploy('live', { contact: site.versions.contact2 })).rejects.toBeInstanceOf(RefusedError)
    await expect(site.deploy('live', { contact: '000000000000' })).rejects.toThrow('contact 000000000000 is not stored here.')
    expect(await readHistory(site.database)).toEqual([live])
  })

  test('whoever has not seen the newest change of the bundle is told who made it', async () => {
    await using site = await emptySite()
    const { contact2, contact3, demo1 } = site.versions
    await site.deploy('live', site.full)
    await site.deploy('live', { demo: demo1 })
    const deploy = (version: string, after: number) =>
      site.deploys.deploy({ channel: 'live', bundles: [{ bundle: 'contact', version, after }], ...by })
    expect(await deploy(contact2, 1)).toMatchObject({ revision: 3 })
    await expect(deploy(contact3, 1)).rejects.toThrow(
      `contact on live has changed since you looked: contact CI brought ${contact2} (deploy, revision 3, `,
    )
  })

  test('two servers that deploy at once 100 times each lose nothing and show only what was checked', async () => {
    await using site = await emptySite()
    await site.deploy('live', site.full)
    const other = await openDatabase(site.settings)
    const { contact1, contact2, demo1, demo2 } = site.versions
    const second = createDeploys({ ...site, database: other })
    const run = async (deploys: typeof second, bundle: string, versions: string[]) => {
      for (let turn = 0; turn < 100; turn++) {
        const version = versions[turn % 2] ?? ''
        await deploys.deploy({ channel: 'live', bundles: [{ bundle, version }], actor: bundle, message: `${turn}` })
      }
    }
    await Promise.all([run(site.deploys, 'contact', [contact2, contact1]), run(second, 'demo', [demo1, demo2])])
    await other.query.destroy()
    const history = await readHistory(site.database, 'live')
    expect(history.map(({ revision }) => revision)).toEqual(Array.from({ length: 201 }, (_, index) => 201 - index))
    for (const [index, activation] of history.slice(0, -1).entries()) {
      // Each is its predecessor with one bundle changed: nobody's change was lost.
      const before = history[index + 1]?.releases ?? {}
      expect(activation.changed).toEqual([activation.actor])
      expect({ ...activation.releases, [activation.actor]: '' }).toEqual({ ...before, [activation.actor]: '' })
      expect(site.published).toContain(activation.composition)
    }
  })

  test('after a change of the site configuration the same releases are shown anew', async () => {
    await using site = await emptySite()
    expect(await site.deploys.refresh('live')).toBeUndefined()
    const live = await site.deploy('live', site.full)
    expect(await site.deploys.refresh('live')).toEqual(live)
    site.brand = 'Headway'
    expect(await site.deploys.refresh('live')).toMatchObject({
      revision: 2,
      releases: live.releases,
      changed: [],
      actor: 'server',
    })
  })

  /** Stored releases, and deploys whose publisher only writes down what it was asked for. */
  async function emptySite() {
    const settings = await database.settings()
    const folder = await temporaryFolder()
    const opened = await openDatabase(settings)
    const store = async (bundle: string, text: string) => {
      const build = await writeBuild(folder.path, tinyRelease(bundle), { [`browser/${bundle}.js`]: text })
      const { release } = await addRelease(folder.path, await readRelease(build))
      return release.version
    }
    const versions = {
      shell: await store('shell', '1'),
      contact1: await store('contact', '1'),
      contact2: await store('contact', '2'),
      contact3: await store('contact', '3'),
      demo1: await store('demo', '1'),
      demo2: await store('demo', '2'),
    }
    const site = {
      settings,
      database: opened,
      dataFolder: folder.path,
      versions,
      full: { shell: versions.shell, contact: versions.contact1 },
      published: [] as string[],
      refuse: false,
      brand: 'Fairlead',
      publisher: {
        publish: async (releases: Record<string, string>) => {
          if (site.refuse) throw new RefusedError('Refused:', ['It has no h1.'])
          const id = JSON.stringify([releases, site.brand])
          site.published.push(id)
          return id
        },
      },
      deploys: undefined as unknown as ReturnType<typeof createDeploys>,
      deploy: (channel: string, releases: Record<string, string>) =>
        site.deploys.deploy({
          channel,
          bundles: Object.entries(releases).map(([bundle, version]) => ({ bundle, version })),
          ...by,
        }),
      [Symbol.asyncDispose]: async () => {
        await opened.query.destroy()
        await folder.remove()
      },
    }
    site.deploys = createDeploys(site)
    return site
  }
})
