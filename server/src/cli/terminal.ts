// Where a command runs: what it is given, and where its words go.
export interface Terminal {
  env: NodeJS.ProcessEnv
  cwd: string
  out: (text: string) => void
  err: (text: string) => void
  /** Whether standard error is a screen on which a line can be written over. */
  isScreen: boolean
  /** Of the screen, in characters. */
  columns: number
}

/** This process's own. */
export function processTerminal(): Terminal {
  const { stdout, stderr, env } = process
  // Whoever reads may stop early, as `head` does.
  for (const stream of [stdout, stderr]) stream.on('error', () => {})
  return {
    env,
    cwd: process.cwd(),
    out: (text) => stdout.write(text),
    err: (text) => stderr.write(text),
    isScreen: Boolean(stderr.isTTY) && !env.CI && env.TERM !== 'dumb',
    // A screen that does not know its width says 0.
    columns: stderr.columns || 80,
  }
}
