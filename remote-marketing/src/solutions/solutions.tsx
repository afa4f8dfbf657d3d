import { CtaBand } from '@site/shared/ui/cta-band'
import { PageHero } from '../page-hero/page-hero.tsx'
import { RecruiterFeature } from './recruiter-feature.tsx'
import * as copy from './solutions.copy.ts'
import * as styles from './solutions.module.css'
import { SpecialistCard } from './specialist-card.tsx'
import { Stops } from './stops.tsx'

export default function SolutionsPage() {
  const [first, second] = copy.hero.titleLines
  return (
    <>
      <PageHero
        variant="stops"
        lead={copy.hero.lead}
        title={
          <>
            {first}
            <br />
            {second}
          </>
        }
      />
      <Stops />
      <RecruiterFeature />
      <section className={styles.specialists} aria-label={copy.spoken.specialists}>
        <div className={`${styles.grid} container`}>
          {copy.specialists.map((specialist) => (
            <SpecialistCard key={specialist.id} specialist={specialist} />
          ))}
        </div>
      </section>
      <CtaBand {...copy.closing} />
    </>
  )
}
