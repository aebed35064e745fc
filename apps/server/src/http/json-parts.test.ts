import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { toJsonParts } from './json-parts.ts'

test('joined, the parts are the JSON of the value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, text) => {
      const whole = { value, text, left: undefined, list: [value, [text, undefined]] }
      assert.equal([...toJsonParts(whole)].join(''), JSON.stringify(whole))
    }),
  )
})

test('a long text is a part by itself, and short ones come together', () => {
  const long = 'x'.repeat(1_000_000)
  const parts = [...toJsonParts({ steps: Array.from({ length: 3 }, (_, done) => ({ done, text: long })), isDone: true })]
  assert.ok(parts.every(({ length }) => length < 1_000_100))
  assert.equal(parts.length, 4)
})
