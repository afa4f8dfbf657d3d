import { ScoreRing } from '../score-ring/score-ring.tsx'
import { problem } from './home.copy.ts'
import * as styles from './problem.module.css'

export function Problem() {
  return (
    <section className={styles.problem} aria-labelledby="problem-title">
      <div className={`${styles.inner} container`}>
        <div data-reveal>
          <h2 className={styles.title} id="problem-title">
            {problem.title}
          </h2>
          {problem.text.map((paragraph) => (
            <p key={paragraph} className={styles.text}>
              {paragraph}
            </p>
          ))}
        </div>
        <div className={styles.proof} data-reveal>
          <StatBadge />
          <Timeline />
        </div>
      </div>
    </section>
  )
}

function StatBadge() {
  const { share, text } = problem.companies
  return (
    <figure className={styles.badge}>
      <ScoreRing value={share} look="badge" label={`${share}%`} />
      <figcaption className={styles.badgeText}>{text}</figcaption>
    </figure>
  )
}

function Timeline() {
  const { claim, before, after, saved, scale } = problem.timeToHire
  return (
    <figure className={styles.timeline} aria-label={claim}>
      <div className={styles.row}>
        <span className={styles.name}>{before}</span>
        <span className={styles.bar} />
      </div>
      <div className={styles.row}>
        <span className={styles.name}>{after}</span>
        <span className={`${styles.bar} ${styles.shorter}`}>
          <span className={styles.saved}>{saved}</span>
        </span>
      </div>
      <figcaption className={styles.caption}>{`${claim}. ${scale}`}</figcaption>
    </figure>
  )
}
