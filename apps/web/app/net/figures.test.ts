import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFigure, toGrade, toJitter, toMbps, toMedian, toSpeeds } from './figures.ts'

test('the median is the middle, or the mean of the two in the middle', () => {
  assert.deepEqual([toMedian([3, 1, 2]), toMedian([4, 1, 2, 3]), toMedian([])], [2, 2.5, undefined])
})

test('jitter is the mean difference of neighbours', () => {
  assert.deepEqual([toJitter([10, 12, 9]), toJitter([10])], [2.5, undefined])
})

for (const [ms, grade] of [
  [0, 'A+'],
  [5, 'A'],
  [59.9, 'B'],
  [60, 'C'],
  [399, 'D'],
  [400, 'F'],
] as const)
  test(`${ms} ms more under load is grade ${grade}`, () => assert.equal(toGrade(ms), grade))

test('one second of start is left out of a long transfer', () => {
  const samples = [
    { atMs: 500, bytes: 0 },
    { atMs: 1000, bytes: 100_000 },
    { atMs: 3000, bytes: 2_600_000 },
  ]
  assert.equal(toMbps(samples), 10)
})

test('a short transfer counts whole', () => {
  assert.equal(toMbps([{ atMs: 100, bytes: 1_250_000 }]), 100)
  assert.equal(toMbps([]), undefined)
})

test('speeds are those between samples', () => {
  assert.deepEqual(
    toSpeeds([
      { atMs: 0, bytes: 0 },
      { atMs: 1000, bytes: 125_000 },
    ]),
    [{ atMs: 1000, mbps: 1 }],
  )
})

test('figures have three digits', () => {
  assert.deepEqual([0.1234, 4.567, 78.91, 943.4].map(toFigure), ['0.12', '4.57', '78.9', '943'])
})
