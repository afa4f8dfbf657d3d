import { CtaBand } from '@site/shared/ui/cta-band'
import { PageHero } from '../page-hero/page-hero.tsx'
import * as copy from './about.copy.ts'
import * as styles from './about.module.css'
import { MarkGlyph } from './mark-glyph.tsx'

export default function AboutPage() {
  return (
    <>
      <PageHero {...copy.hero} variant="mission">
        <MarkGlyph />
      </PageHero>
      <section className={styles.values} aria-labelledby="values-title">
        <div className="container">
          <div className="section-head" data-reveal>
            <h2 className="section-head__title" id="values-title">
              {copy.values.title}
            </h2>
          </div>
          <ul className={styles.grid}>
            {copy.values.list.map(({ name, text }) => (
              <li key={name} className={styles.value} data-reveal>
                <span className={styles.ring} aria-hidden="true" />
                <h3 className={styles.name}>{name}</h3>
                <p className={styles.text}>{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <CtaBand {...copy.closing} />
    </>
  )
}
