import { BookLink } from './button.tsx'
import * as styles from './cta-band.module.css'

/** The closing call to action of a page. */
export function CtaBand({ title, text, label }: { title: string; text: string; label?: string }) {
  return (
    <section className={styles.band} aria-labelledby="cta-title">
      <svg
        className={styles.lines}
        viewBox="0 0 2400 440"
        width="2400"
        height="440"
        fill="none"
        aria-hidden="true"
        focusable="false"
      >
        <path d={quarterCircles} />
      </svg>
      <div className={`${styles.inner} container`} data-reveal>
        <h2 className={styles.title} id="cta-title">
          {title}
        </h2>
        <p className={styles.text}>{text}</p>
        <BookLink look={['inverse', 'large']}>{label}</BookLink>
      </div>
    </section>
  )
}

const quarterCircles = Array.from({ length: 9 }, (_, index) => {
  const radius = 54 + index * 40
  return `M${1850 - radius} 460V440A${radius} ${radius} 0 0 1 1850 ${440 - radius}H4000`
}).join('')
