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
