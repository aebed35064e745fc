import assert from 'node:assert/strict'
import { test } from 'node:test'
import bankCard from '../lookup/bank-card/tool.ts'
import cnId from '../lookup/cn-id/tool.ts'
import phone from '../lookup/phone/tool.ts'
import { answerTool } from '../run.ts'
import { createTestHost } from '../testing/host.ts'
import { listNumbers } from './list-numbers.ts'

test('numbers stand one a line, or with marks of either width between', () => {
  assert.deepEqual(listNumbers(' 1\r\n2,3;4，5；6、7 \n\n', 7), ['1', '2', '3', '4', '5', '6', '7'])
  assert.deepEqual(listNumbers(' \n', 1), [])
  assert.deepEqual(listNumbers('张三,13800138000,北京\n李四\t１３９００１３９０００\nabc, d', 4), [
    '13800138000',
    '１３９００１３９０００',
    'abc',
    'd',
  ])
})

for (const [tool, most] of [
  [phone, 500],
  [bankCard, 200],
  [cnId, 500],
] as const)
  test(`${tool.id} takes ${most} numbers, and says so of more instead of leaving some out`, async () => {
    const ask = (count: number) => answerTool(tool, { numbers: Array(count).fill('1').join('\n') }, createTestHost())
    await ask(most)
    await assert.rejects(ask(most + 1), { key: 'too_large', message: new RegExp(`at most ${most} numbers, got ${most + 1}`) })
  })
