import { createHmac } from 'node:crypto'

/**
 * A name for whoever is behind an IP address, from which the address can't be read. A home has one IPv4 address but 2^64
 * of IPv6, so of those only the network counts.
 * @param secret made at start and kept in memory, so that names mean nothing after a restart.
 */
export function nameVisitor(ip: string, secret: Buffer): string {
  return createHmac('sha256', secret).update(networkOf(ip)).digest('base64url')
}

/** '203.0.113.7' as it is, '2001:db8:1:2:3:4:5:6' as '2001:db8:1:2', '::ffff:203.0.113.7' as '203.0.113.7'. */
export function networkOf(ip: string): string {
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (ipv4) return ipv4
  const [address = ''] = ip.split('%') // fe80::1%eth0
  // The address part of a URL is written in one way only: lower case, no leading zeros, '::' for the longest run of zeros.
  const written = ip.includes(':') ? URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) : undefined
  if (!written) return ip
  const [head = [], tail = []] = written.split('::').map((part) => part.split(':').filter(Boolean))
  return [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail].slice(0, 4).join(':')
}
