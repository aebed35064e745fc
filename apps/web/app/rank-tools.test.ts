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

test('the tool that a kind names comes before those of the catalogue', () => {
  const ranked = rank([{ kind: 'jwt', score: 0.9, first: 'jwt' }], rows)
  assert.deepEqual(
    ranked.map(({ id }) => id),
    ['jwt', 'json'],
  )
})

test('no kind, no tool', () => assert.deepEqual(rank([], rows), []))
