import { CheckIcon, HalfIcon } from '@site/shared/ui/icons'
import { Marked } from '../marked-text.tsx'
import { ScoreRing } from '../score-ring/score-ring.tsx'
import * as styles from './candidate-card.module.css'
import { candidate, spoken } from './home.copy.ts'

/** Score first, evidence under it. */
export function CandidateCard() {
  return (
    <article className={styles.card} aria-label={spoken.candidate}>
      <div className={styles.head}>
        <div className={styles.who}>
          <p className={styles.label}>
            <CheckIcon />
            {candidate.label}
          </p>
          <h4 className={styles.name}>{candidate.name}</h4>
          <p className={styles.role}>{candidate.role}</p>
        </div>
        <ScoreRing value={candidate.score} look="loop" label={spoken.candidateScore(candidate.score)} />
      </div>
      <ul aria-label={spoken.reasons}>
        {candidate.reasons.map(({ skill, score, evidence }) => {
          const isWeak = typeof evidence === 'string'
          return (
            <li key={skill} className={isWeak ? `${styles.row} ${styles.weak}` : styles.row}>
              <span className={styles.tick}>{isWeak ? <HalfIcon /> : <CheckIcon />}</span>
              <span className={styles.skill}>{skill}</span>
              <span className={`${styles.score} tabular`}>{score}</span>
              <span className={styles.evidence}>{isWeak ? evidence : <Marked text={evidence} />}</span>
            </li>
          )
        })}
      </ul>
    </article>
  )
}
