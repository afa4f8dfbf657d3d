// What a command is doing, on standard error: one line that changes on a screen, a line a step elsewhere.
import { seconds } from './printable.ts'
import type { Terminal } from './terminal.ts'

export interface Progress {
  /** A step begins. */
  begin: (text: string) => void
  /** Further words about the step, shown only where the line can change. */
  update: (text: string) => void
  /** The step is over, with a line that stays. */
  end: (line: string) => void
  /** Takes back the line that changes, so that other words can follow. */
  clear: () => void
}

const clearLine = '\r\u001b[K'

export function showProgress({ err, isScreen, columns }: Terminal): Progress {
  if (!isScreen) return { begin: (text) => err(`${text}\n`), update: () => {}, end: (line) => err(`${line}\n`), clear: () => {} }
  let current = ''
  let startedAt = 0
  let ticking: NodeJS.Timeout | undefined
  const draw = () => err(clearLine + `${current} … ${seconds(performance.now() - startedAt)}`.slice(0, columns - 1))
  const clear = () => {
    clearInterval(ticking)
    if (ticking) err(clearLine)
    ticking = undefined
  }
  return {
    begin(text) {
      clear()
      current = text
      startedAt = performance.now()
      ticking = setInterval(draw, 100).unref()
      draw()
    },
    update(text) {
      current = text
      draw()
    },
    end(line) {
      clear()
      err(`${line}\n`)
    },
    clear,
  }
}
