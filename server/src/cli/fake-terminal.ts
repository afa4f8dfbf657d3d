// For tests: runs a command in this process and keeps what it says.
import { runSite } from '../site.ts'

export interface Said {
  code: number
  /** Standard output, without the last line break. */
  out: string
  err: string
}

export async function runCommand(
  args: string[],
  env: NodeJS.ProcessEnv,
  { cwd = '/', isScreen = false }: { cwd?: string; isScreen?: boolean } = {},
): Promise<Said> {
  let [out, err] = ['', '']
  const code = await runSite(args, {
    env,
    cwd,
    isScreen,
    columns: 120,
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
  })
  return { code, out: out.trimEnd(), err }
}
