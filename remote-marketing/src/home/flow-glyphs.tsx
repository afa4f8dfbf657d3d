// What the line draws on its way through the steps. It stands on y = 150 and comes from, and goes, off the screen.
import { coil, continued, type Point, smoothPath } from '@site/shared/art'
import * as art from '@site/shared/ui/art.module.css'
import type { ReactNode } from 'react'
import * as styles from './flow-glyphs.module.css'

/** Two adverts. */
export function BoardGlyph() {
  return (
    <Glyph>
      <path className={art.line} d="M-3000 150H16V58a8 8 0 0 1 8-8H80L102 72V150H126V36a8 8 0 0 1 8-8H196L218 50V150H3000" />
      <path className={art.line} d="M80 50V66a6 6 0 0 0 6 6H102M196 28V44a6 6 0 0 0 6 6H218" />
      <path
        className={art.detail}
        d="M34 76H62M34 94H84M34 108H84M34 122H66M144 54H176M144 76H200M144 92H200M144 108H200M144 124H178"
      />
    </Glyph>
  )
}

const processing = continued(coil({ x: 58, y: 150, turns: 5, radius: 54, pitch: 24 }))

export function ScreeningGlyph() {
  return (
    <Glyph>
      <path className={art.line} d={`M-3000 150H58${processing}H3000`} />
    </Glyph>
  )
}

// biome-ignore format: one stroke of the pen a line
const penStrokes: Point[] = [
  [0, 150], [22, 148], [48, 128], [72, 84], [80, 42], [66, 26], [54, 56], [58, 104], [78, 140],
  [96, 132], [108, 108], [112, 98], [106, 120], [116, 140], [132, 124], [142, 104], [146, 98],
  [142, 122], [152, 140], [168, 120], [176, 96], [190, 60], [196, 44],
  [186, 60], [184, 108], [192, 138], [206, 136], [232, 116],
]
const signature = continued(smoothPath(penStrokes))

/** The contract is signed, and the line ends. */
export function SignatureGlyph() {
  return (
    <Glyph width={260}>
      <path className={art.line} d={`M-3000 150L0 150${signature}`} />
    </Glyph>
  )
}

function Glyph({ width = 240, children }: { width?: number; children: ReactNode }) {
  return (
    <svg
      className={styles.glyph}
      viewBox={`0 0 ${width} 154`}
      width={width}
      height="154"
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}
