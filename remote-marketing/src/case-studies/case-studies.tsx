import * as art from '@site/shared/ui/art.module.css'
import { CtaBand } from '@site/shared/ui/cta-band'
import { closing } from '../closing.copy.ts'
import { Glyph } from '../page-hero/glyph.tsx'
import { PageHero } from '../page-hero/page-hero.tsx'
import { CaseCard } from './case-card.tsx'
import * as copy from './case-studies.copy.ts'
import * as styles from './case-studies.module.css'

export default function CaseStudiesPage() {
  return (
    <>
      <PageHero {...copy.hero}>
        <FallingLine />
      </PageHero>
      <section className={styles.cases} aria-label={copy.spoken.cases}>
        <ul className={`${styles.list} container`}>
          {copy.cases.map((study) => (
            <CaseCard key={study.client} study={study} />
          ))}
        </ul>
        <p className={`${styles.note} container`}>{copy.scale.note}</p>
      </section>
      <CtaBand title={copy.closingTitle} text={closing.text} />
    </>
  )
}

function FallingLine() {
  return (
    <Glyph path="H30C60 182.5 56 30 96 30C150 30 170 116 240 116C300 116 320 144 400 144C424 144 424 182.5 440 182.5">
      <circle className={`${art.dot} ${styles.start}`} cx="96" cy="30" r="9" />
      <circle className={art.dot} cx="400" cy="144" r="9" />
    </Glyph>
  )
}
