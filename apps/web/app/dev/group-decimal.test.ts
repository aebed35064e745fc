import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupDecimal } from './group-decimal.ts'

for (const [number, grouped] of [
  ['1234', '1234'],
  ['12345', '12,345'],
  ['-1234567.1234567', '-1,234,567.1234567'],
  ['0.1234567', '0.1234567'],
  ['1.5e30', '1.5e30'],
  ['11/16', '11/16'],
] as const)
  test(`${number} is ${grouped} to read`, () => assert.equal(groupDecimal(number), grouped))
