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
export function FailureNotice({ onClose, busy, ...failure }: Failure & { onClose: () => void; busy: boolean }) {
  return (
    <section
      className={styles.notice}
      id="page-failure"
      role="alertdialog"
      aria-labelledby="page-failure-title"
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <FailureText heading="h2" busy={busy} {...failure} />
      <button className={styles.close} type="button" onClick={onClose}>
        {copy.close}
      </button>
    </section>
  )
}

function FailureText({
  heading: Heading,
  page,
  href = page.path,
  onRetry,
  busy = false,
}: Failure & { heading: 'h1' | 'h2'; busy?: boolean }) {
  const { email } = siteConfig()
  return (
    <>
      <Heading className={styles.title} id="page-failure-title">
        {copy.title(page.title)}
      </Heading>
      <p className={styles.text}>{navigator.onLine ? copy.broken : copy.offline}</p>
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
