import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { readWords } from './from-words.ts'
import tool from './tool.ts'

for (const [words, expression] of [
  ['每天8点', '0 8 * * *'],
  ['每天早上八点半', '30 8 * * *'],
  ['每天晚上12点', '0 0 * * *'],
  ['每天下午2点和4点', '0 14,16 * * *'],
  ['每天8点、12点和18点', '0 8,12,18 * * *'],
  ['每周一上午9点', '0 9 * * 1'],
  ['每周一到周五 9点', '0 9 * * 1-5'],
  ['周一、三、五 晚上8点', '0 20 * * 1,3,5'],
  ['每周六日上午十点', '0 10 * * 0,6'],
  ['工作日 18:30', '30 18 * * 1-5'],
  ['每5分钟', '*/5 * * * *'],
  ['每隔5分钟', '*/5 * * * *'],
  ['5分钟一次', '*/5 * * * *'],
  ['每30秒', '*/30 * * * * *'],
  ['每半小时', '*/30 * * * *'],
  ['每两小时', '0 */2 * * *'],
  ['每小时第15分钟', '15 * * * *'],
  ['隔天早上7点', '0 7 */2 * *'],
  ['每天9点到18点每30分钟', '*/30 9-17 * * *'],
  ['工作日上午9点至下午6点每小时', '0 9-18 * * 1-5'],
  ['每天晚上10点到早上6点每小时', '0 22-23,0-6 * * *'],
  ['每月1、15号上午9点', '0 9 1,15 * *'],
  ['每月最后一天 23:59', '59 23 L * *'],
  ['每月第一个周一 9点', '0 9 * * 1#1'],
  ['每月最后一个周五下午5点', '0 17 * * 5L'],
  ['三月到五月每天8点', '0 8 * 3-5 *'],
  ['每年1月1日', '0 0 1 1 *'],
  ['every weekday at 9am', '0 9 * * 1-5'],
  ['every 15 minutes', '*/15 * * * *'],
  ['every 60 minutes', '0 * * * *'],
  ['daily at 3:30', '30 3 * * *'],
  ['first of every month', '0 0 1 * *'],
  ['1st and 15th of the month at 6am', '0 6 1,15 * *'],
  ['last day of the month at 11pm', '0 23 L * *'],
  ['first monday of the month at 9am', '0 9 * * 1#1'],
  ['every 15 minutes between 9am and 5pm on weekdays', '*/15 9-16 * * 1-5'],
  ['every 5 min from 8 to 18', '*/5 8-17 * * *'],
  ['mon-fri at 9', '0 9 * * 1-5'],
  ['every Monday and Friday at 5:30 p.m.', '30 17 * * 1,5'],
  ['weekends at 10am', '0 10 * * 0,6'],
  ['every january 1 at 00:00', '0 0 1 1 *'],
  ['every three hours', '0 */3 * * *'],
  ['every day at noon', '0 12 * * *'],
  ['every quarter', '0 0 1 */3 *'],
] as const)
  test(`“${words}” is ${expression}`, () => assert.equal(readWords(words)?.expression, expression))

for (const text of ['0 0 * * *', '*/5 * * * * echo 每天', '@daily', '1 2 3', 'abc * * * *', 'one two three', '0 9 1 JAN MON'])
  test(`“${text}” is not taken for words`, () => assert.equal(readWords(text), undefined))

for (const [text, reason] of [
  ['every 90 minutes', /no “every 90 minutes”/],
  ['every 2 weeks', /no “every 2 weeks”/],
  ['每周一和1号', /day of the month and one of the week/],
  ['每天8:00和18:30', /different minutes/],
  ['twice a day', /not understood: “twice a day”/],
  ['每天25点', /not understood: “25:00”/],
  ['hello world every day', /“every 15 minutes”.*not understood: “hello world/],
  ['每月32号', /from 1 to 31, not 32/],
] as const)
  test(`of “${text}” the refusal says why`, () =>
    assert.rejects(answerTool(tool, { text }, createTestHost()), (error: Error) => reason.test(error.message)))

test('what words leave open is said', async () => {
  const answer = (await answerTool(tool, { text: '每7分钟' }, createTestHost({ lang: 'zh' }))) as { note: string }
  assert.match(answer.note, /每小时重新计数/)
  const weekly = (await answerTool(tool, { text: 'weekly' }, createTestHost())) as { note: string }
  assert.equal(weekly.note, 'no day is named; taken for Sunday, as @weekly does')
})
