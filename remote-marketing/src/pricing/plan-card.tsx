import { round } from '@site/shared/art'
import { BookLink } from '@site/shared/ui/button'
import { CheckIcon } from '@site/shared/ui/icons'
import * as styles from './plan-card.module.css'
import { type Plan, popular, price } from './pricing.copy.ts'

export function PlanCard({ plan }: { plan: Plan }) {
  const { name, audience, features, threads, isPopular } = plan
  return (
    <li className={isPopular ? `${styles.card} ${styles.popular}` : styles.card} data-reveal>
      {isPopular && <p className={styles.badge}>{popular}</p>}
      <h2 className={styles.name}>{name}</h2>
      <p className={styles.audience}>{audience}</p>
      <svg className={styles.art} width="100%" height="100" fill="none" aria-hidden="true" focusable="false">
        <path d={fanOut(threads)} />
        <circle cx="46" cy="50" r="10" />
      </svg>
      <p className={styles.price}>{price}</p>
      <ul className={styles.features}>
        {features.map((feature) => (
          <li key={feature}>
            <CheckIcon />
            <span>{feature}</span>
          </li>
        ))}
      </ul>
      <BookLink look={[isPopular ? 'inverse' : 'primary', 'wide']} />
    </li>
  )
}

/** Threads that leave one ring and run off the card, evenly spread. */
function fanOut(threads: number): string {
  const gap = Math.min(14, 84 / threads)
  const top = 50 - (gap * (threads - 1)) / 2
  return Array.from({ length: threads }, (_, index) => {
    const y = round(top + index * gap)
    return `M0 50H40C90 50 90 ${y} 150 ${y}H2000`
  }).join('')
}
