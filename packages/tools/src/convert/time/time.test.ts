import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { addWorkdays, countWeekdays, findWorkdays, readDuration } from './duration.ts'
import { COUNTED, readCount, readExcel, readGps, writeCount, writeExcel, writeGps, type CountedFormat } from './formats.ts'
import tool from './tool.ts'
import { readTime } from './read.ts'
import { toFormatRows, toSnippets } from './write.ts'

type Answer = {
  text: string
  readAs?: string
  warning?: string
  formats?: { id: string; value: string }[]
  lunar?: { date: string; ganzhi: string }
  rows?: { local: string; note: string }[]
  calendar?: { week: string; hoursInDay: number }
  zones?: { zone: string; local: string }[]
}
const run = async (input: Record<string, unknown>) => (await answerTool(tool, input, createTestHost())) as Answer
const now = new Date('2026-01-02T03:04:05Z')
const options = { format: 'auto', zone: 'UTC', disambiguation: 'compatible', now } as const
/** Years 1 to 9999. */
const moment = fc.bigInt(-62_135_596_800_000_000_000n, 253_402_300_799_999_999_999n)

test('counts both ways, exact to their unit', () => {
  const formats = Object.keys(COUNTED) as CountedFormat[]
  fc.assert(
    fc.property(moment, fc.constantFrom(...formats), (ns, format) => {
      const read = readCount(writeCount(ns, format), format)!
      const { unit, places } = COUNTED[format]
      const step = unit / 10n ** BigInt(places)
      const gap = read > ns ? read - ns : ns - read
      assert.ok(gap <= (step > 0n ? step : 1n), `${format}: ${gap} ns`)
    }),
    { numRuns: 500 },
  )
})

