import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAmount } from './payment.ts'

for (const [text, amount] of [
  ['12.50', 1_250],
  ['12,5', 1_250],
  [' 49 ', 4_900],
  ['0.07', 7],
  ['0.29', 29],
  ['', undefined],
  ['-1', undefined],
  ['1.234', undefined],
  ['1,234.00', undefined],
] as const)
  test(`“${text}” → ${amount}`, () => assert.equal(parseAmount(text), amount))
