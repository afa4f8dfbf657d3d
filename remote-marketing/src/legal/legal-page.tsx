import * as art from '@site/shared/ui/art.module.css'
import type { ReactNode } from 'react'
import { Glyph } from '../page-hero/glyph.tsx'
import { LastUpdated } from './last-updated.tsx'
import * as styles from './legal-page.module.css'

export interface LegalSection {
  id: string
  title: string
  prose: ReactNode
}

export function LegalPage({ title, sections }: { title: string; sections: LegalSection[] }) {
  return (
    <article>
      <header className={styles.head}>
        <div className={`${styles.headInner} container`}>
          <h1 className={styles.title}>{title}</h1>
          <LastUpdated />
          <SheetGlyph />
        </div>
      </header>
      <div className={`${styles.inner} container`}>
        <nav className={styles.contents} aria-label="On this page">
          <ol>
            {sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.body}>
          {sections.map((section, index) => (
            <section key={section.id} id={section.id} data-reveal>
              <h2>
                <span className={styles.number}>{index + 1}</span>
                {section.title}
              </h2>
              {section.prose}
            </section>
          ))}
        </div>
      </div>
    </article>
  )
}

function SheetGlyph() {
  return (
    <Glyph path="H150V40a10 10 0 0 1 10-10H270L304 64V182.5">
      <path className={art.line} d="M270 30V54a10 10 0 0 0 10 10H304" />
      <g className={art.detail}>
        <path d="M176 62H236M176 88H278M176 110H278M176 132H278M176 154H240" />
      </g>
    </Glyph>
  )
}
