import { CalendarIcon, ChatIcon, CheckIcon } from '@site/shared/ui/icons'
import { ScoreRing } from '../score-ring/score-ring.tsx'
import { shortlist, spoken } from './home.copy.ts'
import * as styles from './shortlist.module.css'

const icons = { booked: CalendarIcon, replied: ChatIcon, shortlisted: CheckIcon }

export function Shortlist() {
  return (
    <figure className={styles.shortlist}>
      <figcaption className={styles.head}>
        <span className={styles.title}>{shortlist.role}</span>
        <span className={styles.meta}>{shortlist.note}</span>
      </figcaption>
      <ol>
        {shortlist.candidates.map(({ name, state, status, score }, index) => {
          const StateIcon = icons[state]
          return (
            <li key={name} className={styles.row}>
              <span className={`${styles.rank} tabular`}>{index + 1}</span>
              <span className={styles.who}>
                <span className={styles.name}>{name}</span>
                <span className={styles.status}>
                  <StateIcon />
                  {status}
                </span>
              </span>
              <ScoreRing value={score} look="mini" unit="" label={spoken.shortlistScore(score)} />
            </li>
          )
        })}
      </ol>
    </figure>
  )
}
