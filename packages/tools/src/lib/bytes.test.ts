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
