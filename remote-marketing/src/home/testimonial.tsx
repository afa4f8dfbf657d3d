import { Marked } from '../marked-text.tsx'
import { spoken, testimonial } from './home.copy.ts'
import * as styles from './testimonial.module.css'

export function Testimonial() {
  return (
    <section className={styles.testimonial} aria-label={spoken.testimonial}>
      <figure className="container" data-reveal>
        <blockquote className={styles.quote}>
          <Marked text={testimonial.quote} />
        </blockquote>
        <figcaption className={styles.by}>
          <span className={styles.company}>{testimonial.company}</span>
          <span className={styles.kind}>{testimonial.kind}</span>
        </figcaption>
      </figure>
    </section>
  )
}
