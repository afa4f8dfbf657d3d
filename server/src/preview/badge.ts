// The badge on a page that is not what visitors see: which one it is, its versions, and the way back.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Composition } from '@site/shared/composition'
import { escapeHtml } from '../publish/escape.ts'

/** Its stylesheet, served at its own address: the policy of a page allows no second inline style. */
export const badgeStyle = fs.readFileSync(path.join(import.meta.dirname, 'badge.css'))
export const badgeStyleAddress = '/preview/badge.css'
export const leaveAddress = '/preview/leave'

const styleIntegrity = `sha256-${createHash('sha256').update(badgeStyle).digest('base64')}`

/**
 * @param channel the preview, or 'live' when only remotes are overridden.
 * @param overrides remote to origin.
 */
export function drawBadge({ bundles }: Composition, channel: string, overrides: Record<string, string>): string {
  const names = Object.keys(overrides)
  const title = [channel !== 'live' && `Preview: ${channel}`, names.length > 0 && `Overridden: ${names.join(', ')}`]
    .filter(Boolean)
    .join(' · ')
  const versions = Object.entries(bundles).map(([bundle, { version }]) => [bundle, overrides[bundle] ?? version])
  const rows = versions.map(([bundle = '', version = '']) => `<dt>${escapeHtml(bundle)}</dt><dd>${escapeHtml(version)}</dd>`)
  return [
    `<link rel="stylesheet" href="${badgeStyleAddress}" integrity="${styleIntegrity}">`,
    '<aside class="previewBadge" aria-label="What this page is made of"><details>',
    `<summary>${escapeHtml(title)}</summary><dl>${rows.join('')}</dl>`,
    `<a href="${leaveAddress}" data-full-load>Back to the live site</a></details></aside>`,
  ].join('')
}
