import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rank } from './rank-tools.ts'

const rows = [
  { id: 'json', accepts: { json: {}, jwt: { part: 'payload' } } },
  { id: 'jwt', accepts: { jwt: {} } },
  { id: 'case', accepts: {} },
]

test('the surest kind comes first, each tool once', () => {
  const ranked = rank(
    [
      { kind: 'json', score: 0.4 },
      { kind: 'jwt', score: 0.9 },
    ],
    rows,
  )
  assert.deepEqual(
    ranked.map(({ id, kind }) => `${id}:${kind}`),
    ['json:jwt', 'jwt:jwt'],
  )
  assert.deepEqual(ranked[0]?.preset, { part: 'payload' })
})

test('no kind, no tool', () => assert.deepEqual(rank([], rows), []))