const spellings = [
  ['20261122150500', '2026-11-22T15:05:00+00:00'],
  ['20261122', '2026-11-22T00:00:00+00:00'],
  ['20261322', '1970-08-23T12:08:42+00:00'], // no such month: seconds
  ['Nov 22, 2026 3:05 PM', '2026-11-22T15:05:00+00:00'],
  ['November 2nd, 2026', '2026-11-02T00:00:00+00:00'],
  ['2026-11-22 12:05 am', '2026-11-22T00:05:00+00:00'],
  ['2026-1-5', '2026-01-05T00:00:00+00:00'],
  ['2026-1-5 3:04:05', '2026-01-05T03:04:05+00:00'],
  ['2026-11-22 9:05', '2026-11-22T09:05:00+00:00'],
  ['2026-11-22 上午9:05', '2026-11-22T09:05:00+00:00'],
  ['2026-11-22 下午12:05', '2026-11-22T12:05:00+00:00'],
  ['2026年11月22日 下午3点5分', '2026-11-22T15:05:00+00:00'],
  ['2026年11月22日晚上11:05', '2026-11-22T23:05:00+00:00'],
  ['Sun Nov 22 13:34:39 UTC 2026', '2026-11-22T13:34:39+00:00'],
  ['[22/Nov/2026:15:05:00 +0800]', '2026-11-22T07:05:00+00:00'],
  ['Sun Nov 22 2026 15:05:00 GMT+0800 (中国标准时间)', '2026-11-22T07:05:00+00:00'], // Date.toString
  ['November 22, 2026 at 3:05 PM UTC', '2026-11-22T15:05:00+00:00'],
  ['2026-11-22 15:05:00.25 UTC', '2026-11-22T15:05:00.25+00:00'], // PostgreSQL, Ruby
  ['2026-11-22 15:05:00.123456789 +0800 CST m=+0.000012', '2026-11-22T07:05:00.123456789+00:00'], // Go
  ['2026-11-22 15:05:00 EST', '2026-11-22T20:05:00+00:00'],
  ['0x69574b25', '2026-01-02T04:35:49+00:00'],
  ['today', '2026-01-02T00:00:00+00:00'],
  ['Tomorrow at 3:05 PM', '2026-01-03T15:05:00+00:00'],
  ['昨天', '2026-01-01T00:00:00+00:00'],
  ['明天下午三点半', '2026-01-03T15:30:00+00:00'],
  ['Fri 4 Dec', '2026-12-04T00:00:00+00:00'],
  ['Thu Dec 4', '2025-12-04T00:00:00+00:00'],
  ['Friday', '2026-01-02T00:00:00+00:00'],
  ['on Monday at 9:30', '2026-01-05T09:30:00+00:00'],
  ['next Friday 5pm', '2026-01-09T17:00:00+00:00'],
  ['next sunday', '2026-01-11T00:00:00+00:00'],
  ['last Fri', '2025-12-26T00:00:00+00:00'],
  ['last thursday', '2026-01-01T00:00:00+00:00'],
  ['周三', '2025-12-31T00:00:00+00:00'],
  ['下周五 上午10点', '2026-01-09T10:00:00+00:00'],
  ['上个星期天', '2025-12-28T00:00:00+00:00'],
  ['下下周一晚上8点一刻', '2026-01-12T20:15:00+00:00'],
  ['二〇二六年十二月一日', '2026-12-01T00:00:00+00:00'],
  ['二零二六年十月二十三日下午三点二十分', '2026-10-23T15:20:00+00:00'],
  ['下午3点', '2026-01-02T15:00:00+00:00'],
  ['10am PST', '2026-01-02T18:00:00+00:00'],
  ['15:00 UTC+8', '2026-01-02T07:00:00+00:00'],
  ['9:30 +0530', '2026-01-02T04:00:00+00:00'],
  ['明天 12:30', '2026-01-03T12:30:00+00:00'],
  ['2024/1/2 3:4', '2024-01-02T03:04:00+00:00'],
  ['2024-1-2 13:4:5', '2024-01-02T13:04:05+00:00'],
  ['2024-01-02 13:14:5.25+08:00', '2024-01-02T05:14:05.25+00:00'],
  ['2024-01-02T13:4:05', '2024-01-02T13:04:05+00:00'],
  ['后天下午3点', '2026-01-04T15:00:00+00:00'],
  ['3 Nov 126 06:12 PDT', '2026-11-03T13:12:00+00:00'],
  ['2026/11/22 15:05:00 +08:00', '2026-11-22T07:05:00+00:00'],
  ['11/22/2026, 3:05:00 PM', '2026-11-22T15:05:00+00:00'], // toLocaleString
  ['22/11/2026 15:05', '2026-11-22T15:05:00+00:00'],
  ['22.11.2026 9:05', '2026-11-22T09:05:00+00:00'],
  ['4.3.2026', '2026-03-04T00:00:00+00:00'],
  ['Nov 22, 2026 3pm', '2026-11-22T15:00:00+00:00'],
  ['Nov 22 15:05:00 2026 GMT', '2026-11-22T15:05:00+00:00'], // openssl x509 -dates
  ['notAfter=Nov  2 15:05:00 2026 GMT', '2026-11-02T15:05:00+00:00'],
  ['2026:11:22 15:05:00', '2026-11-22T15:05:00+00:00'], // EXIF
  ['20261122150500Z', '2026-11-22T15:05:00+00:00'], // ASN.1
  ['261122150500Z', '2026-11-22T15:05:00+00:00'],
  ["D:20261122150500+08'00'", '2026-11-22T07:05:00+00:00'], // PDF
  ['2026-11-22 15:05 UTC+8', '2026-11-22T07:05:00+00:00'],
  ['2026-11-22 15:05 Asia/Tokyo', '2026-11-22T15:05:00+09:00'],
  ['2026年11月22日 15:05（北京时间）', '2026-11-22T15:05:00+08:00'],
  ['"2026-11-22T15:05:00Z",', '2026-11-22T15:05:00+00:00'],
  ['"exp": 1700000000,', '2023-11-14T22:13:20+00:00'],
  ['Last-Modified: Sun, 22 Nov 2026 15:05:00 GMT', '2026-11-22T15:05:00+00:00'],
  ['创建时间：2026-11-22 15:05', '2026-11-22T15:05:00+00:00'],
  ['/Date(1700000000000+0800)/', '2023-11-14T22:13:20+00:00'],
  ['ISODate("2026-11-22T15:05:00Z")', '2026-11-22T15:05:00+00:00'],
  ['<t:1700000000:R>', '2023-11-14T22:13:20+00:00'],
  ['@1700000000', '2023-11-14T22:13:20+00:00'],
  ['1700000000123ns', '1970-01-01T00:28:20.000000123+00:00'],
  ['1700000000000L', '2023-11-14T22:13:20+00:00'],
  ['3 days ago', '2025-12-30T03:04:05+00:00'],
  ['in 1.5 hours', '2026-01-02T04:34:05+00:00'],
  ['2小时后', '2026-01-02T05:04:05+00:00'],
  ['两个小时以前', '2026-01-02T01:04:05+00:00'],
  ['半小时后', '2026-01-02T03:34:05+00:00'],
  ['12:30', '2026-01-02T12:30:00+00:00'],
  ['-0044-03-15', '-000044-03-15T00:00:00+00:00'],
  ['14 November 2026 at 22:13:20 UTC', '2026-11-14T22:13:20+00:00'], // toLocaleString in British English
  ['Saturday, 14th of November 2026, 10:13 pm', '2026-11-14T22:13:00+00:00'],
  ['1 Sept. 2026', '2026-09-01T00:00:00+00:00'],
  ['2026-11-14 22:13:20 +8:00', '2026-11-14T14:13:20+00:00'],
  ['2026年11月14号 22点', '2026-11-14T22:00:00+00:00'],
  ['202611142213', '2026-11-14T22:13:00+00:00'],
  ['20261114_221320', '2026-11-14T22:13:20+00:00'], // names of pictures
  ['2026-11-14 22.13.20', '2026-11-14T22:13:20+00:00'],
  ['2026-11-14_22-13-20', '2026-11-14T22:13:20+00:00'],
  ['2026-11', '2026-11-01T00:00:00+00:00'],
  ['Nov 2026', '2026-11-01T00:00:00+00:00'],
  ['2026年3月', '2026-03-01T00:00:00+00:00'],
  ['10000-01-01', '+010000-01-01T00:00:00+00:00'],
] as const
for (const [text, iso] of spellings) test(`${text} is ${iso}`, async () => assert.equal((await run({ text })).text, iso))

