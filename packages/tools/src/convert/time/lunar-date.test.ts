import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AppError } from '@octet/core/errors.ts'
import * as fc from 'fast-check'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import time from './tool.ts'

/** The test host’s clock stands at 2026-01-02, in the eleventh month of 2025. */
const run = async (text: string, others: object = {}) =>
  (await answerTool(time, { text, zone: 'Asia/Shanghai', ...others }, createTestHost())) as {
    text: string
    readAs: string
    warning?: string
    lunar?: { date: string }
    rows?: { local: string }[]
  }
const dayOf = async (text: string): Promise<string> => (await run(text)).text.slice(0, 10)

const DATES = [
  ['农历二〇二六年八月十五', '2026-09-25'],
  ['2026年农历八月十五日', '2026-09-25'],
  ['农历2026年8月15', '2026-09-25'],
  ['农历 2026-08-15', '2026-09-25'],
  ['农历2026/8/15', '2026-09-25'],
  ['一三六八年正月初四', '1368-01-31'],
  ['二〇二六年八月十五', '2026-09-25'],
  ['二〇二五年闰六月初一', '2025-07-25'],
  ['2025年闰6月1日', '2025-07-25'],
  ['阴历2025年腊月廿九', '2026-02-16'],
  ['2026年正月初一', '2026-02-17'],
  ['2026年冬月三十', '2027-01-07'],
  ['农历2026年十月二十', '2026-11-28'],
  ['农历腊月廿三', '2026-02-10'],
  ['農曆2024年臘月初八', '2025-01-07'],
] as const
for (const [text, day] of DATES)
  test(`${text} is ${day}`, async () => {
    const { text: found, readAs } = await run(text)
    assert.deepEqual([found.slice(0, 10), readAs], [day, 'Chinese calendar'])
  })

const NAMED = [
  ['2024年春节', '2024-02-10'],
  ['春节', '2026-02-17'],
  ['2027 Chinese New Year', '2027-02-06'],
  ['2025中秋节', '2025-10-06'],
  ['Mid-Autumn Festival 2025', '2025-10-06'],
  ['2026年端午', '2026-06-19'],
  ['2026年除夕', '2026-02-16'],
  ['Chinese New Year’s Eve 2027', '2027-02-05'],
  ['二〇二八年元宵节', '2028-02-09'],
  ['2026年腊八', '2026-01-26'],
  ['2026年清明节', '2026-04-05'],
  ['2026年冬至', '2026-12-22'],
  ['冬至', '2026-12-22'],
  ['小寒', '2026-01-05'],
] as const
for (const [text, day] of NAMED) test(`${text} is on ${day}`, async () => assert.equal(await dayOf(text), day))

test('the time of day behind a date of the Chinese calendar is kept', async () => {
  assert.equal((await run('农历2026年八月十五 20:30')).text, '2026-09-25T20:30:00+08:00')
  assert.equal((await run('农历2026年八月十五晚上8点半')).text, '2026-09-25T20:30:00+08:00')
  assert.equal((await run('农历2026-8-15 20:30')).text, '2026-09-25T20:30:00+08:00')
  assert.equal((await run('2027年春节 0:00')).text, '2027-02-06T00:00:00+08:00')
})

test('without a year the words say which one was taken', async () => {
  assert.match((await run('农历八月十五')).warning ?? '', /2025 of the Chinese calendar/)
  assert.match((await run('中秋节')).warning ?? '', /the next one was taken/)
  assert.equal((await run('2026年中秋节')).warning, undefined)
})

test('dates of the Gregorian calendar stay what they are', async () => {
  for (const text of ['二〇二六年八月十五日', '2026年8月15日', '2026年8月15', '八月十五日'])
    assert.notEqual((await run(text)).readAs, 'Chinese calendar', text)
})

test('a day that the Chinese calendar does not have is refused with what it has', async () => {
  for (const [text, words] of [
    ['农历2026年八月三十', /one of the 29 days/],
    ['2026年闰六月初一', /2026 has no such leap month/],
  ] as const)
    await assert.rejects(
      run(text),
      (error: AppError) => error.details?.['got'] === text && words.test((error.details['expected'] as { en: string }).en),
      text,
    )
})

test('of several lines each may be in another calendar', async () => {
  const { rows } = await run('2026-02-17\n2026年正月初一\n春节')
  assert.deepEqual([...new Set(rows?.map(({ local }) => local))], ['2026-02-17T00:00:00+08:00'])
})

test('time between two festivals', async () => {
  assert.equal((await run('2026年春节', { mode: 'between', other: '2026年元宵节' })).text, 'P14D')
})

test('every date that is shown in the Chinese calendar is read back', async () => {
  const day = fc.integer({ min: -25_000, max: 47_000 })
  await fc.assert(
    fc.asyncProperty(day, async (days) => {
      const iso = new Date(days * 86_400_000).toISOString().slice(0, 10)
      const { lunar } = await run(iso)
      assert.equal(await dayOf(lunar?.date ?? ''), iso, lunar?.date)
    }),
    { numRuns: 150 },
  )
})
