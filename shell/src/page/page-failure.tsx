import type { CompositionPage } from '@site/shared/composition'
import { siteConfig } from '@site/shared/site-config'
import { buttonClass } from '@site/shared/ui/button'
import * as copy from './page-failure.copy.ts'
import * as styles from './page-failure.module.css'

interface Failure {
  page: CompositionPage
  /** Where to, with query and anchor; the page's own address if not given. */
  href?: string
  onRetry: () => void
  /** While a new try is under way. */
  busy?: boolean | undefined
}

/** A page that was asked for and did not come: what happened, and four ways on. Takes the place of the page. */
export function PageFailure(failure: Failure) {
  return (
    <section className={styles.page}>
      <div className="container" role="alert">
        <FailureText heading="h1" {...failure} />
      </div>
    </section>
  )
}

/** The same, over a page that goes on to be readable. */
export function FailureNotice({ onClose, ...failure }: Failure & { onClose: () => void }) {
  return (
    <section
      className={styles.notice}
      id="page-failure"
      role="alertdialog"
      aria-labelledby="page-failure-title"
      aria-describedby="page-failure-text"
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <FailureText heading="h2" {...failure} />
      <button className={styles.close} type="button" onClick={onClose}>
        {copy.close}
      </button>
    </section>
  )
}

function FailureText({ heading: Heading, page, href = page.path, onRetry, busy = false }: Failure & { heading: 'h1' | 'h2' }) {
  const { email } = siteConfig()
  return (
    <>
      <Heading className={styles.title} id="page-failure-title">
        {copy.title(page.title)}
      </Heading>
      <p className={styles.text} id="page-failure-text">
        {navigator.onLine ? copy.broken : copy.offline}
      </p>
      <p className={styles.actions}>
        <button className={buttonClass('primary', 'small')} type="button" onClick={onRetry} disabled={busy}>
          {busy ? copy.trying : copy.retry}
        </button>
        <a className={buttonClass('quiet', 'small')} href={href} data-full-load>
          {copy.fullLoad}
        </a>
        <a className={styles.mail} href={`mailto:${email}`}>
          {copy.mail(email)}
        </a>
      </p>
    </>
  )
}
