import { expect, test } from 'vitest'
import { nameVisitor, networkOf } from './visitor.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0'],
  ['no address: at all', 'no address: at all'],
])('of the address %s the network %s counts', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test('a visitor has one name as long as the server runs, and it does not tell the address', () => {
  const secret = Buffer.alloc(32, 1)
  expect(nameVisitor('203.0.113.7', secret)).toBe(nameVisitor('203.0.113.7', secret))
  expect(nameVisitor('203.0.113.7', secret)).not.toBe(nameVisitor('203.0.113.8', secret))
  expect(nameVisitor('203.0.113.7', secret)).not.toBe(nameVisitor('203.0.113.7', Buffer.alloc(32, 2)))
  expect(nameVisitor('203.0.113.7', secret)).not.toContain('203')
})
