import * as styles from './capabilities.module.css'
import { capabilityArt } from './capability-art.tsx'
import { capabilities, capabilitiesTitle } from './demo.copy.ts'

export function Capabilities() {
  return (
    <section className={styles.section} aria-labelledby="capabilities-title">
      <div className="container">
        <div className="section-head" data-reveal>
          <h2 className="section-head__title" id="capabilities-title">
            {capabilitiesTitle}
          </h2>
        </div>
        <ul className={styles.grid}>
          {capabilities.map(({ art, title, text }) => (
            <li key={title} data-reveal>
              <svg
                className={styles.art}
                viewBox="0 0 96 68"
                width="96"
                height="68"
                fill="none"
                aria-hidden="true"
                focusable="false"
              >
                {capabilityArt[art]}
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
