// Each number of a case study is drawn to scale.
import { round } from '@site/shared/art'
import { scale } from './case-studies.copy.ts'
import * as styles from './scale.module.css'

export function ScaleBars({ before, after, label }: { before: number; after: number; label: string }) {
  return (
    <div className={styles.scale} role="img" aria-label={label}>
      <div className={styles.row}>
        <Bar percent={before} />
        <span>{scale.before}</span>
      </div>
      <div className={`${styles.row} ${styles.after}`}>
        <Bar percent={after} />
        <span className={styles.name}>{scale.after}</span>
      </div>
    </div>
  )
}

/** Drawn, because a width in percent would need a style attribute, which the site's CSP refuses. */
function Bar({ percent }: { percent: number }) {
  const end = `${percent}%`
  return (
    <svg className={styles.bar} aria-hidden="true" focusable="false">
      <rect width={end} height="3" rx="1.5" />
      <circle cx={end} cy="1.5" r="5" />
    </svg>
  )
}

const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, mark: `M${round(4 + hour * 8.3)} ${hour % 6 === 0 ? 8 : 16}V36` }))
const marksOf = (isOffice: boolean) =>
  hours
    .filter(({ hour }) => (hour >= 9 && hour < 18) === isOffice)
    .map(({ mark }) => mark)
    .join('')

export function CoveredHours() {
  return (
    <div className={styles.scale}>
      <svg className={styles.clock} viewBox="0 0 200 52" fill="none" aria-hidden="true" focusable="false">
        <path className={styles.office} d={marksOf(true)} />
        <path className={styles.outside} d={marksOf(false)} />
        <path className={styles.day} d="M4 44H195" />
      </svg>
      <p className={styles.note}>{scale.hours}</p>
    </div>
  )
}
