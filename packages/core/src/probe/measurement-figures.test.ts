import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makePing, makeRow } from '../testing/measured.ts'
import { toRowMs, toSummary } from './measurement-figures.ts'
import type { Measurement, MeasurementRow } from './measurement.ts'

const rows: [string, Measurement['type'], MeasurementRow, number | null][] = [
  ['a near ping', 'ping', makeRow(makePing(20, 3)), 20],
  ['a far ping', 'ping', makeRow(makePing(150, 3)), 150],
  ['a very far ping', 'ping', makeRow(makePing(400, 3)), 400],
  ['a ping with loss', 'ping', makeRow(makePing(20, 2)), 20],
  ['a ping without an answer', 'ping', makeRow(makePing(null, 0)), null],
  ['a row that waits', 'ping', makeRow(null, 'in-progress'), null],
  ['a point that is gone', 'ping', makeRow(null, 'offline'), null],
  ['a route that ends on the way', 'traceroute', makeRow({ isReached: false, hops: [{ avgMs: 3 }] }), null],
  ['a route', 'traceroute', makeRow({ isReached: true, hops: [{ avgMs: 3 }, { avgMs: 9 }] }), 9],
  ['a name that is not there', 'dns', makeRow({ ms: 4, rcode: 'NXDOMAIN' }), 4],
  ['a page that fails', 'http', makeRow({ status: 503, totalMs: 9, hops: [{ timing: { firstByteMs: 5 } }] }), 5],
  ['a sound certificate', 'tls', makeRow({ grade: 'A' }), null],
]
for (const [name, type, one, ms] of rows) test(`${name} is ${ms} ms`, () => assert.equal(toRowMs(type, one), ms))

test('figures over all rows leave out what has no time', () => {
  const results = [
    makeRow(makePing(30, 3)),
    makeRow(makePing(10, 3)),
    makeRow(makePing(20, 0)),
    makeRow(null, 'failed'),
    makeRow(null, 'in-progress'),
  ]
  const summary = toSummary({ type: 'ping', results } as Measurement)
  assert.deepEqual(summary, { fastest: 10, median: 20, slowest: 30, loss: 33.3, failures: 1, done: 4 })
})

test('the median of two is between them, of none is none', () => {
  const of = (...times: number[]) =>
    toSummary({ type: 'ping', results: times.map((ms) => makeRow(makePing(ms, 3))) } as unknown as Measurement)
  assert.deepEqual([of(10, 30).median, of(10).median, of().median], [20, 10, null])
})
