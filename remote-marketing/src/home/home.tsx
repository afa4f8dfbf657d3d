import { CtaBand } from '@site/shared/ui/cta-band'
import { closing } from '../closing.copy.ts'
import { Benefits } from './benefits.tsx'
import { Flow } from './flow.tsx'
import { Hero } from './hero.tsx'
import { Problem } from './problem.tsx'
import { Testimonial } from './testimonial.tsx'

export default function HomePage() {
  return (
    <>
      <Hero />
      <Flow />
      <Problem />
      <Benefits />
      <Testimonial />
      <CtaBand {...closing} />
    </>
  )
}
