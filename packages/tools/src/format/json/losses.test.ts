import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCalculations } from '../../lib/jmespath/query.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import type { JsonOutput } from './input.ts'
import tool from './tool.ts'

const ask = (text: string, jmespath: string) =>
  answerTool(tool, { text, action: 'jmespath', jmespath }, createTestHost()) as Promise<JsonOutput>
const LARGE = '{"a":\n9007199254740993}'

for (const [expression, calls] of [
  ['sum(a[*].b)', ['sum()']],
  ['[avg (a), sum(b), avg(c), abs(d)]', ['avg()', 'sum()']],
  ['a == \'sum(x)\' || "abs(".b || `"to_string(a)"`', []],
  ['max(a)', []],
  ['my_sum(a)', []],
] as const)
  test(`${expression} calculates with ${calls.join() || 'nothing'}`, () => assert.deepEqual(findCalculations(expression), calls))

test('a calculation with numbers that no double holds says that digits are lost', async () => {
  const { notes = [] } = await ask(LARGE, 'sum([a, a])')
  assert.match(notes[0]?.note ?? '', /^sum\(\): calculated in doubles/)
  assert.deepEqual([notes[0]?.line, notes[0]?.column], [2, 1])
})

for (const [text, expression] of [
  [LARGE, 'a'],
  ['{"a": 12}', 'sum([a])'],
  ['{"a": 1, "a": 2}', 'abs(a)'],
] as const)
  test(`${expression} of ${JSON.stringify(text)} loses nothing`, async () => {
    for (const { note } of (await ask(text, expression)).notes ?? []) assert.doesNotMatch(note, /calculated/)
  })

for (const [settings, isTold] of [
  [{ sortKeys: 'asc' }, true],
  [{ foldWidth: 80 }, true],
  [{ nested: true }, true],
  [{}, false],
  [{ sortKeys: 'asc', plain: true }, false],
  [{ foldWidth: 80, action: 'minify' }, false],
] as const)
  test(`comments are ${isTold ? 'missed' : 'kept, or left out on purpose'} with ${JSON.stringify(settings)}`, async () => {
    const input = { text: '{\n  // first\n  "a": 1}', syntax: 'jsonc', ...settings }
    const { notes = [] } = (await answerTool(tool, input, createTestHost())) as JsonOutput
    assert.deepEqual(
      notes.map(({ line, column, note }) => [line, column, note.split(' where')[0]]),
      isTold ? [[2, 3, 'comments are left out']] : [],
    )
  })
