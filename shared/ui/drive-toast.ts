// A toast's life on screen: how long it stays, and the swipe that sends it away. Numbers: specification, section 9.

const displayTime = 5000
const swipeThreshold = 50

/**
 * Ends the toast after 5 s (paused while it is pointed at, focused, or the tab is hidden) or on a swipe to the right.
 * @returns a function that takes all listeners and timers away.
 */
export function driveToast(card: HTMLElement, dismiss: () => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const region = card.closest('section') ?? card
  const countdown = startCountdown(dismiss)
  const resume = () => {
    if (!card.matches(':hover') && !region.matches(':focus-within') && document.visibilityState === 'visible') countdown.resume()
  }
  card.addEventListener('pointerenter', countdown.pause, { signal })
  card.addEventListener('pointerleave', resume, { signal })
  region.addEventListener('focusin', countdown.pause, { signal })
  region.addEventListener('focusout', () => setTimeout(resume), { signal })
  document.addEventListener('visibilitychange', () => (document.visibilityState === 'visible' ? resume() : countdown.pause()), {
    signal,
  })
  listenForSwipe(card, dismiss, signal)
  return () => {
    stop.abort()
    countdown.pause()
  }
}

function startCountdown(end: () => void) {
  let left = displayTime
  let startedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const resume = () => {
    if (timer) return
    startedAt = performance.now()
    timer = setTimeout(end, left)
  }
  const pause = () => {
    if (!timer) return
    clearTimeout(timer)
    timer = undefined
    left -= performance.now() - startedAt
  }
  resume()
  return { pause, resume }
}

function listenForSwipe(card: HTMLElement, dismiss: () => void, signal: AbortSignal): void {
  let startX: number | undefined
  const distance = (event: PointerEvent) => (startX === undefined ? 0 : Math.max(0, event.clientX - startX))
  const release = () => {
    startX = undefined
    card.removeAttribute('data-swiping')
    card.style.removeProperty('--swipe-x')
  }
  card.addEventListener(
    'pointerdown',
    (event) => {
      if ((event.target as Element).closest('button')) return
      startX = event.clientX
      card.setPointerCapture(event.pointerId)
    },
    { signal },
  )
  card.addEventListener(
    'pointermove',
    (event) => {
      if (startX === undefined) return
      card.setAttribute('data-swiping', '')
      card.style.setProperty('--swipe-x', `${distance(event)}px`)
    },
    { signal },
  )
  card.addEventListener(
    'pointerup',
    (event) => {
      const far = distance(event) >= swipeThreshold
      if (far) card.animate({ opacity: 0, transform: 'translateX(100%)' }, leaveTime()).finished.then(dismiss)
      else release()
    },
    { signal },
  )
  card.addEventListener('pointercancel', release, { signal })
}

const leaveTime = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 220)
