import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

const rows: [text: string, words: string][] = [
  ['*/30 9-17 * * MON-FRI', '每隔 30 分钟，在 09:00 和 17:59 之间，星期一至星期五'],
  ['0 0 1,15 * *', '在00:00，限每月 1 号 和 15 号'],
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

for (const [text, reason] of [
  ['0 0 0 * *', 'day of month: 1–31, not 0'],
  ['0 0 * 13 *', 'month: 1–12, not 13'],
  ['0 24 * * *', 'hour: 0–23, not 24'],
] as const)
  test(`${text} is refused: ${reason}`, async () => {
    await assert.rejects(answerTool(tool, { text }, createTestHost()), (error: Error) => error.message.includes(reason))
  })
