import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import * as fc from 'fast-check'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { findFieldNames, type CronDialect, type CronFieldName } from './dialect.ts'
import tool from './tool.ts'

const rows: [text: string, words: string][] = [
  ['*/30 9-17 * * MON-FRI', '每隔 30 分钟，在 09:00 和 17:59 之间，星期一至星期五'],
  ['0 0 0 L-3W * ?', '在00:00，限每月最后一天之前的第3天（取最近的工作日）'],
  ['0 0 1,15 * *', '在00:00，限每月 1 号和 15 号'],
  ['0 0 13 * 5', '在00:00，限每月 13 号，或星期五'],
  ['0 0 1,15 1 1-5', '在00:00，限每月 1 号和 15 号，或星期一至星期五，仅于一月份'],
  ['0 0 L * 5L', '在00:00，限每月的最后一天，或每月的最后一个星期五'],
  ['0 0 */2 * 1', '在00:00，每隔 2 天，仅星期一'],
  ['0 0 */2 * 1-5', '在00:00，每隔 2 天，限星期一至星期五'],
  ['0 0 * */5 1,3,5', '在00:00，仅星期一、星期三和星期五，仅于一月、六月和十一月份'],
]
for (const [text, words] of rows)
  test(`${text} reads «${words}» in Chinese`, async () => {
    const answer = (await answerTool(tool, { text }, createTestHost({ lang: 'zh' }))) as { text: string }
    assert.equal(answer.text, words)
  })

/** Vixie cron and cronie: a field of days that begins with `*` narrows the other one. */
for (const [text, days] of [
  ['0 0 */2 * 1', ['2026-01-05', '2026-01-19', '2026-02-09']],
  ['0 0 1-7 * */7', ['2026-01-04', '2026-02-01', '2026-03-01']],
  ['0 0 0 13 * 5', ['2026-01-09', '2026-01-13', '2026-01-16']],
  ['0 0 * * 5', ['2026-01-09', '2026-01-16', '2026-01-23']],
] as const)
  test(`${text} runs on ${days.join(', ')}`, async () => {
    const { runs } = (await answerTool(tool, { text, count: 3 }, createTestHost())) as { runs: { local: string }[] }
    assert.deepEqual(
      runs.map(({ local }) => local.slice(0, 10)),
      days,
    )
  })

type Answer = { readonly dialect: string; readonly runs: readonly { readonly local: string }[] }
const answer = async (input: Readonly<Record<string, unknown>>, lang: 'en' | 'zh' = 'en') =>
  (await answerTool(tool, input, createTestHost({ lang }))) as Answer

/** Quartz' CronExpression documentation and that of AWS EventBridge: Sunday is 1; `?` shows which of the two it is. */
for (const [text, dialect, days] of [
  ['0 15 10 ? * 6L', 'quartz', ['2026-01-30', '2026-02-27', '2026-03-27']],
  ['0 15 10 ? * 6#3', 'quartz', ['2026-01-16', '2026-02-20', '2026-03-20']],
  ['0 15 10 ? * 6#1', 'quartz', ['2026-01-02', '2026-02-06', '2026-03-06']],
  ['0 0 0 ? * 2-6', 'quartz', ['2026-01-05', '2026-01-06', '2026-01-07']],
  ['0 0 0 ? * L', 'quartz', ['2026-01-03', '2026-01-10', '2026-01-17']],
  ['0 0 0 ? * FRI-MON', 'quartz', ['2026-01-03', '2026-01-04', '2026-01-05']],
  ['0 0 12 1/5 * ?', 'quartz', ['2026-01-06', '2026-01-11', '2026-01-16']],
  ['0 0 0 L-2 * ?', 'quartz', ['2026-01-29', '2026-02-26', '2026-03-29']],
  ['0 0 0 L-30 * ?', 'quartz', ['2026-03-01', '2026-05-01', '2026-07-01']],
  ['0 0 0 L-1W 2 ? 2026-2029', 'quartz', ['2026-02-27', '2027-02-26', '2028-02-28']],
  ['0 0 0 1 1 ? 2030/5', 'quartz', ['2030-01-01', '2035-01-01', '2040-01-01']],
  ['cron(0 10 ? * 6#3 *)', 'aws', ['2026-01-16', '2026-02-20', '2026-03-20']],
  ['0 0 ? * 6', 'unix', ['2026-01-03', '2026-01-10', '2026-01-17']],
  ['0/30 0 1 * *', 'unix', ['2026-02-01', '2026-02-01', '2026-03-01']],
] as const)
  test(`${text} is ${dialect} and runs on ${days.join(', ')}`, async () => {
    const { runs, ...found } = await answer({ text, count: 3 })
    assert.equal(found.dialect, dialect)
    assert.deepEqual(
      runs.map(({ local }) => local.slice(0, 10)),
      days,
    )
  })

