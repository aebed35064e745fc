import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCalendarText } from './calendar-file.ts'

test('a whole-day event on the day of expiry, with its commas escaped', () => {
  const text = toCalendarText({
    name: 'example.com',
    date: '2027-08-13T04:00:00Z',
    words: 'example.com, expires',
    now: new Date('2026-11-21T10:11:12.345Z'),
  })
  assert.match(text, /\r\nDTSTART;VALUE=DATE:20270813\r\n/)
  assert.match(text, /\r\nDTSTAMP:20261121T101112Z\r\n/)
  assert.match(text, /\r\nSUMMARY:example\.com\\, expires\r\n/)
  assert.ok(text.startsWith('BEGIN:VCALENDAR\r\n') && text.endsWith('END:VCALENDAR\r\n'))
})
