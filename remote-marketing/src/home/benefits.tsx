import { BenefitArt } from './benefit-art.tsx'
import * as styles from './benefits.module.css'
import { benefits } from './home.copy.ts'

export function Benefits() {
  return (
    <section className={styles.benefits} aria-labelledby="benefits-title">
      <div className="container">
        <div className="section-head" data-reveal>
          <h2 className="section-head__title" id="benefits-title">
            {benefits.title}
          </h2>
        </div>
        <ul className={styles.grid}>
          {benefits.cards.map(({ subject, title, text }) => (
            <li key={subject} className={styles.benefit} data-reveal>
              <svg className={styles.art} viewBox="0 0 260 120" fill="none" aria-hidden="true" focusable="false">
                <BenefitArt subject={subject} />
              </svg>
              <h3 className={styles.title}>{title}</h3>
              <p className={styles.text}>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
