import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findSpecial } from '@octet/core/ip/special.ts'
import { parseAddress } from '@octet/core/ip/address.ts'
import { isBogon } from './is-bogon.ts'

const UNKNOWN = { country_code: null, ASN: { asn: null } }
const KNOWN = { country_code: 'US', ASN: { asn: 15169 } }
const of = (text: string, known: typeof UNKNOWN | typeof KNOWN = UNKNOWN) =>
  isBogon({ ...known, special: findSpecial(parseAddress(text)) ?? null })

test('an address around a public one, of which something is known, is no bogon', () => {
  assert.deepEqual(
    ['::ffff:8.8.8.8', '2002:808:808::1', '64:ff9b::808:808', '8.8.8.8'].map((text) => of(text, KNOWN)),
    [false, false, false, false],
  )
})

test('whatever is set aside and nothing is known of is one', () => {
  assert.equal(of('10.1.2.3'), true)
  assert.deepEqual(
    ['::ffff:10.0.0.1', '2002:a00:1::1', '192.88.99.1', '3fff::1', '5f00::1', '100.64.0.1', '224.0.0.1'].map((text) => of(text)),
    [true, true, true, true, true, true, true],
  )
  assert.equal(of('192.0.0.9'), false, 'reachable from everywhere')
  assert.equal(of('9.9.9.9'), false, 'an ordinary address of which nothing is known')
})
