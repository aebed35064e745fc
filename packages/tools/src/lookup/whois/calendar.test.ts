import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCalendarText } from './calendar.ts'

const now = new Date('2026-11-21T10:11:12.345Z')

test('a whole-day event on the day of each expiry, with a reminder', () => {
  const text = toCalendarText(
    [
      { name: 'example.com', expires: '2027-08-13T04:00:00Z' },
      { name: 'a,b', expires: '2027-01-02' },
    ],
    { lang: 'en', now },
  )
  assert.match(text, /\r\nDTSTART;VALUE=DATE:20270813\r\n/)
  assert.match(text, /\r\nDTSTAMP:20261121T101112Z\r\n/)
  assert.match(text, /\r\nSUMMARY:example\.com expires\r\nBEGIN:VALARM\r\n/)
  assert.match(text, /\r\nUID:a\\,b-20270102@octet\r\n/, 'commas are escaped')
  assert.equal(text.match(/BEGIN:VEVENT/g)?.length, 2)
  assert.ok(text.startsWith('BEGIN:VCALENDAR\r\n') && text.endsWith('END:VCALENDAR\r\n'))
})

test('no line is longer than 75 bytes, and none ends within a character', () => {
  const name = `${'测试'.repeat(40)}.cn`
  const text = toCalendarText([{ name, expires: '2027-08-13' }], { lang: 'zh', now })
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
  assert.match(text.replaceAll('\r\n ', ''), new RegExp(`SUMMARY:${name} 到期\r\n`))
})
