import assert from 'node:assert/strict'
import { STATUS_CODES } from 'node:http'
import { test } from 'node:test'
import { STATUSES } from './statuses.ts'

test('no code stands twice', () => assert.equal(new Set(STATUSES.map(([code]) => code)).size, STATUSES.length))

test('every code that Node knows is here', () => {
  const known = new Set(STATUSES.map(([code]) => String(code)))
  // 509 is a habit of hosters, not registered and in no product we name.
  assert.deepEqual(
    Object.keys(STATUS_CODES).filter((code) => !known.has(code) && code !== '509'),
    [],
  )
})
