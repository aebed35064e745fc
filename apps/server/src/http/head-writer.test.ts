import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reservation } from '../domain/usage/reservation.ts'
import { Allowance } from './allowance.ts'
import { HeadWriter } from './head-writer.ts'
import { toHeaders, type HotReply } from './hot-answer.ts'

const FIXED = ['x-content-type-options', 'nosniff', 'content-type', 'application/json; charset=utf-8']
const BODY = 2_000
const PACE = new Allowance({ unitsPerSecond: 20, burst: 400 })

const toReply = (fields: Partial<HotReply>, remaining = 9): HotReply => ({
  bodyEnd: BODY + 1_234,
  build: '20261122T043702Z',
  taken: { isAllowed: true, pace: PACE.usual, remaining, resetSeconds: 1, retryAfterSeconds: 0 },
  reservation: undefined,
  ...fields,
})
/** What the head says of a reservation. */
const toReservation = (quota: number, remaining: number) => ({ quota, remaining }) as Reservation

function write(reply: HotReply, isKept: boolean): string {
  const target = Buffer.alloc(BODY, 0)
  return target.toString('latin1', new HeadWriter(FIXED, 10_000).put(target, BODY, reply, isKept))
}

test('a head says what Node’s would, and ends where the body begins', () => {
  const replies = [
    toReply({}),
    toReply({ bodyEnd: BODY }, 0),
    toReply({ reservation: toReservation(100_000_000, 99_999_999) }, 10),
    toReply({ reservation: toReservation(10, -3) }, 123_456_789),
    toReply({ taken: PACE.take('a', 1, PACE.toKeyPace(500)), reservation: toReservation(10, 3) }),
  ]
  for (const reply of replies) {
    const text = write(reply, true)
    assert.ok(text.startsWith('HTTP/1.1 200 OK\r\n') && text.endsWith('\r\n\r\n'), text)
    const lines = text.trimEnd().split('\r\n').slice(1)
    const named = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
    const headers = [...FIXED, ...toHeaders(reply), 'content-length', String(reply.bodyEnd - BODY)]
    for (let i = 0; i < headers.length; i += 2)
      if (headers[i] !== 'x-request-id') assert.equal(named(headers[i]!), headers[i + 1], headers[i])
    assert.match(named('x-request-id') ?? '', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    assert.ok(Math.abs(Date.parse(named('Date') ?? '') - Date.now()) < 60_000)
    assert.equal(named('Keep-Alive'), 'timeout=10')
    assert.equal(lines.length, headers.length / 2 + 3)
  }
  assert.match(write(toReply({}), false), /\r\nConnection: close\r\n\r\n$/)
})
