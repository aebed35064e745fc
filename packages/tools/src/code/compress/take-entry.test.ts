import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { noPython, runBeside } from '../../lib/keys/peers.testing.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

type Answer = {
  text: string
  direction: string
  format: string
  sizeBytes: number
  notes: string[]
  file?: File
  entries?: object[]
}
const ask = (bytes: Uint8Array, entry: string, input: object = {}) =>
  answerTool(tool, { file: new File([new Uint8Array(bytes)], 'a'), entry, ...input }, createTestHost()) as Promise<Answer>

const ZIP = `import zipfile, sys
with zipfile.ZipFile('a.zip', 'w') as z:
    z.writestr('d/', '')
    z.writestr('stored', 'as it is', zipfile.ZIP_STORED)
    z.writestr('目录/文件 😀.txt', '你好\\n' * 9000, zipfile.ZIP_DEFLATED)
    z.writestr('bzip2', 'bb' * 9000, zipfile.ZIP_BZIP2)
    z.writestr('lzma', 'cc' * 9000, zipfile.ZIP_LZMA)
    z.writestr('empty', '')
    z.writestr('raw', bytes(range(256)), zipfile.ZIP_DEFLATED)
    with z.open(zipfile.ZipInfo('large'), 'w', force_zip64=True) as f: f.write(b'abc')
    z.writestr('twice', 'old')
    z.writestr('twice', 'new')
sys.stdout.buffer.write(open('a.zip', 'rb').read())`
const TAR = `import tarfile, io, sys
with tarfile.open('a.tar', 'w') as t:
    for name, kind, content in [('d', tarfile.DIRTYPE, b''), ('d/' + '名' * 90, tarfile.REGTYPE, 'é'.encode() * 600), ('l', tarfile.SYMTYPE, b''), ('end', tarfile.REGTYPE, b'x' * 9000)]:
        i = tarfile.TarInfo(name); i.type = kind; i.size = len(content); i.linkname = 'x'
        t.addfile(i, io.BytesIO(content))
sys.stdout.buffer.write(open('a.tar', 'rb').read())`
const zip = noPython ? Buffer.alloc(0) : runBeside({ 'a.py': ZIP }, 'python3', ['a.py'])
const tar = noPython ? Buffer.alloc(0) : runBeside({ 'a.py': TAR }, 'python3', ['a.py'])

for (const [name, text] of [
  ['stored', 'as it is'],
  ['目录/文件 😀.txt', '你好\n'.repeat(9000)],
  ['bzip2', 'bb'.repeat(9000)],
  ['empty', ''],
  ['large', 'abc'],
] as const)
  test(`${name} is taken out of a ZIP file as Python packed it`, { skip: noPython }, async () => {
    const answer = await ask(zip, name)
    assert.deepEqual([answer.text, answer.direction, answer.format, answer.notes], [text, 'take', 'zip', []])
    assert.deepEqual([await answer.file?.text(), answer.file?.name], [text, name.split('/').at(-1)])
    assert.equal(answer.entries?.length, 10)
  })

test('bytes that are no text are taken out, too', { skip: noPython }, async () => {
  const { file, text } = await ask(zip, 'raw')
  assert.deepEqual(
    new Uint8Array(await file!.arrayBuffer()),
    Uint8Array.from({ length: 256 }, (_, i) => i),
  )
  assert.match(text, /^00 01 02/)
})

test('of two entries of one name the last is taken, and that is told', { skip: noPython }, async () => {
  const { text, notes } = await ask(zip, 'twice')
  assert.equal(text, 'new')
  assert.match(notes.join(), /more than once/)
})

for (const [name, words] of [
  ['none', /entry: expected the name of an entry in the archive, got none/],
  ['d/', /entry: expected the name of a file, got Folder/],
  ['lzma', /its compression method \(number 14\)/],
] as const)
  test(`${name} cannot be taken out, which is told`, { skip: noPython }, () => assert.rejects(ask(zip, name), words))

test('an encrypted entry is refused in words', { skip: noPython }, async () => {
  const locked = Buffer.from(zip)
  const at = locked.lastIndexOf('PK\x01\x02', locked.indexOf('stored', locked.indexOf('PK\x01\x02')), 'latin1')
  locked[at + 8]! |= 1
  await assert.rejects(ask(locked, 'stored'), /the entry is encrypted/)
})

test('a changed content is told by its CRC, a wrong place by words', { skip: noPython }, async () => {
  const broken = Buffer.from(zip)
  broken[broken.indexOf('as it is')]! ^= 1
  assert.match((await ask(broken, 'stored')).notes.join(), /check value at the end does not match/)
  const lost = Buffer.from(zip)
  const at = lost.lastIndexOf('PK\x01\x02', lost.lastIndexOf('stored'), 'latin1')
  lost.writeUInt32LE(0x7fffffff, at + 42)
  assert.match((await ask(lost, 'stored')).notes.join(), /points to no content/)
})

test('archives changed anywhere give the content, a note or words', { skip: noPython }, async () => {
  for (let at = 0; at < zip.length; at++) {
    const broken = Buffer.from(zip)
    broken[at]! ^= 0x5a
    const outcome = await ask(broken, 'stored').catch((error: unknown) => error)
    if (outcome instanceof Error) assert.match(String(outcome), /^AppError/)
    else if ((outcome as Answer).direction === 'take') {
      const { text, notes } = outcome as Answer
      assert.ok(text === 'as it is' || notes.length > 0, `at ${at}`)
    }
  }
})

test('an entry is taken out of a tar archive, packed or not', { skip: noPython }, async () => {
  const name = `d/${'名'.repeat(90)}`
  for (const [bytes, format] of [
    [tar, 'tar'],
    [gzipSync(tar), 'gzip'],
  ] as const) {
    const answer = await ask(bytes, name)
    assert.deepEqual([answer.text, answer.format, answer.direction, answer.notes], ['é'.repeat(600), format, 'take', []])
  }
  await assert.rejects(ask(tar, 'l'), /the name of a file, got Link/)
})

test('the end of a tar archive that is cut is told', { skip: noPython }, async () => {
  const { sizeBytes, notes } = await ask(tar.subarray(0, tar.indexOf('xxxx') + 5000), 'end')
  assert.equal(sizeBytes, 5000)
  assert.match(notes.join(), /cut off after/)
})

test('what is no archive has no entry', async () => {
  const { text, notes } = await ask(gzipSync('plain'), 'x')
  assert.equal(text, 'plain')
  assert.match(notes.join(), /no entry to extract/)
})
