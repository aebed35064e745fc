import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Measurement, MeasurementRow } from '@octet/core/probe/measurement.ts'
import { toRowMs, toRowTone, toSummary } from './row-figures.ts'

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

const rows: [string, Measurement['type'], MeasurementRow, number | null, string][] = [
  ['a near ping', 'ping', row(ping(20, 3)), 20, 'ok'],
  ['a far ping', 'ping', row(ping(150, 3)), 150, 'warn'],
  ['a very far ping', 'ping', row(ping(400, 3)), 400, 'bad'],
  ['a ping with loss', 'ping', row(ping(20, 2)), 20, 'warn'],
  ['a ping without an answer', 'ping', row(ping(null, 0)), null, 'bad'],
  ['a row that waits', 'ping', row(null, 'in-progress'), null, 'wait'],
  ['a point that is gone', 'ping', row(null, 'offline'), null, 'plain'],
  ['a route that ends on the way', 'traceroute', row({ isReached: false, hops: [{ avgMs: 3 }] }), null, 'bad'],
  ['a route', 'traceroute', row({ isReached: true, hops: [{ avgMs: 3 }, { avgMs: 9 }] }), 9, 'ok'],
  ['a name that is not there', 'dns', row({ ms: 4, rcode: 'NXDOMAIN' }), 4, 'warn'],
  ['a page that fails', 'http', row({ status: 503, totalMs: 9, hops: [{ timing: { firstByteMs: 5 } }] }), 5, 'bad'],
  ['a sound certificate', 'tls', row({ grade: 'A' }), null, 'ok'],
]
for (const [name, type, one, ms, tone] of rows)
  test(`${name} is ${ms} ms and ${tone}`, () => assert.deepEqual([toRowMs(type, one), toRowTone(type, one)], [ms, tone]))

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