for (const [duration, iso] of [
  ['2个小时', '2026-01-02T05:04:05+00:00'],
  ['三天', '2026-01-05T03:04:05+00:00'],
  ['两个星期零', undefined],
  ['两周十五分钟', '2026-01-16T03:19:05+00:00'],
  ['二十三个小时', '2026-01-03T02:04:05+00:00'],
  ['半小时', '2026-01-02T03:34:05+00:00'],
  ['一个半小时', '2026-01-02T04:34:05+00:00'],
  ['1小时半', '2026-01-02T04:34:05+00:00'],
  ['1年半', '2027-07-02T03:04:05+00:00'],
  ['半年', '2026-07-02T03:04:05+00:00'],
  ['两分半钟', '2026-01-02T03:06:35+00:00'],
  ['半天', undefined],
  ['1个季度', '2026-04-02T03:04:05+00:00'],
  ['2 quarters', '2026-07-02T03:04:05+00:00'],
  ['1.5 quarters', undefined],
  ['1 fortnight', '2026-01-16T03:04:05+00:00'],
  ['五个工作日', '2026-01-09T03:04:05+00:00'],
  ['01:30:00', '2026-01-02T04:34:05+00:00'],
  ['-26:00:00.5', '2026-01-01T01:04:04.5+00:00'],
  ['01:30', undefined],
] as const)
  test(`${duration} on is ${iso ?? 'refused'}`, async () => {
    const answer = run({ mode: 'add', text: 'now', duration })
    if (iso === undefined) await assert.rejects(answer, { key: 'bad_input' })
    else assert.equal((await answer).text, iso)
  })

test('a date without a year is one of the last twelve months, and says so', async () => {
  for (const [text, iso] of [
    ['Nov 14 22:13:20', '2025-11-14T22:13:20+00:00'], // the clock of the test stands at 2 January 2026
    ['Jan  2 03:04:05.678', '2026-01-02T03:04:05.678+00:00'],
    ['Jan 3', '2026-01-03T00:00:00+00:00'],
    ['4 Jan 9:05 am', '2025-01-04T09:05:00+00:00'],
    ['11月14日 22:13', '2026-11-14T22:13:00+00:00'],
    ['1月2号下午3点', '2026-01-02T15:00:00+00:00'],
  ] as const) {
    const answer = await run({ text })
    assert.equal(answer.text, iso, text)
    assert.match(answer.warning ?? '', new RegExp(`No year was written; ${iso.slice(0, 4)} was taken`))
  }
  for (const text of ['Feb 29', 'Nov 31', '13月1日']) await assert.rejects(run({ text }), { key: 'bad_input' })
})

for (const [day, text, iso] of [
  ['2026-04-30T20:00:00Z', 'May  1 03:00', '2026-05-01T03:00:00+00:00'],
  ['2026-02-28T20:00:00Z', 'Mar  1 03:00', '2026-03-01T03:00:00+00:00'],
  ['2026-02-28T20:00:00Z', 'Mar  2 03:00', '2025-03-02T03:00:00+00:00'],
  ['2026-12-31T20:00:00Z', 'Jan  1 03:00', '2027-01-01T03:00:00+00:00'],
  ['2026-12-30T20:00:00Z', 'Jan  1 03:00', '2026-01-01T03:00:00+00:00'],
] as const)
  test(`${text} without a year is ${iso} on ${day.slice(0, 10)}`, async () => {
    const answer = await answerTool(tool, { text }, createTestHost({ now: () => new Date(day) }))
    assert.equal((answer as Answer).text, iso)
  })

