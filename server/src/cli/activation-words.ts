// Activations in words.
import type { Activation } from '../deploy/activations.ts'
import { moment, oneLine } from './printable.ts'

/** 'contact 3f2a9c0d1e4b, shell 0a1b2c3d4e5f' */
export function listReleases(releases: Record<string, string>, bundles = Object.keys(releases).sort()): string {
  return bundles.map((bundle) => oneLine(`${bundle} ${releases[bundle] ?? 'removed'}`)).join(', ')
}

/** 'deploy of contact 3f2a9c0d1e4b by contact CI: fix the form' */
export function describeChange({ action, changed, releases, actor, message }: Activation): string {
  const what = changed.length > 0 ? ` of ${listReleases(releases, changed)}` : ''
  return oneLine(`${action}${what} by ${actor}${message && `: ${message}`}`)
}

/** 'revision 7, 2026-11-21 12:48 UTC: deploy of …' */
export function describeActivation(activation: Activation): string {
  return `revision ${activation.revision}, ${moment(oneLine(activation.at))}: ${describeChange(activation)}`
}

/** The command that takes a change of one bundle back. */
export function undoCommand(bundle: string, options: { channel: string; to?: string; version?: string }): string {
  const { channel, to, version } = options
  const parts = ['site rollback', bundle, version, channel !== 'live' && `--channel ${channel}`, to && `--to ${to}`]
  return parts.filter(Boolean).join(' ')
}
