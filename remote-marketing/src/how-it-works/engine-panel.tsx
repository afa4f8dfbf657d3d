import { ButtonLink } from '@site/shared/ui/button'
import * as styles from './engine-panel.module.css'
import { engine } from './how-it-works.copy.ts'

export function EnginePanel() {
  return (
    <aside className={styles.engine} aria-labelledby="engine-title" data-reveal>
      <h2 className={styles.title} id="engine-title">
        {engine.title}
      </h2>
      <ol className={styles.stages}>
        {engine.stages.map(({ name, text }) => (
          <li key={name} className={styles.stage}>
            <span className={styles.name}>{name}</span>
            <span className={styles.text}>{text}</span>
          </li>
        ))}
      </ol>
      <ButtonLink href="/demo" look={['inverse']}>
        {engine.demo}
      </ButtonLink>
    </aside>
  )
}
