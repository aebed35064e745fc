import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWorkMs } from './testing/work.ts'
import { parseJson } from './parse-json.ts'

const field = 'body'

const whole: [string, string][] = [
  ['commas and brackets within a text are no values', JSON.stringify({ text: ',[{'.repeat(100) })],
  ['a text that ends with escapes', String.raw`{"a":"\\\",[","b":"\\"}`],
  ['as many values as are allowed', `[${'0,'.repeat(8)}0]`],
  ['a scalar', '1'],
  ['1,000 levels', '['.repeat(1_000) + ']'.repeat(1_000)],
]
for (const [name, text] of whole)
  test(`${name}: read as JSON.parse does`, () => {
    const maxValues = name === 'as many values as are allowed' ? 9 : undefined
    assert.deepEqual(parseJson(text, { field, maxValues }), JSON.parse(text))
  })

const crowds: [string, string][] = [
  ['numbers', `[${'0,'.repeat(4_000_000)}0]`],
  ['lists', `[${'[],'.repeat(2_500_000)}0]`],
  ['members', `{${'"a":0,'.repeat(1_200_000)}"b":0}`],
]
for (const [name, text] of crowds)
  test(`8 MB of ${name} are refused before they are made`, () => {
    const startedMs = readWorkMs()
    assert.throws(() => parseJson(text, { field }), {
      key: 'too_large',
      message: 'body is too large: at most 100000 values, got more',
    })
    assert.ok(readWorkMs() - startedMs < 10_000)
  })

test('8 MB of one text are soon counted', () => {
  const text = JSON.stringify('",\\'.repeat(1_200_000))
  const startedMs = readWorkMs()
  assert.equal((parseJson(text, { field }) as string).length, 3_600_000)
  assert.ok(readWorkMs() - startedMs < 10_000)
})

for (const text of ['['.repeat(1_001) + ']'.repeat(1_001), '['.repeat(50_000), '{', '[1,]', '"'])
  test(`no JSON: ${text.slice(0, 10)} of ${text.length}`, () => assert.throws(() => parseJson(text, { field }), SyntaxError))
