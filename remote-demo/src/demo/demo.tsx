import { CtaBand } from '@site/shared/ui/cta-band'
import { Capabilities } from './capabilities.tsx'
import * as copy from './demo.copy.ts'
import * as styles from './demo.module.css'
import { VoiceCard } from './voice-card.tsx'

export default function DemoPage() {
  return (
    <>
      <section className={styles.hero}>
        <div className={`${styles.inner} container`}>
          <div>
            <h1 className={styles.title}>{copy.title}</h1>
            <p className={styles.lead}>{copy.lead}</p>
            <ul className={styles.tips}>
              {copy.tips.map((tip) => (
                <li key={tip}>{tip}</li>
              ))}
            </ul>
          </div>
          <VoiceCard />
        </div>
      </section>
      <Capabilities />
      <CtaBand {...copy.cta} />
    </>
  )
}
