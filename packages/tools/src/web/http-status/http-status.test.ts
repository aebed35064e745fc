import assert from 'node:assert/strict'
import { STATUS_CODES as NODE_CODES } from 'node:http'
import { test } from 'node:test'
import { STATUS_CODES } from './codes.ts'

test('no code stands twice', () => assert.equal(new Set(STATUS_CODES.map(([code]) => code)).size, STATUS_CODES.length))

test('every code that Node knows is here', () => {
  const known = new Set(STATUS_CODES.map(([code]) => String(code)))
  // 509 is a habit of hosters, not registered and in no product we name.
  assert.deepEqual(
    Object.keys(NODE_CODES).filter((code) => !known.has(code) && code !== '509'),
    [],
  )
})