test('a range with a step goes on from the end of the day', async () => {
  const { runs } = await answer({ text: '0 0 20-4/3 * * ?', count: 6 })
  assert.deepEqual(runs.map(({ local }) => local.slice(11, 13)).sort(), ['02', '02', '20', '20', '23', '23'])
})

test('Spring writes ? and counts like cron: the dialect can be chosen', async () => {
  const { runs } = await answer({ text: '0 0 0 ? * 5', dialect: 'unix', count: 1 })
  assert.equal(runs[0]?.local, '2026-01-09 00:00:00')
})

test('full-width signs are read', async () => {
  assert.equal((await answer({ text: '＊/15 9－17 ＊ ＊ 1，3', count: 1 })).runs[0]?.local, '2026-01-05 09:00:00')
})

const arbitraryField = (name: CronFieldName, dialect: CronDialect) => {
  const [min, max] = {
    second: [0, 59],
    minute: [0, 59],
    hour: [0, 23],
    day: [1, 31],
    month: [1, 12],
    weekday: [1, 7],
    year: [2026, 2099],
  }[name] as [number, number]
  const value = fc.integer({ min, max })
  const plain = fc.oneof(
    value.map(String),
    fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
    fc.tuple(value, fc.integer({ min: 1, max: 7 })).map(([a, step]) => `${a}/${step}`),
  )
  const marks: Readonly<Partial<Record<CronFieldName, readonly string[]>>> = {
    day: ['L', 'LW', '15W', 'L-3', 'L-5W'],
    weekday: dialect === 'unix' ? ['5L', '1#2', 'MON-FRI', '0,7'] : ['6L', '7#5', 'FRI-MON', 'L'],
    month: ['JAN', 'FEB-JUL'],
  }
  return fc.oneof(
    fc.array(plain, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(',')),
    fc.constantFrom('*', `*/3`, ...(marks[name] ?? [])),
  )
}

test('what is read has words in both languages and runs that come in order', () =>
  fc.assert(
    fc.asyncProperty(
      fc
        .tuple(fc.constantFrom<CronDialect>('unix', 'quartz', 'aws'), fc.constantFrom(5, 6, 7), fc.boolean())
        .chain(([dialect, count, isDay]) => {
          const names = findFieldNames(count, dialect) ?? findFieldNames(6, dialect)!
          const isSilent = (name: CronFieldName) => dialect !== 'unix' && name === (isDay ? 'weekday' : 'day')
          const fields = names.map((name) => (isSilent(name) ? fc.constant('?') : arbitraryField(name, dialect)))
          return fc.tuple(fc.constant(dialect), fc.tuple(...fields))
        }),
      async ([dialect, fields]) => {
        const text = fields.join(' ')
        const { runs, text: zh } = (await answer({ text, dialect, count: 4 }, 'zh')) as Answer & { text: string }
        assert.match(zh, /\p{sc=Han}/u)
        assert.doesNotMatch(zh.replaceAll(/[A-Z]+/g, ''), /undefined|null|NaN|%s/)
        assert.deepEqual(
          runs.map(({ local }) => local),
          [...new Set(runs.map(({ local }) => local))].sort(),
        )
      },
    ),
    { numRuns: 60 },
  ))