test('12 at night is neither noon nor guessed', async () => {
  await assert.rejects(run({ text: '2026年11月22日晚上12点' }), { key: 'bad_input' })
})

test('CST says which of its two meanings was taken', async () => {
  const { text, warning } = await run({ text: 'Sun Nov 22 21:34:39 CST 2026' })
  assert.equal(text, '2026-11-23T03:34:39+00:00')
  assert.match(warning ?? '', /US Central.*\+0800/)
})

test('CST behind an offset is a name only', async () => {
  for (const text of ['Sun, 22 Nov 2026 21:34:39 +0800 (CST)', '2026-11-22 21:34:39 +0800 CST']) {
    const { text: read, warning } = await run({ text })
    assert.equal(read, '2026-11-22T13:34:39+00:00')
    assert.equal(warning, undefined)
  }
})

for (const [digits, begin, unit] of [
  [11, '1', 'Unix seconds'],
  [12, '1', 'Unix milliseconds'],
  [14, '1', 'Unix milliseconds'],
  [15, '1', 'Unix microseconds'],
  [16, '1', 'Unix microseconds'],
  [17, '1', 'Unix nanoseconds'],
  [18, '1', 'Windows FILETIME / LDAP'],
  [18, '6', '.NET ticks'],
  [19, '1', 'Unix nanoseconds'],
] as const)
  test(`a count of ${digits} digits that begins with ${begin} is read as ${unit}`, async () => {
    assert.equal((await run({ text: begin.padEnd(digits, '0') })).readAs, unit)
  })

test('month and day that could be exchanged are not guessed', async () => {
  assert.equal((await run({ text: '4/4/2026' })).text, '2026-04-04T00:00:00+00:00')
  await assert.rejects(run({ text: '03/04/2026 10:00' }), (error: { details: { expected: { en: string } } }) => {
    assert.match(error.details.expected.en, /an unambiguous date/)
    return true
  })
  await assert.rejects(run({ text: '31.02.2026' }), { key: 'bad_input' })
})

test('the Chinese calendar goes back before the Gregorian one, also where its days were left out', async () => {
  // The first Ming emperor took the throne on 23 January 1368 of the Julian calendar.
  const { lunar } = await run({ text: '1368-01-31', zone: 'Asia/Shanghai' })
  assert.equal(lunar?.date, '一三六八年正月初四')
  assert.match(lunar.ganzhi, /乙亥日/)
  for (const text of ['1582-10-04', '1582-10-05', '1582-10-10', '1582-10-14', '1582-10-15', '0001-01-01', '9998-12-31'])
    assert.match((await run({ text })).lunar?.date ?? '', /年.*月/, text)
})

test('the first and the last day that are counted are whole', async () => {
  for (const text of ['+275760-09-13', '-271821-04-20']) assert.equal((await run({ text })).calendar?.hoursInDay, 24)
})

test('a day later that the clock skips is said', async () => {
  const { text, warning } = await run({ mode: 'add', text: '2026-03-07 02:30', duration: '1d', zone: 'America/New_York' })
  assert.equal(text, '2026-03-08T03:30:00-04:00')
  assert.match(warning ?? '', /skips 2026-03-08T02:30:00/)
})

test('a part of an hour is exact, a part of a day is none', async () => {
  assert.equal((await run({ mode: 'add', text: '2026-01-02', duration: '-1.5h 0.25s' })).text, '2026-01-01T22:29:59.75+00:00')
  await assert.rejects(run({ mode: 'add', text: '2026-01-02', duration: '1.5d' }), { key: 'bad_input' })
})

test('every text format reads back to the second', () => {
  fc.assert(
    fc.property(
      fc.bigInt(-4_102_444_800n, 4_102_444_800n),
      fc.constantFrom('UTC', 'Asia/Shanghai', 'America/New_York', 'Asia/Kathmandu', 'Europe/Amsterdam', 'Africa/Monrovia'),
      (seconds, zone) => {
        const time = Temporal.Instant.fromEpochNanoseconds(seconds * 1_000_000_000n).toZonedDateTimeISO(zone)
        for (const { id, value } of toFormatRows(time, 'en')) {
          if (!['iso', 'utc', 'zoned', 'http', 'mail'].includes(id)) continue
          // Neither RFC has seconds in offsets, which zones had before 1972: the nearest minute stands for them.
          assert.equal(
            readTime(Temporal, value, { ...options, zone }).time.epochNanoseconds,
            seconds * 1_000_000_000n,
            `${id}: ${value}`,
          )
        }
      },
    ),
    { numRuns: 200 },
  )
})

