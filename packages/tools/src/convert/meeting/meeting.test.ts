import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { Temporal as library } from 'temporal-polyfill'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import type { Temporal } from '../time/temporal.ts'
import { intersect, type Span } from './plan.ts'
import { readPlaces, toHours, writeHours } from './read-places.ts'
import tool from './tool.ts'

const temporal = library as Temporal

type Answer = {
  text: string
  date: string
  isCommon: boolean
  slots: { from: string; minutes: number; times: string; utc: string }[]
  places: { name: string; zone: string; offset: string; difference: string; hours: string }[]
  hours: { utc: string; cells: { time: string; days: number; state: string }[] }[]
  notes: string[]
}
const run = async (input: object, host = {}) => (await answerTool(tool, input, createTestHost(host))) as Answer

test('the working hours that two cities have in common', async () => {
  const { slots, isCommon, places, hours, date } = await run({ places: 'Shanghai, London', date: '2026-07-01' })
  assert.equal(isCommon, true)
  assert.deepEqual(slots, [
    { from: '2026-07-01 16:00', minutes: 120, times: 'Shanghai 16:00–18:00 · London 09:00–11:00', utc: '2026-07-01T08:00Z' },
  ])
  assert.equal(date, '2026-07-01 Wednesday')
  assert.deepEqual(places[1], {
    name: 'London',
    zone: 'Europe/London',
    offset: '+01:00',
    difference: '−7:00',
    hours: '09:00–18:00',
  })
  assert.equal(hours.length, 24)
  assert.deepEqual(hours[0]!.cells, [
    { time: '00:00', days: 0, state: 'night' },
    { time: '17:00', days: -1, state: 'work' },
  ])
})

test('in winter they have less', async () => {
  const { slots } = await run({ places: '上海, 伦敦', date: '2026年1月7日' }, { lang: 'zh' })
  assert.deepEqual(
    slots.map(({ times }) => times),
    ['上海 17:00–18:00 · 伦敦 09:00–10:00'],
  )
})

test('a day on which the clocks are put forward has 23 hours, one on which they are put back 25', async () => {
  const spring = await run({ places: 'New York', date: '2026-03-08', weekends: true })
  assert.equal(spring.hours.length, 23)
  assert.deepEqual(
    spring.hours.slice(0, 4).map(({ cells }) => cells[0]!.time),
    ['00:00', '01:00', '03:00', '04:00'],
  )
  assert.equal(spring.text, 'New York 09:00–18:00')
  assert.equal(spring.places[0]!.offset, '-04:00')
  assert.deepEqual(spring.notes, ['The clocks of America/New_York change on 2026-03-08 (-05:00 → -04:00)'])
  const autumn = await run({ places: '柏林', date: '2026-10-25', weekends: true })
  assert.equal(autumn.hours.length, 25)
})

test('offsets of half and quarter hours are exact, and hours of one’s own count', async () => {
  const { slots, hours } = await run({
    places: 'Kolkata 10-19\nKathmandu 9:30–17:15\nUTC+8 8:00-16:00',
    date: '2026-01-05',
    minutes: 15,
  })
  assert.equal(slots[0]!.times, 'Kolkata 10:00–13:30 · Kathmandu 10:15–13:45 · UTC+8 12:30–16:00')
  assert.equal(hours[9]!.cells.map(({ time, state }) => `${time} ${state}`).join(', '), '09:00 awake, 09:15 part, 11:30 work')
})

test('night shifts go over midnight', async () => {
  const { slots } = await run({ places: 'UTC 22-6, UTC 0-8', date: '2026-01-06' })
  assert.deepEqual(
    slots.map(({ times }) => times),
    ['UTC 00:00–06:00 · UTC 00:00–06:00'],
  )
})

test('weekends are free, of each place its own', async () => {
  const sunday = await run({ places: 'Auckland, Honolulu', date: '2026-01-05', minutes: 60 })
  assert.equal(sunday.isCommon, false, 'it is Sunday in Honolulu')
  const tuesday = await run({ places: 'Auckland, Honolulu', date: '2026-01-06', minutes: 60 })
  assert.equal(tuesday.text, 'Auckland 09:00–17:00 · Honolulu 10:00–18:00 (−1)')
})

test('where hours never meet, nights cost most', async () => {
  const { isCommon, slots, notes } = await run({ places: 'Shanghai, London, New York', date: '2026-03-10' })
  assert.equal(isCommon, false)
  assert.equal(slots.length, 3)
  assert.equal(slots[0]!.times, 'Shanghai 21:00–22:00 · London 13:00–14:00 · New York 09:00–10:00')
  assert.match(notes[0]!, /do not meet long enough/)
})

test('a time too short for the meeting is none', async () => {
  assert.equal((await run({ places: 'Shanghai, London', date: '2026-01-07', minutes: 60 })).isCommon, true)
  assert.equal((await run({ places: 'Shanghai, London', date: '2026-01-07', minutes: 75 })).isCommon, false)
})

test('without a date it is today at the first place', async () => {
  const late = { now: () => new Date('2026-01-02T20:00:00Z') }
  assert.equal((await run({ places: '东京, 伦敦' }, { ...late, lang: 'zh' })).date, '2026-01-03 星期六')
  assert.equal((await run({ places: 'London, Tokyo' }, late)).date, '2026-01-02 Friday')
})

for (const [input, field] of [
  [{ places: '' }, 'places'],
  [{ places: 'CST' }, 'places'],
  [{ places: 'Atlantis' }, 'places'],
  [{ places: 'London 9-25' }, 'places'],
  [{ places: 'London', date: '2026-02-30' }, 'date'],
  [{ places: 'London', date: 'soon' }, 'date'],
  [{ places: 'London', start: 'nine' }, 'start'],
] as const)
  test(`${JSON.stringify(input)} is refused by its ${field}`, async () => {
    await assert.rejects(run(input), (error: { key?: string; details?: { field?: string } }) => {
      assert.deepEqual([error.key, error.details?.field], ['bad_input', field])
      return true
    })
  })

test('more than twelve places are refused', async () => {
  await assert.rejects(run({ places: Array.from({ length: 13 }, () => 'UTC').join() }), { key: 'too_large' })
})

test('offsets are no hours of work', () => {
  const usual = toHours({ field: 'start', start: '9', end: '17' })
  const places = readPlaces('UTC-5；GMT+5:30、Asia/Tokyo 9:00 到 17:30', usual, temporal)
  assert.deepEqual(
    places.map(({ name, zone, hours }) => `${name} = ${zone} ${writeHours(hours)}`),
    ['UTC-5 = -05:00 09:00–17:00', 'GMT+5:30 = +05:30 09:00–17:00', 'Asia/Tokyo = Asia/Tokyo 09:00–17:30'],
  )
})

test('what spans have in common is what every list has', () => {
  const lists = fc.array(
    fc.array(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 9 })), { maxLength: 4 }).map((list) => {
      let end = -1
      const spans: Span[] = []
      for (const [from, size] of list.sort((a, b) => a[0] - b[0])) if (from > end) spans.push({ from, to: (end = from + size) })
      return spans
    }),
    { minLength: 1, maxLength: 4 },
  )
  fc.assert(
    fc.property(lists, (all) => {
      const has = (spans: readonly Span[], at: number) => spans.some(({ from, to }) => from <= at && at < to)
      const common = intersect(all)
      for (let at = 0; at < 50; at++)
        assert.equal(
          has(common, at),
          all.every((spans) => has(spans, at)),
        )
    }),
  )
})
