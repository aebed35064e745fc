import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { parseHex, toHex } from './bytes.ts'

test('bytes of any number are written as Node writes them, and read again', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 700 }), (bytes) => {
      const hex = Buffer.from(bytes).toString('hex')
      assert.equal(toHex(bytes), hex)
      assert.equal(toHex(bytes, ' ').replaceAll(' ', ''), hex)
      assert.deepEqual(parseHex(hex, 'text'), bytes)
    }),
  )
})

for (const [text, hex] of [
  ['0x1, 0x2, 0xF', '01020f'],
  [String.raw`\x1\x2\xab`, '0102ab'],
  ['0x410x42', '4142'],
  ['0x4A6f', '4a6f'],
  ['4a:6f', '4a6f'],
] as const)
  test(`${text} is ${hex}`, () => assert.equal(toHex(parseHex(text, 'text')), hex))

test('a number of several digits that lacks one is told', () => {
  assert.throws(() => parseHex('0x123', 'text'), /even number of hexadecimal digits, got 3/)
  assert.throws(() => parseHex('1 2 3', 'text'), /even number/)
})