test('an offset with seconds becomes the nearest that can be written, of the same moment', async () => {
  const { text, formats } = await run({ text: '1900-01-01 00:00', zone: 'Asia/Shanghai' }) // 08:05:43
  assert.equal(text, '1900-01-01T00:00:17+08:06')
  assert.equal(formats?.find(({ id }) => id === 'mail')?.value, 'Mon, 01 Jan 1900 00:00:17 +0806')
  assert.equal((await run({ text: '1937-01-01T12:00:27.87', zone: '+00:20' })).text, '1937-01-01T12:00:27.87+00:20')
})

test('an offset that is not that of the zone behind it is taken, and said', async () => {
  const { text, warning } = await run({ text: '2024-06-30T12:00:00+09:00[Asia/Shanghai]' })
  assert.equal(text, '2024-06-30T11:00:00+08:00')
  assert.match(warning ?? '', /not that of Asia\/Shanghai \(\+08:00\)/)
  for (const fine of ['2024-06-30T12:00:00+08:00[Asia/Shanghai]', '2024-06-30T12:00:00Z[Asia/Shanghai]'])
    assert.equal((await run({ text: fine })).warning, undefined, fine)
})

test('GPS time counts leap seconds', () => {
  assert.equal(writeGps(1_700_000_000n * 1_000_000_000n, 'en'), '1384035218 (week 2288, 252818 s)')
  fc.assert(
    fc.property(fc.bigInt(315_964_800n, 4_000_000_000n), (seconds) => {
      const back = readGps(writeGps(seconds * 1_000_000_000n, seconds % 2n ? 'en' : 'zh')!)!
      assert.equal(back, seconds * 1_000_000_000n)
    }),
  )
})

for (const [text, expected] of [
  ['1700000000', '2023-11-14T22:13:20+00:00'],
  ['1700000000123', '2023-11-14T22:13:20.123+00:00'],
  ['1700000000123456', '2023-11-14T22:13:20.123456+00:00'],
  ['1700000000123456789', '2023-11-14T22:13:20.123456789+00:00'],
  ['1700000000.5', '2023-11-14T22:13:20.5+00:00'],
  ['-1', '1969-12-31T23:59:59+00:00'],
  ['4102444800', '2100-01-01T00:00:00+00:00'],
  ['133444736000000000', '2023-11-14T22:13:20+00:00'],
  ['638355968000000000', '2023-11-14T22:13:20+00:00'],
  ['2026-01-02', '2026-01-02T00:00:00+00:00'],
  ['2026-01-02 03:04:05', '2026-01-02T03:04:05+00:00'],
  ['2026-01-02T03:04:05.678+08:00', '2026-01-01T19:04:05.678+00:00'],
  ['Fri, 02 Jan 2026 03:04:05 GMT', '2026-01-02T03:04:05+00:00'],
  ['Fri, 2 Jan 2026 03:04:05 +0800', '2026-01-01T19:04:05+00:00'],
  ['Fri, 2 Jan 2026 03:04:05 +8', '2026-01-01T19:04:05+00:00'],
  ['2026-01-02 03:04:05 -3', '2026-01-02T06:04:05+00:00'],
  ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37+00:00'],
  ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37+00:00'],
  ['2026/1/2 3:04', '2026-01-02T03:04:00+00:00'],
  ['2026年1月2日 3时4分5秒', '2026-01-02T03:04:05+00:00'],
  ['017f22e2-79b0-7cc3-98c4-dc0c0c07398f', '2022-02-22T19:22:22+00:00'],
  ['C232AB00-9414-11EC-B3C8-9F6BDECED846', '2022-02-22T19:22:22+00:00'],
  ['1EC9414C-232A-6B00-B3C8-9F6BDECED846', '2022-02-22T19:22:22+00:00'],
  ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '2016-07-30T23:54:10.259+00:00'],
  ['507f1f77bcf86cd799439011', '2012-10-17T21:13:27+00:00'],
  ['Fri, 2 Jan 2026 03:04:05 +0800 (CST)', '2026-01-01T19:04:05+00:00'],
  ['2 Jan 26 03:04 PST', '2026-01-02T11:04:00+00:00'],
  ['2026年1月2日 星期五 03:04:05', '2026-01-02T03:04:05+00:00'],
  ['Wed, 02 Jul 0921 14:15:55 GMT', '0921-07-02T14:15:55+00:00'],
  ['2026-W01-5', '2026-01-02T00:00:00+00:00'],
  ['2020W537T12:00Z', '2021-01-03T12:00:00+00:00'],
  ['2024-366', '2024-12-31T00:00:00+00:00'],
  ['+010000-01-01', '+010000-01-01T00:00:00+00:00'],
  ['-000043-03-15', '-000043-03-15T00:00:00+00:00'],
  ['0001-01-01T08:05:43+08:06[Asia/Shanghai]', '0001-01-01T08:06:00+08:06'], // 08:05:43 is the offset: the same moment at one that can be written
  ['2026-01-02T03:04:05+08:00[America/New_York]', '2026-01-01T14:04:05-05:00'],
  ['', '2026-01-02T03:04:05+00:00'],
] as const)
  test(`“${text}” is ${expected}`, async () => assert.equal((await run({ text })).text, expected))

