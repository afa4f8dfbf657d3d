// site status, history, releases, rollback, preview link: what a server shows, showed and could show.
import type { Activation } from '../deploy/activations.ts'
import { connect } from '../deploy/client.ts'
import { UnreachableError } from '../deploy/client-http.ts'
import { describeActivation, describeChange, listReleases, undoCommand } from './activation-words.ts'
import type { Answer } from './answer.ts'
import { moment, oneLine, seconds, table } from './printable.ts'
import { showProgress } from './progress.ts'
import { readServer, type ServerOptions } from './server-address.ts'
import type { Terminal } from './terminal.ts'

export async function status(options: ServerOptions, { env }: Terminal): Promise<Answer> {
  const channels = await connect(readServer(options, env)).channels()
  return {
    text: channels.map(describeChannel).join('\n') || `Nothing was deployed yet. 'site deploy <bundle>' does.`,
    json: { channels },
  }
}

function describeChannel(activation: Activation): string {
  const { channel, revision, composition, releases, at } = activation
  return [
    oneLine(`${channel}: revision ${revision}, composition ${composition}`),
    `  shows  ${listReleases(releases)}`,
    `  since  ${moment(oneLine(at))}, ${describeChange(activation)}`,
  ].join('\n')
}

export async function history(options: ServerOptions & { channel: string; limit: number }, { env }: Terminal): Promise<Answer> {
  const activations = await connect(readServer(options, env)).history(options.channel, options.limit)
  return {
    text: activations.map(describeActivation).join('\n') || `Nothing was deployed to ${options.channel}.`,
    json: { history: activations },
  }
}

export async function releases(bundle: string | undefined, options: ServerOptions, { env }: Terminal): Promise<Answer> {
  const listed = await connect(readServer(options, env)).releases(bundle)
  const rows = listed.map(({ bundle, version, storedAt, channels }) =>
    [bundle, version, moment(storedAt), channels.join(', ')].map((cell) => oneLine(cell)),
  )
  return { text: table(rows) || 'There are no releases.', json: { releases: listed } }
}

export async function rollback(
  bundle: string,
  version: string | undefined,
  options: ServerOptions & { channel: string; message?: string },
  terminal: Terminal,
): Promise<Answer> {
  const { channel, to, message } = options
  const client = connect(readServer(options, terminal.env))
  const progress = showProgress(terminal)
  const startedAt = performance.now()
  try {
    const [before] = await client.history(channel, 1)
    progress.begin(`${bundle}: rolling back ${channel}`)
    const order = { bundle, ...(version && { version }), ...(message && { message }) }
    const activation = await client.rollback(channel, order).catch((error) => {
      if (!(error instanceof UnreachableError)) throw error
      throw new UnreachableError(`${error.message}\nIt may be rolled back all the same: look at 'site status'.`, error.isPassing)
    })
    const earlier = before?.releases[bundle]
    const undo = earlier && undoCommand(bundle, { channel, to, version: earlier })
    const took = performance.now() - startedAt
    const lines = [
      `${bundle} ${activation.releases[bundle] ?? ''}: ${channel === 'live' ? 'live' : `on ${channel}`} again as revision ${activation.revision}, after ${seconds(took)}.`,
      `Now: ${listReleases(activation.releases)} (composition ${activation.composition})`,
      ...(undo ? [`Undo: ${undo}`] : []),
    ]
    return {
      text: lines.map(oneLine).join('\n'),
      json: { activation, seconds: Math.round(took) / 1000, undo: undo ? [undo] : [] },
    }
  } finally {
    progress.clear()
  }
}

export async function previewLink(
  channel: string,
  options: ServerOptions & { days: number },
  { env }: Terminal,
): Promise<Answer> {
  const link = await connect(readServer(options, env)).previewLink(channel, options.days)
  return { text: oneLine(link.url), json: link, note: `For everybody who has it, until ${moment(oneLine(link.expiresAt))}.` }
}
