import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StatisticsRow } from './dashboard.ts'
import { toStatistics } from './statistics.ts'

const row = (hour: string, part: Partial<StatisticsRow> = {}): StatisticsRow => ({
  hour: `2026-11-01T${hour}:00:00Z`,
  key_id: 'a',
  product: 'geo',
  status: 200,
  requests: 1,
  ...part,
})
const range = { start: new Date('2026-11-01T01:30:00Z'), end: new Date('2026-11-01T04:10:00Z'), step: 'hour' } as const

test('every hour from start to end has a place, empty ones are 0', () => {
  const { times, series, total } = toStatistics(
    [row('01'), row('04', { requests: 5 }), row('04', { key_id: 'b' })],
    'product',
    range,
  )
  assert.equal(times.length, 4)
  assert.deepEqual(series, [{ name: 'geo', counts: [1, 0, 0, 6], total: 7 }])
  assert.equal(total, 7)
})

test('series are split by status, the largest first', () => {
  const { series } = toStatistics([row('01', { status: 429 }), row('02', { requests: 3 })], 'status', range)
  assert.deepEqual(
    series.map(({ name, total }) => [name, total]),
    [
      ['200', 3],
      ['429', 1],
    ],
  )
})

test('more than six series: the smallest are one', () => {
  const rows = Array.from({ length: 9 }, (_, index) => row('02', { key_id: `k${index}`, requests: 10 - index }))
  const { series, total } = toStatistics(rows, 'key', range)
  assert.equal(series.length, 6)
  assert.deepEqual([series.at(-1)?.name, series.at(-1)?.total, total], ['…', 14, 54])
})

test('rows outside of the range do not count', () => {
  assert.equal(toStatistics([row('00'), row('09')], 'product', range).total, 0)
})
