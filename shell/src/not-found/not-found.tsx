import { notFound } from '@site/shared/composition'
import * as art from '@site/shared/ui/art.module.css'
import { ButtonLink } from '@site/shared/ui/button'
import { useSyncExternalStore } from 'react'
import * as styles from './not-found.module.css'

export function NotFound() {
  return (
    <section className={styles.lost}>
      <div className="container">
        <p className={styles.code}>404</p>
        <h1 className={styles.title}>{notFound.title}</h1>
        <p className={styles.text}>The line stops here. The address may be mistyped, or the page may have moved.</p>
        <div className={styles.actions}>
          <ButtonLink href="/" look={['primary']}>
            Back to Home
          </ButtonLink>
          <ButtonLink href="/contact">Contact</ButtonLink>
        </div>
      </div>
      <LineThatMissesTheRing />
      <div className="container">
        <DeveloperHint />
      </div>
    </section>
  )
}

function LineThatMissesTheRing() {
  return (
    <svg
      className={styles.line}
      viewBox="0 0 2400 300"
      width="2400"
      height="300"
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <path
        className={art.line}
        d="M-20 150H1330C1420 150 1452 96 1500 96C1560 96 1570 190 1510 196C1456 200 1460 130 1520 128C1590 126 1600 230 1660 250"
      />
      <circle className={styles.ring} cx="1800" cy="150" r="78" />
      <path className={`${art.line} ${styles.after}`} d="M1900 150H2420" />
    </svg>
  )
}

/** The published 404 page serves every unknown address: which one it was, only the browser knows. */
function DeveloperHint() {
  const path = useSyncExternalStore(
    () => () => {},
    () => location.pathname,
    () => 'this address',
  )
  return (
    <pre className={styles.hint}>
      <code>
        <span className={styles.prompt}>GET</span> {path} <b>404</b>
        {'\n'}
        <span className={styles.comment}>{'// Did you forget to add the page to the router?'}</span>
      </code>
    </pre>
  )
}
