import { siteConfig } from '@site/shared/site-config'
import { BookLink, ButtonLink } from '@site/shared/ui/button'
import { MicIcon } from '@site/shared/ui/icons'
import * as styles from './hero.module.css'
import { HeroArt } from './hero-art.tsx'
import { hero } from './home.copy.ts'
import { Shortlist } from './shortlist.tsx'

export function Hero() {
  return (
    <section className={styles.hero}>
      <div className={`${styles.copy} container`}>
        <h1 className={styles.title}>{hero.title}</h1>
        <div className={styles.aside}>
          <p className={styles.lead}>{hero.lead(siteConfig().brand)}</p>
          <div className={styles.actions}>
            <BookLink />
            <ButtonLink href="/demo" icon={<MicIcon />}>
              {hero.demo}
            </ButtonLink>
          </div>
        </div>
      </div>
      <div className={styles.art}>
        <HeroArt />
        <div className={`${styles.stage} container`}>
          <Shortlist />
        </div>
      </div>
      <ul className={`${styles.benefits} container`}>
        {hero.benefits.map(({ title, text }) => (
          <li key={title} className={styles.benefit} data-reveal>
            <h2 className={styles.benefitTitle}>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