for (const [text, format, expected] of [
  ['45244.92592592592592592592', 'excel', '2023-11-14T22:13:20+00:00'],
  ['61', 'excel', '1900-03-01T00:00:00+00:00'],
  ['59.5', 'excel', '1900-02-28T12:00:00+00:00'],
  ['1', 'excel', '1900-01-01T00:00:00+00:00'],
  ['0.75', 'excel', '1899-12-31T18:00:00+00:00'],
  ['1700000000', 'ms', '1970-01-20T16:13:20+00:00'],
  ['2460263.425925925926', 'jd', '2023-11-14T22:13:20.000000006+00:00'],
  ['175928847299117063', 'discord', '2016-04-30T11:18:25.796+00:00'],
  ['1541815603606036480', 'twitter', '2022-06-28T16:07:40.105+00:00'],
  ['1384035218（第 2288 周，252818 秒）', 'gps', '2023-11-14T22:13:20+00:00'],
  ['1384035218.25 (week 2288, 252818 s)', 'gps', '2023-11-14T22:13:20.25+00:00'],
] as const)
  test(`${text} as ${format} is ${expected}`, async () => assert.equal((await run({ text, format })).text, expected))

// ISO 8601:2004 §4.2.3; GNU date and Temporal refuse it.
for (const [text, expected] of [
  ['2026-01-02T24:00:00Z', '2026-01-03T00:00:00+00:00'],
  ['2024-02-28 24:00', '2024-02-29T00:00:00+00:00'],
  ['2026-12-31T24:00:00.000+08:00', '2026-12-31T16:00:00+00:00'],
] as const)
  test(`${text} is the end of its day`, async () => assert.equal((await run({ text })).text, expected))

for (const text of ['2026-02-30T24:00Z', '2026-01-02T24:00:01Z', '2026-01-02T24:01'])
  test(`${text} is refused`, async () => assert.rejects(run({ text }), { key: 'bad_input' }))

for (const text of ['60', '60.5', '-1'])
  test(`${text} is no Excel serial of a day`, async () => assert.rejects(run({ text, format: 'excel' }), { key: 'bad_input' }))

test('Excel serials come back as they went, the day that never was left out', () => {
  for (const serial of ['0', '1', '31', '59', '61', '366', '45244.5']) {
    const ns = readExcel(serial)
    assert.equal(typeof ns === 'bigint' && writeExcel(ns), serial)
  }
  assert.equal(readExcel('60'), 'never')
  assert.equal(writeExcel(BigInt(Date.UTC(1899, 11, 30)) * 1_000_000n), undefined)
})

for (const text of ['1384035218x', '1384035218123', '-1'])
  test(`${text} is no count of GPS seconds`, async () => assert.rejects(run({ text, format: 'gps' }), { key: 'bad_input' }))

test('a mail date without a zone is local, as any other', async () => {
  for (const text of ['2 Jan 2026 03:04:05', '2026-01-02 03:04:05', '2026年1月2日3时4分5秒'])
    assert.equal((await run({ text, zone: 'Asia/Shanghai' })).text, '2026-01-02T03:04:05+08:00')
})

test('a leap second is said to be none', async () => {
  const { text, warning } = await run({ text: '2016-12-31T23:59:60Z' })
  assert.equal(text, '2016-12-31T23:59:59+00:00')
  assert.match(warning ?? '', /leap second/)
})

for (const text of [
  '2026-W54-1',
  '2025-W53-1',
  '2026-W00-1',
  '2026-366',
  '2026-000',
  '2026-02-30',
  '2026-13-01',
  '25:00',
  'some day',
  '1e99',
  '99999999999999999999999',
])
  test(`${text} is refused`, async () => assert.rejects(run({ text }), { name: 'AppError' }))

