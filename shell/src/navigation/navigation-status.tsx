import { useEffect } from 'react'
import { FailureNotice } from '../page/page-failure.tsx'
import { openPage } from './links.ts'
import { useNavigation } from './navigation-state.ts'
import * as styles from './navigation-status.module.css'

/** Back to where the visitor was before the notice took the focus. */
function closeFailure(): void {
  const from = useNavigation.getState().failure?.from
  useNavigation.setState({ failure: null })
  if (from instanceof HTMLElement) from.focus({ preventScroll: true })
}

/** While a page loads: a line below the header. When it could not be loaded: a notice, over the page that stays. */
export function NavigationStatus() {
  const { pending, failure } = useNavigation()
  useEffect(() => {
    if (failure) document.getElementById('page-failure')?.focus()
  }, [failure])
  return (
    <>
      {pending && <div className={styles.line} role="progressbar" aria-label="Loading the page" />}
      {failure && (
        <FailureNotice
          page={failure.page}
          href={failure.href}
          busy={pending === failure.href}
          onRetry={() => void openPage(failure.page, failure.href)}
          onClose={closeFailure}
        />
      )}
    </>
  )
}
