import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toRowMs, toSummary } from './measurement-figures.ts'
import type { Measurement, MeasurementRow } from './measurement.ts'

const probe = {
  id: 'a',
  name: 'a',
  continent: null,
  country: null,
  city: null,
  latitude: null,
  longitude: null,
  asn: null,
  network: null,
  tags: [],
}
const row = (data: object | null, status: MeasurementRow['result']['status'] = 'finished'): MeasurementRow => ({
  target: 'example.com',
  probe,
  result: { status, data: data as Record<string, unknown> | null, error: null },
})
const ping = (avgMs: number | null, received: number, sent = 3) => ({
  avgMs,
  received,
  sent,
  lossPercent: (1 - received / sent) * 100,
})

const rows: [string, Measurement['type'], MeasurementRow, number | null][] = [
  ['a near ping', 'ping', row(ping(20, 3)), 20],
  ['a far ping', 'ping', row(ping(150, 3)), 150],
  ['a very far ping', 'ping', row(ping(400, 3)), 400],
  ['a ping with loss', 'ping', row(ping(20, 2)), 20],
  ['a ping without an answer', 'ping', row(ping(null, 0)), null],
  ['a row that waits', 'ping', row(null, 'in-progress'), null],
  ['a point that is gone', 'ping', row(null, 'offline'), null],
  ['a route that ends on the way', 'traceroute', row({ isReached: false, hops: [{ avgMs: 3 }] }), null],
  ['a route', 'traceroute', row({ isReached: true, hops: [{ avgMs: 3 }, { avgMs: 9 }] }), 9],
  ['a name that is not there', 'dns', row({ ms: 4, rcode: 'NXDOMAIN' }), 4],
  ['a page that fails', 'http', row({ status: 503, totalMs: 9, hops: [{ timing: { firstByteMs: 5 } }] }), 5],
  ['a sound certificate', 'tls', row({ grade: 'A' }), null],
]
for (const [name, type, one, ms] of rows) test(`${name} is ${ms} ms`, () => assert.equal(toRowMs(type, one), ms))

test('figures over all rows leave out what has no time', () => {
  const results = [row(ping(30, 3)), row(ping(10, 3)), row(ping(20, 0)), row(null, 'failed'), row(null, 'in-progress')]
  const summary = toSummary({ type: 'ping', results } as Measurement)
  assert.deepEqual(summary, { fastest: 10, median: 20, slowest: 30, loss: 33.3, failures: 1, done: 4 })
})

test('the median of two is between them, of none is none', () => {
  const of = (...times: number[]) =>
    toSummary({ type: 'ping', results: times.map((ms) => row(ping(ms, 3))) } as unknown as Measurement)
  assert.deepEqual([of(10, 30).median, of(10).median, of().median], [20, 10, null])
})
