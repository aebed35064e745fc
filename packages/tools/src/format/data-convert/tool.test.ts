import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

const convert = async (text: string, input: object) =>
  ((await answerTool(tool, { text, ...input }, createTestHost())) as { text: string }).text

test('no value of JSON Lines is lost', async () => {
  assert.equal(await convert('{"a":1}\n{"a":2}\n', { to: 'yaml' }), '- a: 1\n- a: 2\n')
  assert.equal(await convert('{"a":1}', { to: 'yaml' }), 'a: 1\n')
})

for (const text of ['', '{"a":1} x', '[1'])
  test(`${JSON.stringify(text)} is no JSON`, async () => {
    await assert.rejects(convert(text, { to: 'yaml' }), { key: 'syntax_error' })
  })
