import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMaintenanceEnd, findPeriod, measureMaintenance, type MaintenanceSchedule } from './maintenance.ts'

const nightly = (from: string, until: string, weekdays = [7]): MaintenanceSchedule => ({ weekly: { weekdays, from, until } })

// Clocks in Berlin go forward on 2026-03-29 at 02:00 and back on 2026-10-25 at 03:00.
const rows: [name: string, zone: string, schedule: MaintenanceSchedule, now: string, wanted: [string, string] | undefined][] = [
  [
    'in winter it is an hour later by UTC',
    'Europe/Berlin',
    nightly('02:00', '04:00'),
    '2026-01-10T00:00Z',
    ['2026-01-11T01:00Z', '2026-01-11T03:00Z'],
  ],
  ['than in summer', 'Europe/Berlin', nightly('02:00', '04:00'), '2026-07-04T00:00Z', ['2026-07-05T00:00Z', '2026-07-05T02:00Z']],
  [
    'the night that loses an hour has one less',
    'Europe/Berlin',
    nightly('01:00', '04:00'),
    '2026-03-28T12:00Z',
    ['2026-03-29T00:00Z', '2026-03-29T02:00Z'],
  ],
  [
    'the night that gains one has one more',
    'Europe/Berlin',
    nightly('01:00', '04:00'),
    '2026-10-24T12:00Z',
    ['2026-10-24T23:00Z', '2026-10-25T03:00Z'],
  ],
  [
    'what begins in the hour that is left out begins when the clocks are put forward',
    'Europe/Berlin',
    nightly('02:30', '05:00'),
    '2026-03-28T12:00Z',
    ['2026-03-29T01:00Z', '2026-03-29T03:00Z'],
  ],
  [
    'what lies in it whole is after it, also for who begins as much later',
    'Europe/Berlin',
    nightly('02:10', '02:40'),
    '2026-03-28T12:00Z',
    ['2026-03-29T01:00Z', '2026-03-29T01:40Z'],
  ],
  [
    'what begins in it and ends soon after is not lost',
    'Europe/Berlin',
    nightly('02:45', '03:15'),
    '2026-03-28T12:00Z',
    ['2026-03-29T01:00Z', '2026-03-29T01:15Z'],
  ],
  [
    'what ends in the hour that comes twice ends with the second',
    'Europe/Berlin',
    nightly('01:30', '02:30'),
    '2026-10-24T12:00Z',
    ['2026-10-24T23:30Z', '2026-10-25T01:30Z'],
  ],
  [
    'a night reaches into the next day, and is under way there',
    'Asia/Shanghai',
    nightly('22:00', '06:00', [5]),
    '2026-12-04T20:00Z', // Saturday, 04:00
    ['2026-12-04T14:00Z', '2026-12-04T22:00Z'],
  ],
  [
    'at its end the next one comes, a week later',
    'Asia/Shanghai',
    nightly('22:00', '06:00', [5]),
    '2026-12-04T22:00Z',
    ['2026-12-11T14:00Z', '2026-12-11T22:00Z'],
  ],
  [
    'of several days the nearest',
    'America/New_York',
    nightly('09:00', '10:00', [1, 3]),
    '2026-11-30T15:00Z', // Monday, 10:00
    ['2026-12-02T14:00Z', '2026-12-02T15:00Z'],
  ],
  [
    'the day is that of the zone, not of UTC',
    'Pacific/Auckland',
    nightly('01:00', '02:00', [1]),
    '2026-11-29T11:30Z', // Monday, 00:30
    ['2026-11-29T12:00Z', '2026-11-29T13:00Z'],
  ],
  [
    'once',
    'Europe/Berlin',
    { once: { from: '2026-12-01T22:00', until: '2026-12-02T01:30' } },
    '2026-11-30T00:00Z',
    ['2026-12-01T21:00Z', '2026-12-02T00:30Z'],
  ],
  [
    'and never again',
    'Europe/Berlin',
    { once: { from: '2026-12-01T22:00', until: '2026-12-02T01:30' } },
    '2026-12-02T00:30Z',
    undefined,
  ],
]
for (const [name, time_zone, schedule, now, wanted] of rows)
  test(name, async () => {
    const found = await findPeriod({ time_zone, schedule }, new Date(now))
    assert.deepEqual(found && [found.from, found.until], wanted && wanted.map((time) => new Date(time)))
  })

test('the end of those under way is that of the last; what has not begun does not count', async () => {
  const times = [
    { time_zone: 'UTC', schedule: nightly('01:00', '03:00') },
    { time_zone: 'UTC', schedule: nightly('02:00', '05:00') },
    { time_zone: 'UTC', schedule: nightly('04:00', '09:00') },
  ]
  const at = (time: string) => findMaintenanceEnd(times, new Date(time))
  assert.deepEqual(await at('2026-11-29T02:30Z'), new Date('2026-11-29T05:00Z'))
  assert.equal(await at('2026-11-29T00:59Z'), null)
  assert.equal(await at('2026-11-29T09:00Z'), null)
  assert.equal(await findMaintenanceEnd([], new Date()), null)
})

test('how long there was maintenance: what overlaps counts once, and no week before it was planned', async () => {
  const toTimes = (schedule: MaintenanceSchedule, planned = '2026-01-01T00:00Z') => ({
    time_zone: 'Etc/UTC',
    schedule,
    created_at: planned,
  })
  const measure = async (all: ReturnType<typeof toTimes>[], from: string, until: string) =>
    (await measureMaintenance(all, { from: new Date(from), until: new Date(until) })) / 60_000
  const night = toTimes(nightly('02:00', '04:00', [1, 2, 3, 4, 5, 6, 7]))
  const once = toTimes({ once: { from: '2026-03-02T03:00', until: '2026-03-02T06:00' } }, '2026-03-02T05:00Z')
  assert.equal(await measure([], '2026-03-01T00:00Z', '2026-03-02T00:00Z'), 0)
  assert.equal(await measure([night], '2026-03-01T05:00Z', '2026-03-02T01:00Z'), 0)
  assert.equal(await measure([night], '2026-03-01T03:00Z', '2026-03-04T02:30Z'), 60 + 120 + 120 + 30)
  assert.equal(await measure([once, night], '2026-03-02T00:00Z', '2026-03-02T12:00Z'), 4 * 60)
  assert.equal(await measure([toTimes(night.schedule, '2026-03-05T12:00Z')], '2026-03-01T00:00Z', '2026-03-07T00:00Z'), 120)
})
