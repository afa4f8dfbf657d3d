import * as art from '@site/shared/ui/art.module.css'
import { ArrowLink, BookLink } from '@site/shared/ui/button'
import { CtaBand } from '@site/shared/ui/cta-band'
import { closing } from '../closing.copy.ts'
import { baseline, Glyph } from '../page-hero/glyph.tsx'
import { PageHero } from '../page-hero/page-hero.tsx'
import { Accordion } from './accordion.tsx'
import * as copy from './faqs.copy.ts'
import * as styles from './faqs.module.css'

export default function FaqsPage() {
  const { title, text, contact } = copy.help
  return (
    <>
      <PageHero {...copy.hero}>
        <Glyph path={bubbles}>
          <g className={art.detail}>
            <path d="M52 64H206M52 88H180M52 112H140M294 104H388M294 126H352" />
          </g>
        </Glyph>
      </PageHero>
      <section className={styles.faq} aria-label={copy.spoken.questions}>
        <div className={`${styles.inner} container`}>
          <aside className={styles.help} data-reveal>
            <h2 className={styles.title}>{title}</h2>
            <p>{text}</p>
            <div className={styles.actions}>
              <BookLink />
              <ArrowLink href="/contact">{contact}</ArrowLink>
            </div>
          </aside>
          <Accordion questions={copy.questions} />
        </div>
      </section>
      <CtaBand {...closing} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own data, and React would escape it as HTML. */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: structuredData }} />
    </>
  )
}

/** The questions once more, for search engines (schema.org). In a script, no text may end the element. */
const structuredData = JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: copy.questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
}).replaceAll('<', '\\u003c')

const questionBubble = `M24 ${baseline}V42a12 12 0 0 1 12-12H228a12 12 0 0 1 12 12V140a12 12 0 0 1-12 12H58L24 ${baseline}`
const answerBubble = `M420 ${baseline}V90a12 12 0 0 0-12-12H280a12 12 0 0 0-12 12V140a12 12 0 0 0 12 12H386L420 ${baseline}`
const bubbles = `H3000${questionBubble}${answerBubble}`
