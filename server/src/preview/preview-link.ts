// A link to a preview carries its own permission: channel, end and signature. Nothing about it is stored.
import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * @param expiresAt milliseconds since 1970.
 * @returns what stands behind ?preview= in the link, and later in the cookie.
 */
export function signPreview(secret: string, channel: string, expiresAt: number): string {
  const claim = `${channel}.${Math.floor(expiresAt / 1000)}`
  return `${claim}.${signatureOf(secret, claim)}`
}

/** @returns the channel, or why there is none to be seen. */
export function readPreview(
  secret: string,
  text: string,
  now = Date.now(),
): { channel: string } | { fault: 'forged' | 'expired' } {
  const [, claim = '', channel = '', seconds, signature = ''] = /^(([a-z0-9-]+)\.(\d+))\.([\w-]{43})$/.exec(text) ?? []
  const expected = signatureOf(secret, claim)
  if (signature.length !== expected.length || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected)))
    return { fault: 'forged' }
  return Number(seconds) * 1000 > now ? { channel } : { fault: 'expired' }
}

function signatureOf(secret: string, claim: string): string {
  return createHmac('sha256', secret).update(`preview ${claim}`).digest('base64url')
}
