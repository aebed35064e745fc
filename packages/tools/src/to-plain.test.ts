import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPlain } from './to-plain.ts'

test('bytes become base64 wherever they stand, the rest stays', async () => {
  const value = { text: 'a', file: new File(['ab'], 'x.bin'), list: [{ part: new Blob([new Uint8Array([0, 255])]) }], none: null }
  assert.deepEqual(await toPlain(value), { text: 'a', file: 'YWI=', list: [{ part: 'AP8=' }], none: null })
})

test('a value without bytes is handed on as it is', async () => {
  const value = { a: [1, 2, 3] }
  assert.equal(await toPlain(value), value)
})
