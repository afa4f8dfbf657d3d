import { siteConfig } from '@site/shared/site-config'
import * as styles from './wordmark.module.css'

/** Brand mark and name, linking home. `id` keeps the masks of two wordmarks on one page apart. */
export function Wordmark({ id, inverse = false }: { id: string; inverse?: boolean }) {
  const { brand } = siteConfig()
  return (
    <a
      className={inverse ? `${styles.wordmark} ${styles.large} ${styles.inverse}` : styles.wordmark}
      href="/"
      aria-label={`${brand}, home`}
    >
      <Mark id={id} />
      <span className={styles.name}>{brand}</span>
    </a>
  )
}

/** A line through a ring: under it on the way in, over it on the way out. */
function Mark({ id }: { id: string }) {
  const [over, under] = [`${id}-over`, `${id}-under`]
  return (
    <svg className={styles.mark} viewBox="0 0 44 32" width="44" height="32" fill="none" aria-hidden="true" focusable="false">
      <mask id={over} maskUnits="userSpaceOnUse" x="0" y="0" width="44" height="32">
        <path fill="#fff" d="M0 0h44v32H0z" />
        <path stroke="#000" strokeWidth="7" d="M22 16C26.5 10.5 31 7 41.5 7" />
      </mask>
      <mask id={under} maskUnits="userSpaceOnUse" x="0" y="0" width="44" height="32">
        <path fill="#fff" d="M0 0h44v32H0z" />
        <path stroke="#000" strokeWidth="7" d="M22 4.5a11.5 11.5 0 0 0 0 23" />
      </mask>
      <circle cx="22" cy="16" r="11.5" stroke="currentColor" strokeWidth="3.8" mask={`url(#${over})`} />
      <path
        className={styles.line}
        stroke="currentColor"
        strokeWidth="3.8"
        strokeLinecap="round"
        d="M2.5 25C13 25 17.5 21.5 22 16S31 7 41.5 7"
        mask={`url(#${under})`}
      />
    </svg>
  )
}
