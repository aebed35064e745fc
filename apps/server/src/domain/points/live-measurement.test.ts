import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Measurement } from '@octet/core/probe/measurement.ts'
import { makePoint } from '../../testing/make-point.ts'
import { LiveMeasurement } from './live-measurement.ts'
import { toRowPoint } from './point.ts'

const ROWS = 200

function makeMeasurement(): Measurement {
  const row = { target: 'example.com', probe: toRowPoint(makePoint({ id: 'p' })) }
  const result = { status: 'in-progress' as const, data: null, error: null }
  return {
    id: '0'.repeat(32),
    type: 'dns',
    status: 'in-progress',
    targets: ['example.com'],
    measurementOptions: {},
    locations: 'world',
    probesCount: ROWS,
    credits: ROWS,
    createdAt: '',
    updatedAt: '',
    results: Array.from({ length: ROWS }, () => ({ ...row, result })),
  }
}

const data = { dig: 'x'.repeat(200_000) }

test('points that say too much fill no memory: what exceeds the room of a measurement becomes an error', () => {
  const live = new LiveMeasurement(makeMeasurement())
  for (let index = 0; index < ROWS; index++) live.change(index, { status: 'finished', data, error: null })
  live.end()
  const { results } = live.state
  const kept = results.filter(({ result }) => result.status === 'finished')
  assert.equal(kept.length, 79, '16 MB of 200 kB each')
  assert.ok(results.slice(79).every(({ result }) => result.data === null && result.error?.key === 'too_large'))
  assert.ok(live.sizeChars < 16_000_000 && JSON.stringify(live.state).length < 17_000_000)
})

test('what a row said before takes no room beside what it says now', () => {
  const live = new LiveMeasurement(makeMeasurement())
  for (let i = 0; i < 200; i++) live.change(0, { status: 'in-progress', data, error: null })
  live.change(0, { status: 'finished', data, error: null })
  live.end()
  assert.equal(live.state.results[0]?.result.status, 'finished')
})
