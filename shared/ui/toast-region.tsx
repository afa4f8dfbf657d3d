import { type Toast, useToasts } from '@site/shared/toasts'
import { useEffect, useRef } from 'react'
import { driveToast } from './drive-toast.ts'
import { CloseIcon } from './icons.tsx'
import * as styles from './toast-region.module.css'

/** Where toasts appear: always in the page, so that screen readers listen to it. F8 leads there. */
export function ToastRegion() {
  const region = useRef<HTMLElement>(null)
  const toast = useToasts((store) => store.current)
  useEffect(() => focusOnF8(region.current), [])
  return (
    <section className={styles.toastRegion} ref={region} aria-label="Notifications (F8)" aria-live="polite" tabIndex={-1}>
      {toast && <ToastCard key={toast.id} toast={toast} />}
    </section>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const card = useRef<HTMLDivElement>(null)
  const dismiss = useToasts((store) => store.dismiss)
  useEffect(() => (card.current ? driveToast(card.current, dismiss) : undefined), [dismiss])
  return (
    <div
      className={toast.kind === 'destructive' ? `${styles.toast} ${styles.destructive}` : styles.toast}
      ref={card}
      role={toast.kind === 'destructive' ? 'alert' : 'status'}
    >
      <div>
        <p className={styles.title}>{toast.title}</p>
        <p className={styles.text}>{toast.text}</p>
      </div>
      <button className={styles.close} type="button" onClick={dismiss} aria-label="Dismiss">
        <CloseIcon />
      </button>
    </div>
  )
}

function focusOnF8(region: HTMLElement | null): () => void {
  const focus = (event: KeyboardEvent) => {
    if (event.key !== 'F8') return
    event.preventDefault()
    region?.focus()
  }
  addEventListener('keydown', focus)
  return () => removeEventListener('keydown', focus)
}
