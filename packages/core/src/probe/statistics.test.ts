import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toLossPercent, toStatistics, type Statistics } from './statistics.ts'

const NONE = { minMs: null, avgMs: null, maxMs: null, medianMs: null, p95Ms: null, mdevMs: null, jitterMs: null }
const to20 = Array.from({ length: 20 }, (_, at) => 20 - at)

const CASES: readonly [what: string, timesMs: readonly number[], expected: Statistics][] = [
  ['no time', [], NONE],
  ['one time', [7], { minMs: 7, avgMs: 7, maxMs: 7, medianMs: 7, p95Ms: 7, mdevMs: 0, jitterMs: null }],
  [
    'an odd number, not in their order',
    [100, 9, 20],
    { minMs: 9, avgMs: 43, maxMs: 100, medianMs: 20, p95Ms: 100, mdevMs: 40.554, jitterMs: 51 },
  ],
  [
    'an even number: the median lies between two',
    [4, 1, 2, 8],
    { minMs: 1, avgMs: 3.75, maxMs: 8, medianMs: 3, p95Ms: 8, mdevMs: 2.681, jitterMs: 3.333 },
  ],
  [
    'twenty: one of them is above the 95th percentile',
    to20,
    { minMs: 1, avgMs: 10.5, maxMs: 20, medianMs: 10.5, p95Ms: 19, mdevMs: 5.766, jitterMs: 1 },
  ],
]
for (const [what, timesMs, expected] of CASES)
  test(`statistics of ${what}`, () => assert.deepEqual(toStatistics(timesMs), expected))

for (const [sent, received, percent] of [
  [0, 0, null],
  [3, 3, 0],
  [3, 2, 33.3],
  [4, 0, 100],
] as const)
  test(`${received} of ${sent} came back: ${percent} % lost`, () => assert.equal(toLossPercent(sent, received), percent))
