import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { History, Lapse } from '../../storage/queries/beats.ts'
import { toReport } from './report.ts'

type Words = readonly [part: Lapse['part'], state: Lapse['state'], from: string, to: string]

const UNTIL = '2026-11-27T12:00:00Z'

type Told = {
  readonly since?: string
  readonly now?: string
  readonly isCut?: boolean
  readonly lapses?: readonly Words[]
}

function toHistory({ since = '2026-01-01T00:00:00Z', now = UNTIL, isCut = false, lapses = [] }: Told): History {
  const rows = lapses.map(([part, state, from, to]) => ({ part, state, began_at: new Date(from), ended_at: new Date(to) }))
  rows.sort((a, b) => b.ended_at.getTime() - a.ended_at.getTime())
  return { since: new Date(since), until: new Date(UNTIL), now: new Date(now), lapses: rows, isCut }
}

const report = (told: Told) => toReport({ extent: 'whole', history: toHistory(told) })
const find = (id: string, { parts }: ReturnType<typeof toReport>) => parts.find((part) => part.id === id)!
const listPerCents = (id: string, told: ReturnType<typeof toReport>) =>
  find(id, told).availability.map(({ per_cent: share }) => share)
const findDay = (id: string, day: string, told: ReturnType<typeof toReport>) => find(id, told).days.find((one) => one.day === day)

test('before anything was measured all is null, and nothing is said of now', () => {
  const told = toReport({ extent: 'none', history: undefined })
  assert.deepEqual([told.since, told.until, told.incidents], [null, null, []])
  for (const { state, availability, days } of told.parts) {
    assert.deepEqual([state, days], ['unknown', []])
    assert.deepEqual(
      availability.map((one) => [one.days, one.per_cent, one.measured_seconds]),
      [1, 7, 30, 90].map((days) => [days, null, 0]),
    )
  }
})

test('90 days of UTC, the newest last; the one that goes on counts so far', () => {
  const { days } = find('lookup', report({}))
  assert.equal(days.length, 90)
  assert.deepEqual([days[0]?.day, days.at(-1)?.day], ['2026-08-30', '2026-11-27'])
  assert.deepEqual([days.at(-2)?.up_seconds, days.at(-1)?.up_seconds], [86_400, 43_200])
})

test('of days before the first one nothing is known', () => {
  const told = report({ since: '2026-11-26T18:00:00Z' })
  assert.deepEqual(findDay('lookup', '2026-11-25', told), {
    day: '2026-11-25',
    per_cent: null,
    up_seconds: 0,
    failing_seconds: 0,
    stopped_seconds: 0,
  })
  assert.equal(findDay('lookup', '2026-11-26', told)?.up_seconds, 21_600)
  assert.deepEqual(
    find('lookup', told).availability.map(({ measured_seconds: seconds }) => seconds),
    [64_800, 64_800, 64_800, 64_800],
  )
})

test('a lapse over midnight counts for both days, and for its part alone', () => {
  const told = report({ lapses: [['accounts', 'failing', '2026-11-25T23:59:00Z', '2026-11-26T00:02:00Z']] })
  assert.equal(findDay('accounts', '2026-11-25', told)?.failing_seconds, 60)
  assert.equal(findDay('accounts', '2026-11-26', told)?.failing_seconds, 120)
  assert.equal(findDay('accounts', '2026-11-26', told)?.up_seconds, 86_280)
  assert.equal(findDay('lookup', '2026-11-26', told)?.per_cent, 100)
  assert.deepEqual(listPerCents('accounts', told), [100, 99.97, 99.993, 99.997])
})

test('when no server ran, every part stood still', () => {
  const told = report({ lapses: [[null, 'stopped', '2026-11-26T12:00:00Z', '2026-11-26T18:00:00Z']] })
  for (const id of ['lookup', 'accounts', 'measurements']) {
    assert.equal(findDay(id, '2026-11-26', told)?.stopped_seconds, 21_600)
    assert.deepEqual(listPerCents(id, told)[0], 75)
  }
})

test('a share is rounded down: 100 says that it never failed', () => {
  const told = report({ lapses: [['lookup', 'failing', '2026-10-01T00:00:00Z', '2026-10-01T00:00:15Z']] })
  assert.deepEqual(listPerCents('lookup', told), [100, 100, 100, 99.999])
})

test('what is not offered is neither up nor down', () => {
  const told = report({ lapses: [['measurements', 'unchecked', '2026-01-01T00:00:00Z', UNTIL]] })
  assert.deepEqual(listPerCents('measurements', told), [null, null, null, null])
  assert.equal(find('measurements', told).state, 'unchecked')
  assert.deepEqual(told.incidents, [])
})

test('incidents, the newest first; one that goes on has no end', () => {
  const told = report({
    lapses: [
      [null, 'stopped', '2026-11-20T00:00:00Z', '2026-11-20T00:00:40Z'],
      ['accounts', 'failing', '2026-11-27T11:50:00Z', UNTIL],
    ],
  })
  assert.deepEqual(told.incidents, [
    { part: 'accounts', state: 'failing', from: '2026-11-27T11:50:00.000Z', to: null, seconds: 600 },
    { part: null, state: 'stopped', from: '2026-11-20T00:00:00.000Z', to: '2026-11-20T00:00:40.000Z', seconds: 40 },
  ])
  assert.equal(find('accounts', told).state, 'failing')
})

test('what was written a minute ago or earlier says nothing about now', () => {
  const lapses: readonly Words[] = [['accounts', 'failing', '2026-11-27T11:50:00Z', UNTIL]]
  const told = report({ now: '2026-11-27T12:01:30Z', lapses })
  assert.equal(find('lookup', told).state, 'unknown')
  assert.equal(told.incidents[0]?.to, '2026-11-27T12:00:00.000Z')
})

test('where lapses are too many to read, days before the oldest are not known', () => {
  const told = report({ isCut: true, lapses: [['lookup', 'failing', '2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z']] })
  assert.equal(told.since, '2026-11-21T00:00:00.000Z')
  assert.equal(findDay('lookup', '2026-11-20', told)?.per_cent, null)
})