test('a day named by a word is read as that, not as ISO 8601', async () => {
  assert.equal((await run({ text: 'tomorrow 9:00' })).readAs, 'day in words')
  assert.equal((await run({ text: 'tomorrow noon' })).text, (await run({ text: 'tomorrow 12:00' })).text)
  assert.equal((await run({ text: 'next Friday at midnight' })).text, (await run({ text: 'next Friday 0:00' })).text)
  assert.equal((await run({ text: '明天' })).readAs, 'day in words')
  assert.equal((await run({ text: 'next sunday' })).warning, '“next” was taken as of next week; the coming one is 2026-01-04.')
  assert.equal((await run({ text: 'next friday' })).warning, undefined)
  for (const text of ['15:00 foo', '下周五 25点', '25:00'])
    await assert.rejects(run({ text }), { message: new RegExp(`got ${text}$`) })
})

test('what is longer than any time is refused by its length, and not tried as each of them', async () => {
  for (const sign of ['[', '(', '9', ' 1']) await assert.rejects(run({ text: sign.repeat(2_000) }), /300/)
  assert.equal((await run({ text: `  ${' '.repeat(500)}1700000000` })).readAs, (await run({ text: '1700000000' })).readAs)
})

test('a time the clock skips is named with both choices', async () => {
  const input = { text: '2026-03-08T02:30:00', zone: 'America/New_York' }
  const { text, warning } = await run(input)
  assert.equal(text, '2026-03-08T03:30:00-04:00')
  assert.match(warning ?? '', /skips this local time/)
  assert.equal((await run({ ...input, disambiguation: 'earlier' })).text, '2026-03-08T01:30:00-05:00')
  await assert.rejects(run({ ...input, disambiguation: 'reject' }), { name: 'AppError' })
})

test('a time the clock has twice is named with both choices', async () => {
  const input = { text: '2026-11-01T01:30:00', zone: 'America/New_York' }
  assert.match((await run(input)).warning ?? '', /twice.*-04:00.*-05:00/)
  assert.equal((await run({ ...input, disambiguation: 'later' })).text, '2026-11-01T01:30:00-05:00')
})

test('a week has its year in four digits, or in six with a sign', async () => {
  for (const [text, week] of [
    ['0921-07-02', '0921-W27-3'],
    ['+012026-01-02', '+012026-W01-5'],
    ['-000001-06-01', '-000001-W22-2'],
  ] as const)
    assert.equal((await run({ text, zone: 'UTC' })).calendar?.week, week)
})

test('the Chinese calendar of a day', async () => {
  const { lunar, calendar } = await run({ text: '2026-02-17', zone: 'Asia/Shanghai' })
  assert.equal(lunar?.date, '二〇二六年正月初一')
  assert.match(lunar?.ganzhi ?? '', /^丙午年/)
  assert.equal(calendar?.week, '2026-W08-2')
})

// The new moon of these months falls within minutes of midnight in UTC+8 (GB/T 33661-2017); astronomy-engine 2.1.19 puts it on
// the side that makes the day below. ICU 78 is a day, or a leap month, off here, and only here from 1900 to 2100.
for (const [day, date] of [
  ['1922-06-25', '一九二二年闰五月初一'],
  ['1954-02-03', '一九五四年正月初一'],
  ['1955-02-22', '一九五五年二月初一'],
  ['1987-07-26', '一九八七年闰六月初一'],
  ['1999-01-17', '一九九八年腊月初一'],
  ['2012-08-17', '二〇一二年七月初一'],
  ['2018-11-07', '二〇一八年九月三十'],
  ['2027-02-06', '二〇二七年正月初一'],
  ['2030-02-02', '二〇二九年腊月三十'],
  ['2070-03-12', '二〇七〇年二月初一'],
] as const)
  test(`${day} is ${date}`, async () => assert.equal((await run({ text: day, zone: 'Asia/Shanghai' })).lunar?.date, date))

test('a day of 23 hours is one', async () => {
  assert.equal((await run({ text: '2026-03-29T12:00:00', zone: 'Europe/Berlin' })).calendar?.hoursInDay, 23)
})

test('the month after the 31st of January ends in February', async () => {
  assert.equal((await run({ mode: 'add', text: '2026-01-31', duration: '1mo' })).text, '2026-02-28T00:00:00+00:00')
})

