import type { ReactNode } from 'react'
import * as styles from './page-hero.module.css'

const variants = { mission: styles.mission, stops: styles.stops }

interface PageHeroProps {
  title: ReactNode
  lead: string
  variant?: keyof typeof variants
  children?: ReactNode
}

/** The head of a page: its h1, what it is about, and a glyph that stands on the line. */
export function PageHero({ title, lead, variant, children }: PageHeroProps) {
  return (
    <section className={variant ? `${styles.hero} ${variants[variant]}` : styles.hero}>
      <div className={`${styles.inner} container`}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {children}
      </div>
    </section>
  )
}
