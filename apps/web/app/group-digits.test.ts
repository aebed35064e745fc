import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupDigits } from './group-digits.ts'

for (const [count, words] of [
  ['', ''],
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  ['-1234567', '-1,234,567'],
  [2n ** 64n, '18,446,744,073,709,551,616'],
] as const)
  test(`${count} is written ${words}`, () => assert.equal(groupDigits(count), words))
