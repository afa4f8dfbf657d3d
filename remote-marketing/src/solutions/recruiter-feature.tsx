import { Evidence } from './evidence.tsx'
import * as styles from './recruiter-feature.module.css'
import { recruiter } from './solutions.copy.ts'

export function RecruiterFeature() {
  const { id, name, lead, capabilitiesTitle, capabilities, features } = recruiter
  return (
    <section className={styles.feature} id={id} aria-labelledby="feature-title">
      <div className="container">
        <div className={styles.top}>
          <div data-reveal>
            <h2 className={styles.title} id="feature-title">
              {name}
            </h2>
            <p className={styles.lead}>{lead}</p>
            <h3 className={styles.label}>{capabilitiesTitle}</h3>
            <ul className={styles.capabilities}>
              {capabilities.map((capability) => (
                <li key={capability.name}>
                  <b>{capability.name}</b>
                  <span>{capability.text}</span>
                </li>
              ))}
            </ul>
          </div>
          <Evidence />
        </div>
        <ul className={styles.list}>
          {features.map((feature) => (
            <li key={feature.name} className={styles.item} data-reveal>
              <h3>{feature.name}</h3>
              <p>{feature.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
