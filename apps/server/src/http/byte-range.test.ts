import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRange } from './byte-range.ts'

for (const [header, expected] of [
  [undefined, undefined],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=99-99', { start: 99, end: 99 }],
  [' bytes=10-19 ', { start: 10, end: 19 }],
  ['bytes=90-200', { start: 90, end: 99 }],
  ['bytes=-30', { start: 70, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=20-10', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=0-1', undefined],
  ['bytes=-', undefined],
] as const)
  test(`Range: ${header} of 100 bytes`, () => assert.deepEqual(parseRange(header, 100), expected))