test('AWS counts Saturday as 7 and Sunday as 1, in lists too', async () => {
  const { text, runs } = (await answer({ text: 'cron(0 10 ? * 1,7 *)', count: 2 })) as Answer & { text: string }
  assert.equal(text, 'At 10:00, only on Sunday and Saturday')
  assert.deepEqual(
    runs.map(({ local }) => local),
    ['2026-01-03 10:00:00', '2026-01-04 10:00:00'],
  )
})

for (const [text, words] of [
  ['0 0 13 * 5', 'At 00:00, on day 13 of the month, or on Friday'],
  [
    '* 9-17 1 6-8 1-5',
    'Every minute, between 09:00 and 17:59, on day 1 of the month, or on Monday through Friday, June through August',
  ],
  ['0 0 LW * 2#2', 'At 00:00, on the last weekday of the month, or on the second Tuesday of the month'],
  ['0 0 0 L-3W * 1 2027', 'At 00:00, 3 days before the last day of the month, or on Monday, only in 2027 (the nearest weekday)'],
  ['0 0 1/2 * 1/2', 'At 00:00, every 2 days in a month, or on Monday, Wednesday, and Friday'],
  ['0 0 */2 * 1', 'At 00:00, every 2 days in a month, only on Monday'],
] as const)
  test(`of ${text}, both days are said as cron takes them`, async () => {
    assert.equal(((await answer({ text })) as Answer & { text: string }).text, words)
  })

for (const [text, words] of [
  ['*/40 * * * *', 'At 0 and 40 minutes past the hour'],
  ['10/25 * * * *', 'At 10 and 35 minutes past the hour'],
  ['0 */9 * * *', 'At 00:00, 09:00 and 18:00'],
  ['0 0 1 */5 *', 'At 00:00, on day 1 of the month, only in January, June, and November'],
  ['0 0 * * */2', 'At 00:00, only on Sunday, Tuesday, Thursday, and Saturday'],
  ['0 0 0 ? * 2/2', 'At 00:00, only on Monday, Wednesday, and Friday'],
  ['57/5 * * * *', 'At 57 minutes past the hour'],
  ['0 0 1 4/6 *', 'At 00:00, on day 1 of the month, every 6 months, April through December'],
  ['0 0 1 8/6 *', 'At 00:00, on day 1 of the month, only in August'],
  ['5/15 * * * *', 'Every 15 minutes, starting at 5 minutes past the hour'],
  ['*/20 * * * *', 'Every 20 minutes'],
] as const)
  test(`${text} does not count on over the end of its field`, async () => {
    assert.equal(((await answer({ text })) as Answer & { text: string }).text, words)
  })

