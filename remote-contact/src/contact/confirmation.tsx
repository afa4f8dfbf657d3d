import * as art from '@site/shared/ui/art.module.css'
import { BookLink } from '@site/shared/ui/button'
import * as styles from './confirmation.module.css'
import { confirmation } from './contact.copy.ts'
import { takeFocus } from './take-focus.ts'

/** Takes the form's place, and the focus: readers go on here. */
export function Confirmation() {
  return (
    <div className={styles.confirmation} role="status">
      <svg className={styles.art} viewBox="0 0 220 120" width="220" height="120" fill="none" aria-hidden="true" focusable="false">
        <path className={art.line} d="M-400 108H74a46 46 0 1 0-.01 0H80" />
        <path className={styles.tick} d="M54 60l17 18L124 8" />
      </svg>
      <h2 className={styles.title} tabIndex={-1} ref={takeFocus}>
        {confirmation.title}
      </h2>
      <p className={styles.text}>{confirmation.text}</p>
      <BookLink look={['primary', 'large']}>{confirmation.book}</BookLink>
    </div>
  )
}
