import { continued, wave } from '@site/shared/art'
import * as art from '@site/shared/ui/art.module.css'
import * as styles from './benefits.module.css'
import type { BenefitSubject } from './home.copy.ts'

export function BenefitArt({ subject }: { subject: BenefitSubject }) {
  return drawings[subject]
}

const rows = [14, 37, 60, 83, 106]
const branches = rows.map((y) => (y === 60 ? 'M62 60H256' : `M62 60C130 60 130 ${y} 190 ${y}H256`)).join('')
const speech = continued(wave({ x: 138, y: 82, width: 84, height: 15, cycles: 5, seed: 9, step: 4 }))

const drawings = {
  time: (
    <>
      <path className={art.soft} d="M8 44H252M8 36v16M252 36v16" />
      <path className={art.pen} d="M8 84H177" />
      <circle className={art.ring} cx="186" cy="84" r="9" />
      <path className={art.dash} d="M201 84H252" />
    </>
  ),
  quality: (
    <>
      <rect className={art.mark} x="6" y="15" width="226" height="20" rx="4" />
      <path className={styles.evidence} d="M12 25H220" />
      <path className={art.soft} d="M12 50H182M12 73H148M12 96H104" />
      <circle className={art.ring} cx="236" cy="25" r="9" />
    </>
  ),
  scale: (
    <>
      <path className={art.soft} d={branches} />
      <path className={art.pen} d="M4 60H40" />
      <circle className={art.ring} cx="52" cy="60" r="12" />
      <g className={art.nodes}>
        {rows.map((y) => (
          <circle key={y} cx="190" cy={y} r="4.5" />
        ))}
      </g>
    </>
  ),
  engagement: (
    <>
      <path
        className={art.soft}
        d="M18 10H128a10 10 0 0 1 10 10V40a10 10 0 0 1-10 10H30L18 61a6 6 0 0 1-10-4V20a10 10 0 0 1 10-10ZM26 24H112M26 37H82"
      />
      <path
        className={art.pen}
        d="M242 62H120a10 10 0 0 0-10 10V92a10 10 0 0 0 10 10H230L242 113a6 6 0 0 0 10-4V72a10 10 0 0 0-10-10Z"
      />
      <path className={art.wave} d={`M126 82H138${speech}H236`} />
    </>
  ),
}