for (const [text, reason] of [
  ['0 0 0 * *', 'day of month: 1–31, not 0'],
  ['0 0 * 13 *', 'month: 1–12, not 13'],
  ['0 24 * * *', 'hour: 0–23, not 24'],
  ['1 2 3', 'five, six or seven parts, not 3'],
  ['5-1 * * * *', 'minute: 5-1 runs backwards, write 5-59,0-1'],
  ['0 0 * * SAT-SUN', 'day of week: SAT-SUN runs backwards, write 6-7'],
  ['*/0 * * * *', 'minute: step 1–59, not 0'],
  ['0 0 * * 1#6', 'day of week: # takes 1–5, not 6'],
  ['0 0 * * 1#0', 'day of week: # takes 1–5, not 0'],
  ['0 ? * * *', 'hour: ? may stand only for a day'],
  ['0 0 0 1 1 ? 2200', 'year: 1970–2199, not 2200'],
  ['0 0 * * L', 'day of week: L alone is Saturday in Quartz only; write 6 or 6L'],
  ['0 0 1-5W * *', 'day of month: L, LW, L-3 or 15W, not 1-5W'],
  ['0 0 0 ? * ?', 'exactly one of day of month and day of week is ?'],
  ['TZ=UTC\n0 9 * * *', '“TZ=UTC” belongs in the time zone field'],
  ['CRON_TZ=Mars/Base 0 9 * * *', 'got Mars/Base'],
  ['CRON_TZ=CST 0 9 * * *', 'got CST'],
  ['CRON_TZ=UTC 0 25 * * *', 'hour: 0–23, not 25'],
  ['0 25 * * * /bin/true', 'hour: 0–23, not 25'],
  ['@reboot', 'has no fixed times'],
  ['constructor', 'five, six or seven parts, not 1'],
] as const)
  test(`${text} is refused: ${reason}`, async () => {
    await assert.rejects(answerTool(tool, { text }, createTestHost()), (error: Error) => error.message.includes(reason))
  })

test('a refusal is Chinese in Chinese', async () => {
  for (const text of [
    '1 2 3',
    'abc * * * *',
    '*/0 * * * *',
    '5-1 * * * *',
    '0 0 * * 1#6',
    '0 0 * * FOO',
    '@every 5m',
    'H H * * *',
  ]) {
    const error = await answer({ text }, 'zh').then(
      () => assert.fail(text),
      (cause: AppError) => cause,
    )
    const { zh } = error.details.expected as Text
    assert.match(zh, /应|仅|无|而非|请写/, `${text}: ${zh}`)
    assert.doesNotMatch(zh.replaceAll(/“.*?”|@\w+|SUN–SAT|Cron|Jenkins/g, ''), /[A-Za-z]{3}/, zh)
  }
})

for (const [text, words] of [
  ['0 0 * * 1,1,1', 'At 00:00, only on Monday'],
  ['0 0 * * 0,1,7', 'At 00:00, only on Sunday and Monday'],
  ['0 0 * * 0-7', 'At 00:00, Sunday through Saturday'],
  ['5,* * * * *', 'Every minute'],
  ['0 9 * * FRI#L', 'At 09:00, on the last Friday of the month'],
  ['0 9,9 * * MON,mon', 'At 09:00, only on Monday'],
] as const)
  test(`${text} says each thing once`, async () => {
    assert.equal(((await answer({ text })) as Answer & { text: string }).text, words)
  })

for (const [text, words] of [
  ['59-0 * * * *', /write 59,0\)/],
  ['0 22-2 * * *', /write 22-23,0-2\)/],
  ['0~30 * * * *', /at random/],
  ['rate(5 minutes)', /has no fixed times/],
] as const)
  test(`${text} is refused in words of its own`, () => assert.rejects(answer({ text }), words))

test('of a text that is none, the refusal says the beginning', async () => {
  const long = 'xlw'.repeat(100)
  for (const text of [
    'x'.repeat(300),
    `@${'x'.repeat(300)}`,
    `TZ=${'x'.repeat(300)} * * * * *`,
    `${'x'.repeat(300)} * * * *`,
    `${long} * * * *`,
    `* * ${long} * *`,
    `* * 1,${long} * *`,
    `* * L-1${long} * *`,
    `* * * * ${long}`,
    `0~${long} * * * *`,
  ])
    await assert.rejects(answer({ text }), (error: Error) => error.message.length < 300)
})

for (const [text, words, command] of [
  ['*/5 * * * * /usr/bin/x --all', 'Every 5 minutes', '/usr/bin/x --all'],
  ['0 9 * * * root /bin/true', 'At 09:00', 'root /bin/true'],
  [
    '\t0 9\t* * 1-5   php artisan schedule:run >> /dev/null 2>&1 \n',
    'At 09:00, Monday through Friday',
    'php artisan schedule:run >> /dev/null 2>&1',
  ],
  ['@daily /bin/backup', 'At 00:00', '/bin/backup'],
] as const)
  test(`the command of ${text.trim()} is shown apart`, async () => {
    const found = (await answer({ text })) as Answer & { text: string; command?: string; note?: string }
    assert.deepEqual([found.text, found.command, found.note], [words, command, undefined])
  })

