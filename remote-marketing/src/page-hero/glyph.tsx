import * as art from '@site/shared/ui/art.module.css'
import type { ReactNode } from 'react'
import * as styles from './page-hero.module.css'

/** The level on which the line runs through a glyph, at the foot of the hero. */
export const baseline = 182.5

/**
 * A drawing for the foot of a page's hero. The line comes in from the left, draws `path` (which starts and ends on the
 * baseline, without a first M) and runs on; `children` is what else there is to see.
 */
export function Glyph({ path, className = '', children }: { path?: string; className?: string; children?: ReactNode }) {
  return (
    <svg
      className={`${styles.glyph} ${className}`}
      viewBox="0 0 440 184"
      width="440"
      height="184"
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      {path && <path className={art.line} d={`M-3000 ${baseline}${path}H3000`} />}
      {children}
    </svg>
  )
}
