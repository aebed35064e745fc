import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toShortCount } from './short-count.ts'

for (const [count, words] of [
  [2, '2'],
  [999, '999'],
  [1000, '1k'],
  [1290, '1.2k'],
  [9_999, '9.9k'],
  [35_900, '35k'],
  [999_999, '999k'],
  [2_500_000, '2M'],
] as const)
  test(`${count} is ${words}`, () => assert.equal(toShortCount(count), words))
