import { drawThreads, heroPlan, type Thread } from '@site/shared/threads'
import * as styles from './hero-art.module.css'

const wide = drawThreads({
  ...heroPlan,
  seed: 11,
  approach: { ...heroPlan.approach, leadIn: 520 },
  shortlist: { rows: [110, 192, 274], end: 329 },
  others: { row: (index) => 352 + index * 2.5, end: 2400, stagger: 0 },
})

const narrow = drawThreads({
  seed: 12,
  count: 27,
  span: 300,
  ringRadius: 78,
  approach: { length: 210, leadIn: 0, steps: 6, jitter: 18, swing: 60, curls: 0.16, curlRadius: 20, sides: 235 },
  settle: 100,
  shortlist: { rows: [66, 150, 234], end: 128 },
  others: { row: (index) => (index % 2 ? -43 + (index >> 1) * 1.5 : 343 - (index >> 1) * 1.5), end: 428, stagger: 7 },
})

const colours = [styles.thread1, styles.thread2, styles.thread3, styles.thread4, styles.thread5, styles.thread6]

/** Left to right beside the shortlist; on narrow screens top to bottom, into it. */
export function HeroArt() {
  return (
    <>
      <svg
        className={`${styles.threads} ${styles.wide}`}
        viewBox="0 0 2400 430"
        width="2400"
        height="430"
        aria-hidden="true"
        focusable="false"
      >
        <g transform="translate(1050 0)" fill="none" strokeLinecap="round">
          <Threads {...wide} ringBack="M0 111A34 104 0 0 1 0 319" ringFront="M0 111A34 104 0 0 0 0 319" ringWidth={14} />
        </g>
      </svg>
      <svg
        className={`${styles.threads} ${styles.narrow}`}
        viewBox="0 0 800 360"
        width="800"
        height="360"
        aria-hidden="true"
        focusable="false"
      >
        <g transform="translate(400 226) matrix(0 1 1 0 0 0) translate(0 -150)" fill="none" strokeLinecap="round">
          <Threads {...narrow} ringBack="M0 72A23 78 0 0 1 0 228" ringFront="M0 72A23 78 0 0 0 0 228" ringWidth={11} />
        </g>
      </svg>
    </>
  )
}

interface Drawing {
  shortlisted: Thread[]
  others: Thread[]
  ringBack: string
  ringFront: string
  ringWidth: number
}

/** The threads run through the ring: one half of it behind them, the other in front. */
function Threads({ shortlisted, others, ringBack, ringFront, ringWidth }: Drawing) {
  return (
    <>
      <path className={styles.ring} strokeWidth={ringWidth} d={ringBack} />
      <g className={styles.others}>
        {others.map(({ path, colour }) => (
          <path key={path} className={colours[colour]} d={path} />
        ))}
      </g>
      <g className={styles.shortlisted}>
        {shortlisted.map(({ path, colour }) => (
          <path key={path} className={colours[colour]} d={path} />
        ))}
      </g>
      <g className={styles.beads}>
        {shortlisted.map(({ path, colour }) => (
          <path key={path} className={colours[colour]} pathLength="100" d={path} />
        ))}
      </g>
      <path className={styles.ring} strokeWidth={ringWidth} d={ringFront} />
      <g className={styles.nodes}>
        {shortlisted.map(({ path, colour, end: [x, y] }) => (
          <circle key={path} className={colours[colour]} cx={x} cy={y} r="5.5" />
        ))}
      </g>
    </>
  )
}
