import * as styles from './score-ring.module.css'

/** The line's thickness is in hundredths of the ring's width: small rings need more of it. */
const looks = {
  plain: { className: styles.plain, thickness: 7.6 },
  mini: { className: styles.mini, thickness: 9.4 },
  loop: { className: styles.loop, thickness: 6.6 },
  badge: { className: styles.badge, thickness: 5.9 },
}

interface ScoreRingProps {
  value: number
  label: string
  look?: keyof typeof looks
  unit?: string
}

/** A ring filled clockwise from the top by `value` of a hundred, and the figure inside it. */
export function ScoreRing({ value, label, look = 'plain', unit = '%' }: ScoreRingProps) {
  const { className, thickness } = looks[look]
  const line = { cx: 50, cy: 50, r: 50 - thickness / 2, strokeWidth: thickness }
  return (
    <span className={`${styles.ring} ${className}`} role="img" aria-label={label}>
      <svg viewBox="0 0 100 100" aria-hidden="true" focusable="false">
        <circle className={styles.track} {...line} />
        <circle className={styles.value} {...line} pathLength="100" strokeDasharray={`${value} 100`} />
      </svg>
      <span className={styles.figure} aria-hidden="true">
        {value}
        {unit && <span className={styles.unit}>{unit}</span>}
      </span>
    </span>
  )
}
