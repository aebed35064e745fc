import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rr } from '../../testing/dns-server.ts'
import { createZone } from '../../testing/signed-zone.ts'
import { TYPES } from '../types.ts'
import { readKeys, type ZoneKey } from './keys.ts'
import { findRrSet, toSignedData, verifyRrSet, type RrSet } from './rrset.ts'

const first = rr('a.test.', 'A', { address: '192.0.2.1' })
const second = rr('a.test.', 'A', { address: '192.0.2.2' })
const signature = rr('a.test.', 'RRSIG', {
  covered: 'A',
  algorithm: 13,
  labels: 2,
  originalTtl: 60,
  inception: '20260101000000',
  expiration: '20260201000000',
  keyTag: 1,
  signer: 'test.',
  signature: 'AAAA',
})
const dataOf = (...records: (typeof first)[]) =>
  Buffer.from(toSignedData({ name: 'a.test.', type: TYPES.A, records }, signature, { labels: 2 })).toString('hex')

test('signed data hold the records in canonical order (RFC 4034 §6.3)', () => {
  assert.match(dataOf(second, first), /c0000201.*c0000202$/)
  assert.equal(dataOf(second, first), dataOf(first, second))
})

test('a record that stands twice is signed once (RFC 4034 §6.3)', () =>
  assert.equal(dataOf(first, second, first), dataOf(first, second)))

const NOW = new Date('2026-01-20T00:00:00Z')
const zone = createZone({
  name: 'test.',
  algorithm: 15,
  signedAt: new Date('2026-01-10T00:00:00Z'),
  records: [first, rr('a.other.', 'A', { address: '192.0.2.1' })],
})
const [key] = readKeys(zone.records) as [ZoneKey]
const signedAt = (name: string): RrSet => findRrSet(zone.respond({ name, type: TYPES.A, class: 1 }).answers!, name, TYPES.A)!
const signed = signedAt('a.test.')

/** The set with so many wrong signatures by the same key before its own. */
function spoil(count: number): RrSet {
  const [own] = signed.signatures
  const wrong = { ...own!, rdata: own!.rdata.map((byte, index, all) => (index === all.length - 1 ? byte ^ 1 : byte)) }
  return { ...signed, signatures: [...Array.from({ length: count }, () => wrong), own!] }
}

test('a right signature behind seven wrong ones is found', () =>
  assert.equal(verifyRrSet(spoil(7), 'test.', [key], NOW).isValid, true))

const REFUSED: readonly [outcome: string, set: RrSet, zone: string, keys: readonly ZoneKey[], reason: RegExp][] = [
  ['one behind eight wrong ones is not looked for (CVE-2023-50387)', spoil(8), 'test.', [key], /^too many signatures/],
  [
    'nor with more keys of the same tag than may be tried',
    signed,
    'test.',
    [...Array.from({ length: 8 }, () => ({ ...key, key: key.key.toReversed() })), key],
    /^too many signatures/,
  ],
  ['a key that is no zone key signs nothing', signed, 'test.', [{ ...key, flags: key.flags & ~0x100 }], /^no signature over A/],
  ['a key that is revoked signs nothing', signed, 'test.', [{ ...key, flags: key.flags | 0x80 }], /^no signature over A/],
  ['a key of another protocol signs nothing', signed, 'test.', [{ ...key, rdata: key.rdata.with(2, 2) }], /^no signature over A/],
  ['a key of another tag is not tried', signed, 'test.', [{ ...key, tag: key.tag ^ 1 }], /^no signature over A/],
  ['a key of another algorithm is not tried', signed, 'test.', [{ ...key, algorithm: 13 }], /^no signature over A/],
  ['a zone does not sign for its child', signed, 'a.test.', [key], /is by test\., not by a\.test\.$/],
  ['a zone does not sign for names outside', signedAt('a.other.'), 'test.', [key], /^the signature over A a\.other\. is by/],
]
for (const [outcome, set, name, keys, reason] of REFUSED)
  test(outcome, () => {
    const verdict = verifyRrSet(set, name, keys, NOW)
    assert.match(verdict.isValid ? 'valid' : verdict.reason.en, reason)
  })
