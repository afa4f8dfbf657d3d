import { BookLink } from '@site/shared/ui/button'
import { Marked } from '../marked-text.tsx'
import * as styles from './case-card.module.css'
import type { CaseStudy, Metric } from './case-studies.copy.ts'
import { CoveredHours, ScaleBars } from './scale.tsx'

export function CaseCard({ study }: { study: CaseStudy }) {
  return (
    <li className={styles.card} data-reveal>
      <div>
        <h2 className={styles.client}>{study.client}</h2>
        <p className={styles.kind}>{study.kind}</p>
        <blockquote className={styles.quote}>
          <Marked text={study.quote} />
        </blockquote>
      </div>
      <div className={styles.metrics}>
        {study.metrics.map((metric) => (
          <MetricWithScale key={metric.text} metric={metric} />
        ))}
      </div>
      <div>
        <BookLink look={['quiet']} />
      </div>
    </li>
  )
}

function MetricWithScale({ metric: { figure, text, bars } }: { metric: Metric }) {
  return (
    <div>
      <p className={styles.figure}>{figure}</p>
      <p className={styles.text}>{text}</p>
      {bars ? <ScaleBars {...bars} /> : <CoveredHours />}
    </div>
  )
}
