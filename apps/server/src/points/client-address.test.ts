import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { createClientAddress } from './client-address.ts'

const rows: [trusted: string[], socket: string, forwarded: string | undefined, expected: string][] = [
  [[], '192.0.2.9', '203.0.113.1', '192.0.2.9'],
  [['192.0.2.0/24'], '192.0.2.9', '203.0.113.1', '203.0.113.1'],
  [['192.0.2.0/24'], '::ffff:192.0.2.9', '198.51.100.1, 203.0.113.1, 192.0.2.7', '203.0.113.1'],
  [['192.0.2.0/24'], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  [['2001:db8::/32'], '2001:db8::1', '2001:db9::5', '2001:db9::5'],
  [['192.0.2.0/24'], '192.0.2.9', 'no address', '192.0.2.9'],
]
for (const [trusted, remoteAddress, forwarded, expected] of rows)
  test(`from ${remoteAddress} for ${forwarded} with ${trusted.join() || 'no proxy'} trusted is ${expected}`, () => {
    const request = { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }
    assert.equal(createClientAddress(trusted)(request as unknown as IncomingMessage), expected)
  })
