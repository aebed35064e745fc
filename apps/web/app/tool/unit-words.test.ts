import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toAfter } from './unit-words.ts'

for (const [unit, expected] of [
  ['%', '12%'],
  ['ms', '12 ms'],
  ['B', '12 B'],
] as const)
  test(`a number with ${unit} is ${expected}`, () => assert.equal(`12${toAfter(unit)}`, expected))
