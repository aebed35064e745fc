import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Measurement, MeasurementRow } from '@octet/core/probe/measurement.ts'
import { toRowTone } from './row-tone.ts'

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

const rows: [string, Measurement['type'], MeasurementRow, string][] = [
  ['a near ping', 'ping', row(ping(20, 3)), 'ok'],
  ['a far ping', 'ping', row(ping(150, 3)), 'warn'],
  ['a very far ping', 'ping', row(ping(400, 3)), 'bad'],
  ['a ping with loss', 'ping', row(ping(20, 2)), 'warn'],
  ['a ping without an answer', 'ping', row(ping(null, 0)), 'bad'],
  ['a row that waits', 'ping', row(null, 'in-progress'), 'wait'],
  ['a point that is gone', 'ping', row(null, 'offline'), 'plain'],
  ['a route that ends on the way', 'traceroute', row({ isReached: false, hops: [{ avgMs: 3 }] }), 'bad'],
  ['a route', 'traceroute', row({ isReached: true, hops: [{ avgMs: 3 }, { avgMs: 9 }] }), 'ok'],
  ['a name that is not there', 'dns', row({ ms: 4, rcode: 'NXDOMAIN' }), 'warn'],
  ['a page that fails', 'http', row({ status: 503, totalMs: 9, hops: [{ timing: { firstByteMs: 5 } }] }), 'bad'],
  ['a sound certificate', 'tls', row({ grade: 'A' }), 'ok'],
]
for (const [name, type, one, tone] of rows) test(`${name} is ${tone}`, () => assert.equal(toRowTone(type, one), tone))
