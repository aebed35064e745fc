import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDayWords, toLocalTime } from './local-time.ts'

const AT = Date.parse('2026-11-22T15:55:21.400Z')
for (const [like, expected] of [
  ['2026-11-22T07:00:00-08:00', '2026-11-22T07:55:21'],
  ['2026-11-22T21:25:00+05:30', '2026-11-22T21:25:21'],
  ['2026-11-23T05:55:00+14:00', '2026-11-23T05:55:21'],
  ['2026-11-22T15:00:00Z', '2026-11-22T15:55:21'],
] as const)
  test(`${like} → ${expected}`, () => assert.equal(toLocalTime(AT, like), expected))

test('days are those of Intl, in both languages, all year', () => {
  const options = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  for (let day = 0; day < 366; day++) {
    const at = new Date(Date.UTC(2028, 0, 1 + day))
    for (const [lang, locale] of [
      ['en', 'en-GB'],
      ['zh', 'zh-CN'],
    ] as const)
      assert.equal(toDayWords(at.toISOString(), lang), new Intl.DateTimeFormat(locale, options).format(at))
  }
})
