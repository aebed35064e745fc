import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Measurement, MeasurementRow } from '@octet/core/probe/measurement.ts'
import { makePing, makeRow } from '@octet/core/testing/measured.ts'
import { toRowTone } from './row-tone.ts'

const rows: [string, Measurement['type'], MeasurementRow, string][] = [
  ['a near ping', 'ping', makeRow(makePing(20, 3)), 'ok'],
  ['a far ping', 'ping', makeRow(makePing(150, 3)), 'warn'],
  ['a very far ping', 'ping', makeRow(makePing(400, 3)), 'bad'],
  ['a ping with loss', 'ping', makeRow(makePing(20, 2)), 'warn'],
  ['a ping without an answer', 'ping', makeRow(makePing(null, 0)), 'bad'],
  ['a row that waits', 'ping', makeRow(null, 'in-progress'), 'wait'],
  ['a point that is gone', 'ping', makeRow(null, 'offline'), 'plain'],
  ['a route that ends on the way', 'traceroute', makeRow({ isReached: false, hops: [{ avgMs: 3 }] }), 'bad'],
  ['a route', 'traceroute', makeRow({ isReached: true, hops: [{ avgMs: 3 }, { avgMs: 9 }] }), 'ok'],
  ['a name that is not there', 'dns', makeRow({ ms: 4, rcode: 'NXDOMAIN' }), 'warn'],
  ['a page that fails', 'http', makeRow({ status: 503, totalMs: 9, hops: [{ timing: { firstByteMs: 5 } }] }), 'bad'],
  ['a sound certificate', 'tls', makeRow({ grade: 'A' }), 'ok'],
]
for (const [name, type, one, tone] of rows) test(`${name} is ${tone}`, () => assert.equal(toRowTone(type, one), tone))
