// Which server a command speaks to, and with which token.
import { UsageError } from './answer.ts'

export interface ServerOptions {
  to?: string
  insecure?: boolean
}

/**
 * The address is --to, else SITE_SERVER, else this machine's; the token is SITE_TOKEN.
 * @throws UsageError or Error that says what to set.
 */
export function readServer({ to, insecure }: ServerOptions, env: NodeJS.ProcessEnv): { server: string; token: string } {
  const given = to ?? (env.SITE_SERVER || 'http://localhost:3000')
  const origin = to === undefined ? 'SITE_SERVER' : '--to'
  const url = URL.parse(given)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${origin} is '${given}': it should be an address such as https://www.example.com.`)
  if (url.username || url.password) throw new UsageError(`${origin} holds a name or a password: the token belongs in SITE_TOKEN.`)
  if (url.protocol === 'http:' && !isThisMachine(url.hostname) && !insecure)
    throw new Error(
      `${given} is not encrypted: everybody on the way could read the token. Use https://, or --insecure on a network that is only yours.`,
    )
  const token = env.SITE_TOKEN?.trim()
  if (!token) throw new Error(`There is no token: set SITE_TOKEN; the operator makes one with 'site token create'.`)
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Error(`SITE_TOKEN is not a token: it has spaces or other characters inside.`)
  return { server: (url.origin + url.pathname).replace(/\/+$/, ''), token }
}

function isThisMachine(host: string): boolean {
  return host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host) || /(^|\.)localhost$/.test(host)
}