for (const [text, zone, first] of [
  ['CRON_TZ=Asia/Tokyo 0 9 * * *', 'Asia/Tokyo', '2026-01-03 09:00:00'],
  ['TZ=America/New_York @daily', 'America/New_York', '2026-01-02 00:00:00'],
  ['CRON_TZ="Asia/Tokyo" 0 9 * * MON /bin/true', 'Asia/Tokyo', '2026-01-05 09:00:00'],
  ['CRON_TZ=Asia/Tokyo\n0 9 * * * root /bin/true', 'Asia/Tokyo', '2026-01-03 09:00:00'],
  ['tz=tokyo 0 0 9 * * ?', 'Asia/Tokyo', '2026-01-03 09:00:00'],
] as const)
  test(`the zone of ${JSON.stringify(text)} goes before the field, and the answer says so`, async () => {
    const found = (await answer({ text, zone: 'Europe/Oslo' })) as Answer & { zone?: string; note?: string; systemd?: string }
    assert.equal(found.zone, zone)
    assert.equal(found.note, `the expression sets the time zone: ${zone}, not Europe/Oslo`)
    assert.equal(found.runs[0]?.local, first)
    assert.ok(found.systemd?.endsWith(` ${zone}`), found.systemd)
    assert.ok(!('note' in (await answer({ text, zone }))), 'nothing to tell where the field says the same')
  })

test('a percent sign in a command is pointed out, as cron cuts the command there', async () => {
  const read = async (text: string) => ((await answer({ text })) as { note?: string }).note ?? ''
  assert.match(await read('0 2 * * * tar czf /b/$(date +%F).tgz /etc'), /first %.*write \\%/)
  assert.equal(await read('0 2 * * * tar czf /b/$(date +\\%F).tgz /etc'), '')
})

test('what Quartz and AWS write has no command', async () => {
  for (const text of ['0 0 12 ? * MON', 'cron(0 10 ? * 6#3 *)', '0 0 0 1 JAN ? 2030'])
    assert.ok(!('command' in (await answer({ text }))), text)
})

test('what never runs again is said to, and nothing else is', async () => {
  const read = async (text: string, lang: 'en' | 'zh' = 'en') => ((await answer({ text }, lang)) as { note?: string }).note
  for (const text of ['0 0 31 2 *', '0 0 31 4,6 *', '0 0 0 1 1 ? 2020', '0 0 0 29 2 ? 2027'])
    assert.equal(await read(text), 'no time from now on matches, so that it never runs', text)
  assert.equal(await read('0 0 31 2 *', 'zh'), '今后没有符合的时间，不会再执行')
  for (const text of ['0 0 29 2 *', '0 0 31 * *', '0 0 0 29 2 ? 2028']) assert.equal(await read(text), undefined, text)
})

test('what no crontab of the system takes is said', async () => {
  const noteOf = async (text: string) =>
    ((await answerTool(tool, { text }, createTestHost())) as { note?: string }).note?.match(/seconds|L, W and #/)?.[0]
  for (const text of ['0 0 L * *', '0 0 15W * *', '0 0 * * 5L', '0 0 * * 1#2', 'last friday of every month at 17:00'])
    assert.equal(await noteOf(text), 'L, W and #', text)
  for (const text of ['*/30 * * * * *', 'every 30 seconds']) assert.equal(await noteOf(text), 'seconds', text)
  for (const text of ['0 9 * JUL WED', '@daily', '0 15 10 ? * 6L']) assert.equal(await noteOf(text), undefined, text)
})
