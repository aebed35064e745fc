import assert from 'node:assert/strict'
import { test } from 'node:test'
import jsonTool from '../../format/json/tool.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { toAsciiMarks } from './ascii-marks.ts'

test('marks between values become ASCII, those in texts stay', () => {
  assert.equal(toAsciiMarks('｛"a，\\"：b"：［1，2］｝'), '{"a，\\"：b":[1,2]}')
  assert.equal(toAsciiMarks('{“a，b”：1}'), '{“a，b”:1}')
})

const repairs = [
  ['｛“a”：1，“b”：“说：你好，世界”｝', '{"a":1,"b":"说：你好，世界"}'],
  ['{"a"：1，"b"：[1，2]}', '{"a":1,"b":[1,2]}'],
  ['[1，2]', '[1,2]'],
  ['{a: 你好，世界}', '{"a":"你好，世界"}'],
] as const
for (const [text, json] of repairs)
  test(`${text} is repaired`, async () => {
    const { text: repaired } = (await answerTool(jsonTool, { text, action: 'repair' }, createTestHost())) as { text: string }
    assert.equal(JSON.stringify(JSON.parse(repaired)), json)
  })

test('what cannot be repaired is told in both languages, its place apart', async () => {
  const ask = (text: string) => Promise.resolve(answerTool(jsonTool, { text, action: 'repair' }, createTestHost()))
  await assert.rejects(ask('{"a" 1 "b"}x{'), (error: { details: { reason: { en: string; zh: string } } }) => {
    const { en, zh } = error.details.reason
    assert.match(en, /^cannot be repaired: \S/)
    assert.match(zh, /^无法修复：[\u4e00-\u9fff]/)
    assert.doesNotMatch(en + zh, /position/)
    return true
  })
})
