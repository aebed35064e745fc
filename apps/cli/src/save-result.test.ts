import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeFolder } from '@octet/data/testing/folder.ts'
import compress from '@octet/tools/code/compress/tool.ts'
import caseTool from '@octet/tools/convert/case/tool.ts'
import qr from '@octet/tools/generate/qr/tool.ts'
import { saveResult } from './save-result.ts'

const folder = await makeFolder()
after(() => folder[Symbol.asyncDispose]())

test('the file that a result holds is saved, made here or sent by a server, else its picture, else its text', async () => {
  const path = join(folder.path, 'saved')
  const save = async (...[tool, result]: Parameters<typeof saveResult> extends [...infer Known, string] ? Known : never) => {
    const sizeBytes = await saveResult(tool, result, path)
    const bytes = await readFile(path)
    assert.equal(sizeBytes, bytes.length)
    return bytes.toString()
  }
  assert.equal(await save(compress, { text: 'YQ==', file: new Blob(['a\0b']) }), 'a\0b')
  assert.equal(await save(compress, { text: 'YQ==', file: Buffer.from('a\0b').toString('base64') }), 'a\0b')
  assert.equal(
    await save(qr, { text: 'x', image: `data:image/png;base64,${Buffer.from('picture').toString('base64')}` }),
    'picture',
  )
  assert.equal(await save(caseTool, { text: 'STRASSE' }), 'STRASSE\n')
})

test('nobody else may read what is saved, which may be a key', { skip: process.platform === 'win32' }, async () => {
  const path = join(folder.path, 'own')
  await saveResult(caseTool, { text: 'A' }, path)
  assert.equal((await stat(path)).mode & 0o777, 0o600)
})
