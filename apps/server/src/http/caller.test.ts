import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toClientKey, toPlainAddress } from './caller.ts'

const keys: [string, string][] = [
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
]
for (const [address, key] of keys) test(`${address} is counted as ${key}`, () => assert.equal(toClientKey(address), key))

test('an IPv4 client on a dual-stack socket is plain', () => assert.equal(toPlainAddress('::ffff:127.0.0.1'), '127.0.0.1'))
test('a zone is not part of the address', () => assert.equal(toPlainAddress('fe80::1%eth0'), 'fe80::1'))
