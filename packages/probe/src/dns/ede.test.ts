import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findExtendedError } from './ede.ts'

const withErrors = (...extendedErrors: { code: number; text: string; extra: string }[]) => ({
  edns: { version: 0, udpSizeBytes: 1232, isDnssecOk: false, extendedErrors },
})

test('an extended error is said in both languages', () =>
  assert.deepEqual(findExtendedError(withErrors({ code: 15, text: 'Blocked', extra: '' })), { en: 'Blocked', zh: '已拦截' }))

test('what the server adds in its own words stands behind', () =>
  assert.deepEqual(findExtendedError(withErrors({ code: 7, text: 'Signature Expired', extra: 'key 7 of example.' })), {
    en: 'Signature Expired: key 7 of example.',
    zh: '签名已过期：key 7 of example.',
  }))

test('one that is not registered keeps its number', () =>
  assert.deepEqual(findExtendedError(withErrors({ code: 777, text: 'EDE 777', extra: '' })), { en: 'EDE 777', zh: 'EDE 777' }))

for (const message of [withErrors(), {}])
  test(`${JSON.stringify(message)} → nothing to say`, () => assert.equal(findExtendedError(message), null))
