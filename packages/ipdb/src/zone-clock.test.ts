import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZoneClock } from './zone-clock.ts'

const ZONES = ['', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Etc/UTC', 'America/St_Johns']

for (const [zone, at, offset, time] of [
  [1, '2026-01-01T00:00:00Z', '-05:00', '2025-12-31T19:00:00-05:00'],
  // Daylight saving begins on 8 March 2026 at 07:00 UTC
  [1, '2026-03-08T06:59:59Z', '-05:00', '2026-03-08T01:59:59-05:00'],
  [1, '2026-03-08T07:00:00Z', '-04:00', '2026-03-08T03:00:00-04:00'],
  [2, '2026-06-01T00:00:00.999Z', '+05:45', '2026-06-01T05:45:00+05:45'],
  [3, '2026-01-01T00:00:00Z', '+11:00', '2026-01-01T11:00:00+11:00'],
  [3, '2026-06-01T00:00:00Z', '+10:30', '2026-06-01T10:30:00+10:30'],
  [4, '2026-06-01T00:00:00Z', '+00:00', '2026-06-01T00:00:00+00:00'],
  [5, '2026-01-15T12:00:00Z', '-03:30', '2026-01-15T08:30:00-03:30'],
] as const)
  test(`${ZONES[zone]} at ${at} is ${time}`, () => {
    const clock = new ZoneClock(ZONES)
    const expected = { name: ZONES[zone], offset, current_time: time }
    assert.deepEqual(clock.read(zone, Date.parse(at)), expected)
    assert.equal(clock.readJson(zone, Date.parse(at)), JSON.stringify(expected))
  })

test('one clock follows the time forwards and backwards', () => {
  const clock = new ZoneClock(ZONES)
  const at = (text: string) => clock.read(1, Date.parse(text)).current_time
  assert.equal(at('2026-03-08T06:59:59Z'), '2026-03-08T01:59:59-05:00')
  assert.equal(at('2026-03-08T07:00:00Z'), '2026-03-08T03:00:00-04:00')
  assert.equal(at('2026-03-08T06:59:59Z'), '2026-03-08T01:59:59-05:00')
})

test('no zone has no time', () => assert.equal(new ZoneClock(ZONES).read(0, 0).name, null))
