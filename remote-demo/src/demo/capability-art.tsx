import { continued, wave } from '@site/shared/art'
import * as art from '@site/shared/ui/art.module.css'
import type { ReactNode } from 'react'
import type { capabilities } from './demo.copy.ts'

const speech = continued(wave({ x: 16, y: 34, width: 60, height: 22, cycles: 5, seed: 5, step: 3 }))

/** What the line and the ring draw for each capability, in a box of 96 by 68. */
export const capabilityArt: Record<(typeof capabilities)[number]['art'], ReactNode> = {
  slot: (
    <>
      <path className={art.soft} d="M4 14H92M4 34H92M4 54H92" />
      <path className={art.pen} d="M4 34H38" />
      <circle className={art.ring} cx="48" cy="34" r="8" />
    </>
  ),
  grade: (
    <>
      <path className={art.soft} d="M4 14H72M4 34H58M4 54H40" />
      <path className={art.pen} d="M4 14H82" />
      <circle className={art.ring} cx="88" cy="14" r="7" />
    </>
  ),
  bend: (
    <>
      <path className={art.soft} d="M4 34H92" />
      <path className={art.pen} d="M4 34C24 34 24 12 44 12S70 56 92 56" />
      <circle className={art.ring} cx="44" cy="12" r="7" />
    </>
  ),
  branch: (
    <>
      <path className={art.soft} d="M28 34C50 34 48 12 70 12H92M28 34H92M28 34C50 34 48 56 70 56H92" />
      <path className={art.pen} d="M4 34H14" />
      <circle className={art.ring} cx="22" cy="34" r="8" />
    </>
  ),
  plug: (
    <>
      <path className={art.soft} d="M56 16H92V52H56Z" />
      <path className={art.pen} d="M4 34H22M38 34H56" />
      <circle className={art.ring} cx="30" cy="34" r="8" />
    </>
  ),
  wave: <path className={art.wave} d={`M4 34H16${speech}H92`} />,
}
