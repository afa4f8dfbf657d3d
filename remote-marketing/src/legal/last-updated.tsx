import { useSyncExternalStore } from 'react'
import * as styles from './last-updated.module.css'

/** Shows today's date (specification, section 2). Only the browser knows it: the prerendered page may be months old. */
export function LastUpdated() {
  const today = useSyncExternalStore(neverChanges, readToday, () => undefined)
  return (
    <p className={styles.date}>
      Last updated {today ? <time dateTime={today}>{longDate.format(new Date(`${today}T12:00`))}</time> : 'today'}
    </p>
  )
}

const longDate = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

/** As 2026-11-21, in the visitor's time zone. */
function readToday(): string {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

const neverChanges = () => () => {}
