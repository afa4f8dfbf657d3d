import { CtaBand } from '@site/shared/ui/cta-band'
import { Glyph } from '../page-hero/glyph.tsx'
import { PageHero } from '../page-hero/page-hero.tsx'
import { PlanCard } from './plan-card.tsx'
import * as copy from './pricing.copy.ts'
import * as styles from './pricing.module.css'

export default function PricingPage() {
  return (
    <>
      <PageHero {...copy.hero}>
        <Glyph path={growingRings} />
      </PageHero>
      <section className={styles.plans} aria-label={copy.spoken.plans}>
        <ul className={`${styles.grid} container`}>
          {copy.plans.map((plan) => (
            <PlanCard key={plan.name} plan={plan} />
          ))}
        </ul>
        <dl className={`${styles.terms} container`} data-reveal>
          {copy.terms.map(({ name, text }) => (
            <div key={name} className={styles.term}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <CtaBand {...copy.closing} />
    </>
  )
}

const ring = (x: number, radius: number) => `H${x}a${radius} ${radius} 0 1 0 -.01 0`
const growingRings = ring(76, 26) + ring(180, 48) + ring(340, 78)
