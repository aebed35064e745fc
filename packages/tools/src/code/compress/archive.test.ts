import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { noPython, runBeside } from '../../lib/keys/peers.testing.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import type { Entry } from './archive.ts'
import { findArchive } from './find-archive.ts'
import tool from './tool.ts'

type Answer = {
  text: string
  direction: string
  format: string
  archive?: string
  entries?: Entry[]
  notes: string[]
  file?: File
}
const ask = (input: object) => answerTool(tool, input, createTestHost()) as Promise<Answer>
const toFile = (bytes: Uint8Array, name = 'a') => new File([new Uint8Array(bytes)], name)

/** Made by Python's own libraries, which print what they hold. */
const ZIP = `import zipfile, sys
with zipfile.ZipFile('a.zip', 'w', zipfile.ZIP_DEFLATED) as z:
    z.writestr(zipfile.ZipInfo('目录/', (2024, 2, 29, 23, 59, 58)), '')
    z.writestr(zipfile.ZipInfo('目录/文件 😀.txt', (1980, 1, 1, 0, 0, 0)), 'x' * 70000)
    z.writestr(zipfile.ZipInfo('../up', (2107, 12, 31, 23, 59, 58)), b'')
    with z.open(zipfile.ZipInfo('large', (2026, 1, 2, 3, 4, 6)), 'w', force_zip64=True) as f: f.write(b'abc')
    z.comment = b'PK\\x05\\x06 is not the end'
sys.stdout.buffer.write(open('a.zip', 'rb').read())`
const tar = (format: string) => `import tarfile, io, sys
with tarfile.open('a.tar', 'w', format=tarfile.${format}_FORMAT) as t:
    for name, kind, size in [('d/', tarfile.DIRTYPE, 0), ('d/' + '名' * 90, tarfile.REGTYPE, 600), ('d/e/' + 'n' * 120, tarfile.REGTYPE, 1), ('l', tarfile.SYMTYPE, 0), ('f', tarfile.FIFOTYPE, 0)]:
        i = tarfile.TarInfo(name.encode()[:250].decode(errors='ignore') if '${format}' != 'USTAR' else name.replace('名', 'm')[:99]); i.type = kind; i.size = size; i.mtime = 1700000000; i.linkname = 'x' if kind == tarfile.SYMTYPE else ''
        t.addfile(i, io.BytesIO(b'y' * size))
sys.stdout.buffer.write(open('a.tar', 'rb').read())`
const LIST = `import tarfile, json
print(json.dumps([[m.name, m.size, m.mtime] for m in tarfile.open('a.tar')]))`

test('the entries of a ZIP file are listed', { skip: noPython }, async () => {
  const zip = runBeside({ 'a.py': ZIP }, 'python3', ['a.py'])
  const answer = await ask({ file: toFile(zip) })
  assert.deepEqual([answer.direction, answer.format, answer.notes], ['list', 'zip', []])
  assert.deepEqual(answer.entries, [
    { name: '目录/', kind: 'folder', sizeBytes: 0, modified: '2024-02-29 23:59:58' },
    { name: '目录/文件 😀.txt', kind: 'file', sizeBytes: 70_000, modified: '1980-01-01 00:00:00' },
    { name: '../up', kind: 'file', sizeBytes: 0, modified: '2107-12-31 23:59:58' },
    { name: 'large', kind: 'file', sizeBytes: 3, modified: '2026-01-02 03:04:06' },
  ])
  assert.equal((await ask({ text: zip.toString('base64'), direction: 'unpack' })).text, answer.text)
})

for (const format of ['GNU', 'PAX', 'USTAR'])
  test(`the entries of a tar archive are those that Python lists: ${format}`, { skip: noPython }, async () => {
    const archive = runBeside({ 'a.py': tar(format) }, 'python3', ['a.py'])
    const theirs = JSON.parse(runBeside({ 'a.tar': archive, 'b.py': LIST }, 'python3', ['b.py']).toString()) as unknown[][]
    for (const file of [toFile(archive), toFile(gzipSync(archive), 'a.tar.gz')]) {
      const { entries = [], notes, archive, format: kind } = await ask({ file })
      assert.deepEqual([archive ?? kind, notes], ['tar', []])
      assert.deepEqual(
        entries.map(({ name, sizeBytes, modified }) => [name.replace(/\/$/, ''), sizeBytes, Date.parse(modified!) / 1000]),
        theirs,
      )
      assert.deepEqual(
        entries.map(({ kind: one }) => one),
        ['folder', 'file', 'file', 'link', 'other'],
      )
    }
  })

test('archives cut or changed anywhere are listed as far as they go, or are none', { skip: noPython }, () => {
  for (const whole of [runBeside({ 'a.py': ZIP }, 'python3', ['a.py']), runBeside({ 'a.py': tar('PAX') }, 'python3', ['a.py'])])
    for (let at = 0; at < whole.length; at += 7) {
      findArchive(new Uint8Array(whole.subarray(0, at)))
      const broken = new Uint8Array(whole)
      broken[at]! ^= 0xff
      for (const { sizeBytes } of findArchive(broken)?.entries ?? []) assert.ok(sizeBytes >= 0)
    }
})

test('a tar archive that ends too early says so', { skip: noPython }, async () => {
  const archive = runBeside({ 'a.py': tar('USTAR') }, 'python3', ['a.py'])
  assert.match((await ask({ file: toFile(archive.subarray(0, 1100)) })).notes.join(), /damaged or truncated/)
})

test('what is no archive is none', () => {
  for (const bytes of [
    new Uint8Array(),
    new Uint8Array(2048),
    new Uint8Array(2048).fill(0x20),
    Buffer.from('PK\x03\x04 and no end '.repeat(9)),
  ])
    assert.equal(findArchive(new Uint8Array(bytes)), undefined)
})