test('lines are converted one by one, a wrong one is named', async () => {
  const { text, rows } = await run({ text: '1700000000\nnonsense\n2026-01-02' })
  assert.equal(text, '2023-11-14T22:13:20+00:00\n\n2026-01-02T00:00:00+00:00')
  assert.match(rows?.[1]?.note ?? '', /expected a date/)
})

for (const [text, expected] of [
  ['1y 2mo 3d', 'P1Y2M3D'],
  ['-90m', '-PT90M'],
  ['3天2小时', 'P3DT2H'],
  ['P1W', 'P1W'],
  ['1 week, 2 days', 'P1W2D'],
] as const)
  test(`the duration ${text} is ${expected}`, () => assert.equal(readDuration(Temporal, text).toString(), expected))

test('wrong durations and zones are refused', async () => {
  for (const text of ['soon', '1', '1 parsec', 'P1']) assert.throws(() => readDuration(Temporal, text), { name: 'AppError' })
  await assert.rejects(run({ zone: 'Mars/Olympus' }), /zone/)
})

test('weekdays agree with counting day by day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 100 }), (start, length) => {
      const from = Temporal.PlainDate.from('1990-01-01').add({ days: start })
      let count = 0
      for (let i = 1; i <= length; i++) if (from.add({ days: i }).dayOfWeek < 6) count++
      assert.equal(countWeekdays(from, from.add({ days: length })), count)
    }),
  )
})

for (const [duration, count] of [
  ['5 business days', 5],
  ['-3bd', -3],
  ['１０ 个工作日', 10],
  ['1 workday', 1],
  ['5 days', undefined],
] as const)
  test(`${duration}: ${count} working days`, () => assert.equal(findWorkdays(duration), count))

test('working days are counted as they are added', () => {
  const days = fc.integer({ min: 0, max: 20_000 }).map((n) => Temporal.PlainDate.from('1990-01-01').add({ days: n }))
  fc.assert(
    fc.property(days, fc.integer({ min: -300, max: 300 }), (from, count) => {
      const to = addWorkdays(from.toZonedDateTime('UTC'), count).toPlainDate()
      if (count === 0) return assert.ok(to.equals(from))
      assert.ok(to.dayOfWeek <= 5)
      // Backwards the day itself counts instead of the last one, so both ends are moved on by one.
      const [a, b] = count > 0 ? [from, to] : [from.subtract({ days: 1 }), to.subtract({ days: 1 })]
      assert.equal(countWeekdays(a, b), count)
    }),
    { numRuns: 500 },
  )
})

test('too many working days are refused', async () => {
  await assert.rejects(run({ mode: 'add', text: '+275000-01-01', duration: '9999999bd' }), { key: 'bad_input' })
})

// Each printed this very moment in Python 3.11, Go 1.19, PHP 8.2, PostgreSQL 15 and MariaDB 10.11.
for (const [text, python, go, mysql] of [
  ['2023-11-14T22:13:20Z', '1700000000', '1700000000, 0', 'FROM_UNIXTIME(1700000000)'],
  ['2024-02-29T12:00:00.123456789Z', '1709208000.123456', '1709208000, 123456789', 'FROM_UNIXTIME(1709208000.123456)'],
  ['1969-12-31T23:59:58.5Z', '-1.5', '-2, 500000000', "TIMESTAMP('1970-01-01') + INTERVAL -1.5 SECOND"],
  ['2100-01-01T00:00:00Z', '4102444800', '4102444800, 0', "TIMESTAMP('1970-01-01') + INTERVAL 4102444800 SECOND"],
] as const)
  test(`${text} is written into code whole`, () => {
    const code = Object.fromEntries(
      toSnippets(Temporal.Instant.from(text).toZonedDateTimeISO('UTC')).map(({ language, code: words }) => [language, words]),
    )
    assert.equal(code['Python'], `datetime.datetime.fromtimestamp(${python}, tz=datetime.timezone.utc)`)
    assert.equal(code['PHP'], `(new DateTimeImmutable('@${python}'))`)
    assert.equal(code['PostgreSQL'], `to_timestamp(${python})`)
    assert.equal(code['Go'], `time.Unix(${go})`)
    assert.equal(code['Rust'], `DateTime::from_timestamp(${go})`)
    assert.equal(code['MySQL'], mysql)
  })

test('a day is that of the zone, not of Greenwich', async () => {
  const late = createTestHost({ now: () => new Date('2026-01-02T20:00:00Z') })
  const { text } = (await answerTool(tool, { text: '今天', zone: 'Asia/Shanghai' }, late)) as { text: string }
  assert.equal(text, '2026-01-03T00:00:00+08:00')
})
