import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

for (const [what, text, finds] of [
  ['email', "o'brien@example.com, 'ann@example.com','bo@example.com'", "o'brien@example.com\nann@example.com\nbo@example.com"],
  ['email', 'R&D@example.com?to=ann@example.com&b=1', 'r&d@example.com\nann@example.com'],
  ['number', '共１２３个，１．５万，－２', '123\n15000\n-2'],
  ['number', '１，２３４', '1\n234'], // a comma of the sentence
  ['phone', '电话 １３８００１３８０００', '13800138000'],
] as const)
  test(`${what} in ${text}`, async () => {
    const { text: found } = (await answerTool(tool, { text, what }, createTestHost())) as { text: string }
    assert.equal(found, finds)
  })
