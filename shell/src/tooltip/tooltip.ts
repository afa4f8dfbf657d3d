// A name for what shows only an icon: any element with `data-tooltip`, in the shell or a remote, gets one on hover and
// focus. Delays: specification, section 9.
import * as styles from './tooltip.module.css'

const openDelay = 700
const skipDelay = 300

/** Watches the whole document. */
export function watchTooltips(): void {
  const tip = document.createElement('div')
  tip.className = styles.tooltip
  tip.role = 'tooltip'
  tip.hidden = true
  let owner: HTMLElement | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let closedAt = Number.NEGATIVE_INFINITY

  const open = () => {
    if (!owner?.isConnected) return
    tip.textContent = owner.dataset.tooltip ?? ''
    tip.hidden = false
    document.body.append(tip)
    place(tip, owner)
  }
  const close = () => {
    clearTimeout(timer)
    owner = undefined
    if (tip.hidden) return
    tip.hidden = true
    closedAt = performance.now()
  }
  const enter = (event: Event) => {
    const target = (event.target as Element).closest<HTMLElement>('[data-tooltip]')
    if (target === owner || event.target === tip) return
    close()
    if (!target) return
    owner = target
    const waits = event.type === 'pointerover' && performance.now() - closedAt > skipDelay
    timer = setTimeout(open, waits ? openDelay : 0)
  }
  document.addEventListener('pointerover', (event) => event.pointerType === 'mouse' && enter(event))
  document.addEventListener('focusin', (event) => (event.target as Element).matches(':focus-visible') && enter(event))
  document.addEventListener('focusout', close)
  document.addEventListener('pointerdown', close)
  document.addEventListener('scroll', close, { passive: true })
  document.addEventListener('keydown', (event) => event.key === 'Escape' && close())
}

/** Above its owner, centred, inside the window. */
function place(tip: HTMLElement, owner: HTMLElement): void {
  const box = owner.getBoundingClientRect()
  const left = box.left + box.width / 2 - tip.offsetWidth / 2
  const right = document.documentElement.clientWidth - tip.offsetWidth - 8
  tip.style.left = `${Math.max(8, Math.min(left, right))}px`
  tip.style.top = `${box.top - tip.offsetHeight}px`
}
