import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillText } from '@octet/core/text.ts'
import {
  findWindowErrors,
  toNewDraft,
  toTimes,
  toWindowBody,
  toWindowDraft,
  toWindowErrors,
  type WindowRow,
} from './maintenance-draft.ts'

const WEEKLY: WindowRow = {
  id: 'w',
  name: 'Updates',
  monitors: ['m'],
  time_zone: 'Europe/Berlin',
  once: null,
  weekly: { weekdays: [6, 7], from: '22:00', until: '06:00' },
  is_under_way: false,
  from: '2026-12-05T21:00:00.000Z',
  until: '2026-12-06T05:00:00.000Z',
}
const ONCE: WindowRow = {
  ...WEEKLY,
  monitors: null,
  weekly: null,
  once: { from: '2026-12-01T22:00', until: '2026-12-02T01:30' },
}

for (const row of [WEEKLY, ONCE])
  test(`what is ${row.once ? 'once' : 'weekly'} in the form says what the server keeps`, () => {
    const { name, monitors, time_zone, once, weekly } = row
    assert.deepEqual(toWindowBody(toWindowDraft(row)), { name, monitors, time_zone, ...(once ? { once } : { weekly }) })
  })

test('a new one is for all monitors, every week, in the zone of who plans it', () => {
  assert.deepEqual(toWindowBody({ ...toNewDraft('Asia/Shanghai'), name: ' Updates ', weekdays: [7, 1] }), {
    name: 'Updates',
    monitors: null,
    time_zone: 'Asia/Shanghai',
    weekly: { weekdays: [1, 7], from: '02:00', until: '04:00' },
  })
})

const draft = { ...toNewDraft('UTC'), name: 'Updates' }
const single = { ...draft, kind: 'once', onceFrom: '2026-12-01T22:00', onceUntil: '2026-12-02T01:30' } as const
for (const [name, typed, fields] of [
  ['nothing', draft, []],
  ['nothing of what is once', single, []],
  ['a night that ends on the next day', { ...draft, weeklyFrom: '22:00', weeklyUntil: '06:00' }, []],
  ['no name', { ...draft, name: ' ' }, ['name']],
  ['no day', { ...draft, weekdays: [] }, ['weekdays']],
  ['no times', { ...draft, weeklyFrom: '', weeklyUntil: '' }, ['from', 'until']],
  ['no length', { ...draft, weeklyUntil: '02:00' }, ['until']],
  ['an end before the begin', { ...single, onceUntil: '2026-12-01T21:00' }, ['until']],
  ['no monitor', { ...draft, isForAll: false }, ['monitors']],
] as const)
  test(`${name} is wrong: ${fields.join(', ') || 'as it should be'}`, () =>
    assert.deepEqual(Object.keys(findWindowErrors(typed)), fields))

test('what the server refuses stands at its field', () => {
  const t = ({ en }: { en: string }) => en
  assert.deepEqual(toWindowErrors({ field: 'once.until', msg: 'until: expected a time that is not over' }, t), {
    until: 'until: expected a time that is not over',
  })
  assert.deepEqual(toWindowErrors({ field: '', msg: 'no' }, t), { form: 'no' })
})

test('times are those of the zone, whatever the reader’s is', () => {
  const say = (row: WindowRow, lang: 'en' | 'zh') => {
    const [text, values] = toTimes(row, lang)
    return fillText(text[lang], values)
  }
  assert.equal(say(WEEKLY, 'en'), 'Sat, Sun 22:00–06:00, Europe/Berlin')
  assert.equal(say(WEEKLY, 'zh'), '周六、周日 22:00–06:00，Europe/Berlin')
  assert.equal(say(ONCE, 'en'), '1 Dec 2026, 22:00 – 2 Dec 2026, 01:30, Europe/Berlin')
  const short = { ...ONCE, once: { from: '2026-12-01T20:00', until: '2026-12-01T21:30' } }
  assert.equal(say(short, 'en'), '1 Dec 2026, 20:00–21:30, Europe/Berlin')
  assert.equal(say(short, 'zh'), '2026年12月1日 20:00–21:30，Europe/Berlin')
})
