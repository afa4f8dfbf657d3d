import { flow } from './home.copy.ts'
import * as styles from './next-steps.module.css'

export function NextSteps() {
  const { meeting, assessment, optional, signOn } = flow.nextSteps
  return (
    <ol className={styles.steps}>
      <li className={styles.step}>{meeting}</li>
      <li className={`${styles.step} ${styles.optional}`}>
        {assessment} <span className={styles.note}>{optional}</span>
      </li>
      <li className={`${styles.step} ${styles.end}`}>{signOn}</li>
    </ol>
  )
}
