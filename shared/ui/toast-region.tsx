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
  const card = toast && <ToastCard key={toast.id} toast={toast} />
  const isDestructive = toast?.kind === 'destructive'
  return (
    <section className={styles.toastRegion} ref={region} aria-label="Notifications (F8)" tabIndex={-1}>
      <div role="status">{!isDestructive && card}</div>
      <div role="alert">{isDestructive && card}</div>
    </section>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const card = useRef<HTMLDivElement>(null)
  const dismiss = useToasts((store) => store.dismiss)
  useEffect(() => (card.current ? driveToast(card.current, dismiss) : undefined), [dismiss])
  return (
    <div className={toast.kind === 'destructive' ? `${styles.toast} ${styles.destructive}` : styles.toast} ref={card}>
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

/** F8 leads to the notifications; once they are gone, focus returns to where it was. */
function focusOnF8(region: HTMLElement | null): () => void {
  if (!region) return () => {}
  let before: Element | null = null
  const focus = (event: KeyboardEvent) => {
    if (event.key !== 'F8') return
    event.preventDefault()
    if (!region.contains(document.activeElement)) before = document.activeElement
    region.focus()
  }
  const isEmptied = new MutationObserver(() => {
    if (region.querySelector('button') || !(region === document.activeElement || document.activeElement === document.body)) return
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    before = null
  })
  isEmptied.observe(region, { childList: true, subtree: true })
  addEventListener('keydown', focus)
  return () => {
    isEmptied.disconnect()
    removeEventListener('keydown', focus)
  }
}
