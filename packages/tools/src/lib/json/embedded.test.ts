import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import jsonTool from '../../format/json/tool.ts'
import { findEmbedded } from './embedded.ts'

for (const [text, found] of [
  ['2026-11-30 08:14:02 INFO [http-8] response={"code":0,"data":{"list":[1,2]}} 12 ms', ['{"code":0,"data":{"list":[1,2]}}']],
  ['{"a":1} and then [2, "}"]', ['{"a":1}', '[2, "}"]']],
  ['[it] said "x] {"a":"b"}', ['{"a":"b"}']],
  ['log: [[[ {"a":1}', ['{"a":1}']],
  ['{"a": {"b": 1}, "c" @ "d"', []],
  ['var x = {a: 1}; f({b: 2, c: 3})', ['{b: 2, c: 3}']],
  ['no JSON {here} [] {}', []],
  ['', []],
] as const)
  test(`in “${text}” stands ${found.join(' ') || 'none'}`, () =>
    assert.deepEqual(
      findEmbedded(text).map((one) => one.text),
      found,
    ))

test('a long text of brackets and quotes is looked through once', () => {
  for (const part of ['[', '{"', '"', ']}', '{"a":1', '["a'])
    assert.ok(findEmbedded(part.repeat(300_000 / part.length)).length >= 0)
})

const repair = (text: string) =>
  answerTool(jsonTool, { text, action: 'repair', indent: 'tab' }, createTestHost()) as Promise<{
    text: string
    notes?: { line: number; column: number; note: string }[]
  }>

test('what stands between other words is repaired, and it is said from where it was taken', async () => {
  const answer = await repair('start\n2026-11-30 INFO answer={"code":0}')
  assert.equal(answer.text, '{\n\t"code": 0\n}')
  const note = 'The JSON was taken out of other text, which was left out.'
  assert.deepEqual(answer.notes, [{ line: 2, column: 24, note }])
  assert.equal((await repair('2026-11-30 a={"a":1}\n2026-11-30 b={"b":2}')).text, '{\n\t"a": 1\n}\n{\n\t"b": 2\n}')
  assert.equal((await repair("var x = {a: 'b'};")).text, '{\n\t"a": "b"\n}')
})

test('no part of a broken value is taken for the whole', async () => {
  for (const text of ['{"a": {"b": 1} : : }', '{"a": {"b": 1} : : ', '{"a":{"b":1}, 12 : 3, : 4 }'])
    await assert.rejects(repair(text), { key: 'syntax_error' }, text)
})

test('the fault of such a text leads to Repair', async () => {
  const ask = async (text: string) => answerTool(jsonTool, { text }, createTestHost())
  for (const text of ['2026-11-30 INFO answer={"code":0}', 'callback({"a":1});', 'var x = {"a":1}', '```json\n{}\n```'])
    await assert.rejects(ask(text), { message: /other text around the JSON; choose Repair/ }, text)
  await assert.rejects(ask('1 {"a":1}'), { message: /several values: choose JSON Lines/ })
  await assert.rejects(ask('hello'), { message: /expected a value, got “hello”$/ })
})

test('quotes behind backslashes, which nothing closes, are not tried one by one', () => {
  const start = performance.now()
  assert.deepEqual(findEmbedded(`x {"${'\\"'.repeat(150_000)}`), [])
  assert.ok(performance.now() - start < 3_000)
})
