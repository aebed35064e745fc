import assert from 'node:assert/strict'
import { test } from 'node:test'
import cidr from './cidr.ts'

for (const [text, words] of [
  ['192.0.2.1/32', 'IPv4 network, 1 address'],
  ['192.0.2.0/24', 'IPv4 network, 256 addresses'],
  ['10.0.0.0/8', 'IPv4 network, 16,777,216 addresses'],
  ['2001:db8::/32', 'IPv6 network, 2^96 addresses'],
] as const)
  test(`${text} is an ${words}`, () => assert.equal(cidr.detect(text)?.note?.en, words))
