import { coil, continued } from '@site/shared/art'
import { CtaBand } from '@site/shared/ui/cta-band'
import { closing } from '../closing.copy.ts'
import { baseline, Glyph } from '../page-hero/glyph.tsx'
import { PageHero } from '../page-hero/page-hero.tsx'
import { EnginePanel } from './engine-panel.tsx'
import * as copy from './how-it-works.copy.ts'
import * as styles from './how-it-works.module.css'

export default function HowItWorksPage() {
  return (
    <>
      <PageHero {...copy.hero}>
        <Glyph path={sixLoops} />
      </PageHero>
      <section className={styles.how} aria-label={copy.spoken.steps}>
        <div className={`${styles.inner} container`}>
          <ol>
            {copy.steps.map(({ name, text }, index) => (
              <li key={name} className={styles.step} data-reveal>
                <span className={styles.number} aria-hidden="true">
                  {index + 1}
                </span>
                <div>
                  <h2 className={styles.name}>{name}</h2>
                  <p className={styles.text}>{text}</p>
                </div>
              </li>
            ))}
          </ol>
          <EnginePanel />
        </div>
      </section>
      <CtaBand title={copy.closingTitle} text={closing.text} />
    </>
  )
}

const sixLoops = `H84${continued(coil({ x: 84, y: baseline, turns: 6, radius: 64, pitch: 46 }))}`
