import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { isBinary, readTextFile } from './read-text-file.ts'
import { useToastStore } from './state/toast-store.ts'

beforeEach(() => useToastStore.setState({ toasts: [] }))

const files = [
  ['UTF-8', [0xe4, 0xb8, 0xad], '中', undefined],
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x61], 'a', undefined],
  ['GBK', [0xd6, 0xd0, 0xce, 0xc4, 0x0d, 0x0a, 0x61], '中文\r\na', 'Read as GB18030, since it is not UTF-8'],
  ['UTF-16', [0xff, 0xfe, 0x2d, 0x4e], '中', 'Read as UTF-16LE, since it is not UTF-8'],
  ['UTF-16, high byte first', [0xfe, 0xff, 0x4e, 0x2d], '中', 'Read as UTF-16BE, since it is not UTF-8'],
  ['Windows-1252', [0x63, 0x61, 0x66, 0xe9, 0x20, 0x80], 'café €', 'Read as Windows-1252, since it is not UTF-8'],
  ['a picture', [0x89, 0x50, 0, 0xff], '‰P\u0000ÿ', 'This file is no text; its bytes were read as Windows-1252'],
  ['nothing', [], '', undefined],
] as const
for (const [name, bytes, text, said] of files)
  test(`a file of ${name} is read`, async () => {
    assert.equal(await readTextFile(new Blob([Uint8Array.from(bytes)]), 'en'), text)
    assert.equal(useToastStore.getState().toasts[0]?.text, said)
  })

test('a file with zeros is no text, unless its mark says UTF-16', async () => {
  assert.equal(await isBinary(new Blob([Uint8Array.of(0x30, 0x82, 0, 1)])), true)
  assert.equal(await isBinary(new Blob([Uint8Array.of(0xff, 0xfe, 0x61, 0)])), false)
  assert.equal(await isBinary(new Blob(['text'])), false)
})
