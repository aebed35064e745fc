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
