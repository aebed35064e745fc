import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findStatusCodes, STATUS_CODES } from '@octet/tools/web/http-status/codes.ts'
import { isStored, toRetry, toSourceLink, toStatusGroups } from './status-list.ts'

test('every code stands in one group, in order', () => {
  const shown = toStatusGroups(findStatusCodes('')).flatMap(({ codes }) => codes.map(([code]) => code))
  assert.equal(shown.length, STATUS_CODES.length)
  assert.deepEqual(
    shown,
    shown.toSorted((a, b) => a - b),
  )
})

test('a class without codes has no group', () =>
  assert.deepEqual(
    toStatusGroups(findStatusCodes('timeout')).map(({ statusClass }) => statusClass),
    [4, 5],
  ))

test('what caches may keep and what may pass', () => {
  assert.deepEqual([200, 302, 404, 500].map(isStored), [true, false, true, false])
  assert.deepEqual([204, 404, 429, 503].map(toRetry), ['else', 'never', 'later', 'later'])
})

test('an RFC has a link to the place, a product has none', () => {
  assert.equal(toSourceLink(404, 'RFC 9110'), 'https://www.rfc-editor.org/rfc/rfc9110.html#status.404')
  assert.equal(toSourceLink(429, 'RFC 6585'), 'https://www.rfc-editor.org/rfc/rfc6585.html')
  assert.equal(toSourceLink(499, 'nginx'), undefined)
})
