import assert from 'node:assert/strict'
import { test } from 'node:test'
import caseTool from '@octet/tools/convert/case/tool.ts'
import qr from '@octet/tools/generate/qr/tool.ts'
import { toPrinted } from './printed.ts'

const drawn = '█▀▀▀█\n█ █ █\n▀▀▀▀▀'

test('a code is drawn in a terminal; read from a picture, its text is printed', async () => {
  assert.equal(await toPrinted(qr, { text: 'octet', terminal: drawn }), `${drawn}\n`)
  assert.equal(await toPrinted(qr, { text: 'octet' }), 'octet\n')
})

test('the main text stands alone, and what has none is printed whole', async () => {
  assert.equal(await toPrinted(caseTool, { text: 'STRASSE' }), 'STRASSE\n')
  assert.equal(await toPrinted(caseTool, { words: 2 }), 'words: 2\n')
})
