// Bytes that a page may cost a visitor. The project's own tests hold it to less; this is what no deploy may pass.
import fs from 'node:fs/promises'
import path from 'node:path'
import type { CompositionPage } from '@site/shared/composition'
import type { StoredRelease } from './releases.ts'

/** kB (1000 bytes) as sent with brotli. Google's "good" largest paint on a slow phone leaves room for about this much. */
export const budgets = { html: 30, scripts: 130, styles: 30 }

/**
 * What the page loads at once, beside its budgets.
 * @param html bytes of the document as it is sent with brotli.
 * @returns one sentence for each budget that is passed.
 */
export async function budgetFaults(page: CompositionPage, html: number, stored: Map<string, StoredRelease>): Promise<string[]> {
  const [shell, remote] = [stored.get('shell'), stored.get(page.remote)]
  if (!shell || !remote || shell.release.mode === 'development') return []
  const scripts = await Promise.all([
    ...[shell.release.entry, ...shell.release.scripts].map((file) => sentSize(shell, file)),
    ...[remote.release.entry, ...page.scripts].map((file) => sentSize(remote, file)),
  ])
  const styles = await Promise.all(page.styles.map((file) => sentSize(remote, file)))
  const costs = { html, scripts: sum(scripts), styles: sum(styles) }
  return Object.entries(budgets)
    .map(([kind, budget]) => ({ kind, budget, cost: costs[kind as keyof typeof budgets] / 1000 }))
    .filter(({ budget, cost }) => cost > budget)
    .map(
      ({ kind, budget, cost }) =>
        `${page.path} (${page.remote}) costs ${cost.toFixed(1)} kB of ${kind}; ${budget} kB are allowed.`,
    )
}

async function sentSize({ folder }: StoredRelease, file: string): Promise<number> {
  return (await fs.stat(path.join(folder, 'browser', `${file}.br`))).size
}

const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)
