import { ArrowLink } from '@site/shared/ui/button'
import type { ReactNode } from 'react'
import { CandidateCard } from './candidate-card.tsx'
import * as styles from './flow.module.css'
import { BoardGlyph, ScreeningGlyph, SignatureGlyph } from './flow-glyphs.tsx'
import { flow } from './home.copy.ts'
import { NextSteps } from './next-steps.tsx'
import { Trainer } from './trainer.tsx'

/** Four steps on one drawn line; the third becomes the candidate's profile. */
export function Flow() {
  const { jobBoard, screening, profile, nextSteps } = flow
  return (
    <section className={styles.flow} aria-labelledby="flow-title">
      <div className="container">
        <div className="section-head" data-reveal>
          <h2 className="section-head__title" id="flow-title">
            {flow.title}
          </h2>
          <p className="section-head__text">{flow.text}</p>
        </div>
        <div className={styles.board} data-reveal>
          <ol className={styles.steps}>
            <Step number={1} title={jobBoard.title} text={jobBoard.text} drawing={<BoardGlyph />} />
            <Step number={2} title={screening.title} text={screening.text} drawing={<ScreeningGlyph />}>
              <ArrowLink href="/demo">{screening.demo}</ArrowLink>
            </Step>
            <Step number={3} title={profile.title} text={profile.text} drawing={<CandidateCard />} />
            <Step number={4} title={nextSteps.title} drawing={<SignatureGlyph />}>
              <NextSteps />
            </Step>
          </ol>
          <Trainer />
        </div>
      </div>
    </section>
  )
}

interface StepProps {
  number: number
  title: string
  text?: string
  drawing: ReactNode
  children?: ReactNode
}

function Step({ number, title, text, drawing, children }: StepProps) {
  return (
    <li className={styles.step}>
      <div className={styles.track}>{drawing}</div>
      <div className={styles.body}>
        <h3 className={styles.title}>
          <span className={styles.number} aria-hidden="true">
            {number}
          </span>
          {title}
        </h3>
        {text && <p className={styles.text}>{text}</p>}
        {children}
      </div>
    </li>
  )
}
