import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTools } from '@octet/tools/registry.ts'
import { answerTool } from '@octet/tools/run.ts'
import { createTestHost } from '@octet/tools/testing/host.ts'
import { CRON_STARTS } from '../../text/dev-cron.ts'
import { toDialect } from './to-dialect.ts'

const tool = (await loadTools()).find(({ id }) => id === 'cron')
assert.ok(tool)

type Answer = { readonly runs: readonly object[] }
const read = async (text: string, dialect: string) =>
  (await answerTool(tool, { text, dialect, zone: 'UTC' }, createTestHost())) as Answer

for (const [start] of CRON_STARTS)
  test(`${start} is the same in every dialect, and comes`, async () => {
    const { runs } = await read(start, 'auto')
    assert.ok(runs.length > 0)
    for (const dialect of ['unix', 'quartz', 'aws'] as const) {
      const text = toDialect(start, dialect)
      assert.deepEqual((await read(text, dialect)).runs, runs, `${dialect}: ${text}`)
    }
  })

test('Quartz and AWS have a ? for one of the two days', () =>
  assert.deepEqual(
    ['0 9 * * MON-FRI', '0 0 LW * *'].flatMap((start) => [toDialect(start, 'quartz'), toDialect(start, 'aws')]),
    ['0 0 9 ? * MON-FRI', '0 9 ? * MON-FRI *', '0 0 0 LW * ?', '0 0 LW * ? *'],
  ))
