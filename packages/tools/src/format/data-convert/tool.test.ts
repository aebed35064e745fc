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

test('a Markdown table gives back what was put into it', async () => {
  const rows = [
    { id: 1, 'a|b': ' *x* ', note: 'one\ntwo' },
    { id: -2.5, 'a|b': '`y` \\| <b> &amp;', note: '\t# [z](u) ~~s~~ 名称' },
  ]
  const table = await convert(JSON.stringify(rows), { to: 'markdown' })
  assert.deepEqual(JSON.parse(await convert(table, { from: 'markdown', to: 'json' })), rows)
})

for (const [text, count] of [
  ['# no table\n', 0],
  ['|a|\n|-|\n|1|\n\n\n|b|\n|-|\n|2|\n', 2],
] as const)
  test(`${count} Markdown tables are refused`, async () => {
    await assert.rejects(convert(text, { from: 'markdown', to: 'json' }), {
      key: 'unsupported_value',
      message: new RegExp(`found ${count}`),
    })
  })
