import { Glyph } from '../page-hero/glyph.tsx'
import * as styles from './mark-glyph.module.css'

/** The brand's mark at full size: a line runs through a ring, under it and over it. The masks are the two crossings. */
export function MarkGlyph() {
  return (
    <Glyph className={styles.mark}>
      <defs>
        <mask id="about-mark-over" maskUnits="userSpaceOnUse" x="-20" y="-60" width="480" height="260">
          <path fill="white" d="M-20-60h480v260h-480z" />
          <path stroke="black" strokeWidth="30" fill="none" d="M220 84C252 40 290-8 380-8" />
        </mask>
        <mask id="about-mark-under" maskUnits="userSpaceOnUse" x="-3000" y="-60" width="7000" height="280">
          <path fill="white" d="M-3000-60h7000v280h-7000z" />
          <path stroke="black" strokeWidth="34" fill="none" d="M220-6a90 90 0 0 0 0 180" />
        </mask>
      </defs>
      <circle className={styles.ring} cx="220" cy="84" r="90" mask="url(#about-mark-over)" />
      <path className={styles.line} d="M-3000 178.5H40C140 178.5 180 139 220 84S290-8 390-8H3000" mask="url(#about-mark-under)" />
    </Glyph>
  )
}
