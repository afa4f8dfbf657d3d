import { ScoreRing } from '../score-ring/score-ring.tsx'
import * as styles from './evidence.module.css'
import { sampleCv, spoken } from './solutions.copy.ts'

export function Evidence() {
  const { name, role, linesBelow, claims, score, verdict } = sampleCv
  return (
    <figure className={styles.evidence} data-reveal aria-label={spoken.sampleCv}>
      <div className={styles.sheet}>
        <p className={styles.name}>{name}</p>
        <p className={styles.role}>{role}</p>
        <UnreadLines widths={linesBelow} />
        {claims.map((claim) => (
          <Claim key={claim.text} {...claim} />
        ))}
      </div>
      <figcaption className={styles.total}>
        <ScoreRing value={score} label={spoken.score(score)} />
        <span>
          {verdict[0]}
          <br />
          {verdict[1]}
        </span>
      </figcaption>
    </figure>
  )
}

function Claim({ text, score, skill, isWeak, linesBelow }: (typeof sampleCv.claims)[number]) {
  return (
    <>
      <p className={isWeak ? `${styles.claim} ${styles.weak}` : styles.claim}>
        <span>
          <mark>{text}</mark>
        </span>
        <span className={styles.note}>
          <b className="tabular">{score}</b>
          {skill}
        </span>
      </p>
      <UnreadLines widths={linesBelow} />
    </>
  )
}

const lineHeight = 7
const pitch = 17.4

function UnreadLines({ widths }: { widths: number[] }) {
  return (
    <svg className={styles.lines} height={widths.length * pitch - (pitch - lineHeight)} aria-hidden="true" focusable="false">
      {widths.map((width, index) => (
        <rect key={width} y={index * pitch} width={`${width}%`} height={lineHeight} rx="3.5" />
      ))}
    </svg>
  )
}
