import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readJsonItems } from './json-items.ts'

const read = (text: string) => [...readJsonItems(Buffer.from(text))]

test('the items of an array are those of JSON.parse, however it is written', () => {
  const items = fc.array(fc.dictionary(fc.string(), fc.jsonValue()))
  fc.assert(
    fc.property(items, fc.nat(2), (list, indent) => {
      const text = JSON.stringify(list, undefined, indent)
      assert.deepEqual(read(text), JSON.parse(text))
    }),
  )
})

test('quotes, brackets and backslashes in texts end nothing', () => {
  const list = [{ 'a]"}': '\\' }, { b: ['}', '\\"]'] }]
  assert.deepEqual(read(` ${JSON.stringify(list)}\n`), list)
})

const WRONG: readonly [string, RegExp][] = [
  ['', /expected a JSON array/],
  ['{"a": 1}', /expected a JSON array, got “\{"a": 1\}”/],
  ['[{"a": 1}, 2]', /expected an object in the array, got “2\]”/],
  ['[{"a": 1}', /the file is cut/],
  ['[{"a": "1', /the file is cut/],
  ['[{"a": }]', /JSON/],
]
for (const [text, message] of WRONG) test(`${text || 'nothing'} is refused`, () => assert.throws(() => read(text), message))
