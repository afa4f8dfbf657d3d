import { recruiter, specialists, spoken } from './solutions.copy.ts'
import * as styles from './stops.module.css'

/** The page's contents, as stops on the line that the hero stands on. */
export function Stops() {
  return (
    <nav className={styles.stops} aria-label={spoken.stops}>
      <ul className={`${styles.list} container`}>
        {[recruiter, ...specialists].map(({ id, name }) => (
          <li key={id} className={styles.stop}>
            <a className={styles.link} href={`#${id}`}>
              <span className={styles.ring} aria-hidden="true" />
              <span className={styles.name}>{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
