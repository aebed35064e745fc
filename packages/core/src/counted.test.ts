import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counted, countOf } from './counted.ts'

for (const [words, expected] of [
  [countOf(1, 'key'), '1 key'],
  [countOf(1n, 'address', 'addresses'), '1 address'],
  [countOf('1', 'key'), '1 key'],
  [countOf(0, 'key'), '0 keys'],
  [countOf(2, 'entry', 'entries'), '2 entries'],
  [countOf('1+', 'argument'), '1+ arguments'],
  [counted(1, 'entries').en, '1 entry'],
  [counted(10, 'lines').en, '10 lines'],
  [counted(1, 'lines').zh, '1 行'],
] as const)
  test(`a number with its unit: ${expected}`, () => assert.equal(words, expected))
