import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { parseExpression } from './expression.ts'
import { toCalendars } from './systemd.ts'
import tool from './tool.ts'

const run = promisify(execFile)
const hasSystemd = await run('systemd-analyze', ['--version']).then(
  () => true,
  () => false,
)

const CASES = [
  ['*/30 9-17 * * MON-FRI', ['Mon..Fri *-*-* 09..17:00,30:00 UTC']],
  ['0 0 * * *', ['*-*-* 00:00:00 UTC']],
  ['*/5 * * * *', ['*-*-* *:00..55/5:00 UTC']],
  ['0 0 1,15 * 1', ['*-*-01,15 00:00:00 UTC', 'Mon *-*-* 00:00:00 UTC']],
  ['0 0 */2 * 1', ['Mon *-*-01..31/2 00:00:00 UTC']],
  ['0 4 L 2 *', ['*-02~01 04:00:00 UTC']],
  ['0 4 1,L * *', ['*-*-01 04:00:00 UTC', '*-*~01 04:00:00 UTC']],
  ['0 0 0 L-3 * ?', ['*-*~04 00:00:00 UTC']],
  ['0 15 10 ? * 6L', ['Fri *-*~07/1 10:15:00 UTC']],
  ['0 0 * * 1#2', ['Mon *-*-08..14 00:00:00 UTC']],
  ['0 0 * * 5#5', ['Fri *-*-29..31 00:00:00 UTC']],
  ['0 6 * 1-3,12 0,6', ['Sat,Sun *-01..03,12-* 06:00:00 UTC']],
  ['10 0 12 1 1 ? 2027-2029', ['2027..2029-01-01 12:00:10 UTC']],
] as const

for (const [text, calendars] of CASES) {
  test(`${text} is ${calendars.join(' and ')} for systemd`, () => {
    assert.deepEqual(toCalendars(parseExpression(text), 'UTC'), calendars)
  })

  test(
    `${text}: systemd runs it when the list of runs says`,
    { skip: hasSystemd ? false : 'systemd-analyze is not installed' },
    async () => {
      // The test host's clock stands at the same moment.
      const { runs } = (await answerTool(tool, { text, count: 6 }, createTestHost())) as { runs: { utc: string }[] }
      const base = ['--iterations=6', `--base-time=${createTestHost().now().toISOString().replace('T', ' ').slice(0, 19)} UTC`]
      const found = await Promise.all(
        calendars.map(async (calendar) => (await run('systemd-analyze', ['calendar', ...base, calendar])).stdout),
      )
      const times = found.flatMap((words) =>
        [...words.matchAll(/(?:Next elapse|Iter\. #\d+|\(in UTC\)): \w+ (\S+ \S+) UTC/g)].map(([, time = '']) => time),
      )
      assert.deepEqual(
        [...new Set(times)].toSorted().slice(0, runs.length),
        runs.map(({ utc }) => utc.slice(0, 19).replace('T', ' ')),
      )
    },
  )
}

for (const [text, zone] of [
  ['0 0 15W * *', 'UTC'],
  ['0 0 0 LW * ?', 'UTC'],
  ['0 0 */2 * 1#2', 'UTC'],
  ['0 0 * * *', '+05:30'],
] as const)
  test(`${text} in ${zone} has no form for systemd, and none is shown`, async () => {
    assert.equal(toCalendars(parseExpression(text), zone), undefined)
    assert.ok(!('systemd' in ((await answerTool(tool, { text, zone, count: 1 }, createTestHost())) as object)))
  })

test('the zone goes with it, on a line each', async () => {
  const answer = await answerTool(tool, { text: '0 0 1 * 1', zone: 'Tokyo', count: 1 }, createTestHost())
  assert.equal(
    (answer as { systemd?: string }).systemd,
    'OnCalendar=*-*-01 00:00:00 Asia/Tokyo\nOnCalendar=Mon *-*-* 00:00:00 Asia/Tokyo',
  )
})
