import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rr } from '../../testing/dns-server.ts'
import { TYPES } from '../types.ts'
import { toSignedData } from './rrset.ts'

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
