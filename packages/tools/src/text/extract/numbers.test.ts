import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWorkMs } from '@octet/core/testing/work.ts'
import { findNumbers } from './numbers.ts'

for (const [text, ...numbers] of [
  ['total 1,234,567.89 and -1,000', '1234567.89', '-1000'],
  ["CHF 1'234'567.50, 12\u202f345 km", '1234567.50', '12345'],
  ['1.5万人，3亿元，-2.25 亿', '15000', '300000000', '-225000000'],
  ['5百万、1,200萬、2万亿', '5000000', '12000000', '2000000000000'],
  ['1亿2000万，又 3万', '120000000', '30000'],
  ['1.23456万', '12345.6'],
  ['1,2,3', '1', '2', '3'],
  ['12,345,67', '12', '345', '67'],
  ['2025,123,456', '2025', '123', '456'],
  ['[100,200,300]', '100', '200', '300'],
  ['[-100,200]', '-100', '200'],
  ['0,123', '0', '123'],
  ['1,234,5678', '1', '234', '5678'],
  ['v1.2.3 x9 1e5 +5 3千米 1万2', '1e5', '+5', '3', '10000', '2'],
] as const)
  test(`numbers of ${text}`, () => assert.deepEqual(findNumbers(text, { isGrouped: true }), numbers))

test('without grouping every run of digits is a number', () =>
  assert.deepEqual(findNumbers('1,234 1.5万', { isGrouped: false }), ['1', '234', '1.5']))

test('a long run of groups is read in linear time', () => {
  const since = readWorkMs()
  assert.equal(findNumbers(`1${',234'.repeat(200_000)},5`, { isGrouped: true }).length, 200_002)
  assert.ok(readWorkMs() - since < 10_000)
})
