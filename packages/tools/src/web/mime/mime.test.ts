import assert from 'node:assert/strict'
import { test } from 'node:test'
import database from 'mime-db'
import type * as z from 'zod'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { findTypes, listTypes } from './find-types.ts'
import tool from './tool.ts'

const types = listTypes(database)
const first = (line: string) => findTypes(line, types)[0]?.header

for (const [line, header] of [
  ['report.PDF', 'application/pdf'],
  ['C:\\pages\\index.html', 'text/html; charset=utf-8'],
  ['archive.tar.gz', 'application/gzip'],
  ['.mp4', 'video/mp4'],
  ['xml', 'application/xml'],
  ['feed.json', 'application/json; charset=utf-8'],
  ['Content-Type: image/svg+xml; charset=x', 'image/svg+xml'],
  ['favicon.ico', 'image/vnd.microsoft.icon'],
  ['．ｃｓｖ', 'text/csv; charset=utf-8'],
  ['.py', 'text/x-python; charset=utf-8'],
  ['main.go', 'text/x-go; charset=utf-8'],
  ['data.jsonl', 'application/jsonl'],
  ['app.sqlite', 'application/vnd.sqlite3'],
  ['.rs', 'application/rls-services+xml'],
  ['video', 'video/3gpp'],
  ['视频', 'video/3gpp'],
  ['图片', 'image/aces'],
] as const)
  test(`${line} is served as ${header}`, () => assert.equal(first(line), header))

test('a kind and a word find all that have it', () => {
  const fonts = findTypes('font/*', types)
  assert.ok(fonts.length > 3 && fonts.every(({ type }) => type.startsWith('font/')))
  assert.ok(findTypes('spreadsheet', types).some(({ type }) => type.endsWith('spreadsheetml.sheet')))
  assert.deepEqual(findTypes('no such thing', types), [])
  assert.deepEqual(findTypes('.swift', types), []) // and no word in a type
  assert.ok(findTypes('.rs', types).some(({ type }) => type === 'text/rust'))
  for (const word of ['压缩包', 'archive'])
    assert.ok(
      findTypes(word, types).some(({ type }) => type === 'application/gzip'),
      word,
    )
})

type Answer = z.output<typeof tool.output>
const ask = async (input: z.input<typeof tool.input>) => (await answerTool(tool, input, createTestHost({ lang: 'en' }))) as Answer

test('a file is told by its first bytes, whatever its name', async () => {
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
  const { content, text } = await ask({ text: 'photo.jpg', file: new Blob([png]) })
  assert.deepEqual([content, text], ['image/png', 'image/jpeg'])
  assert.equal((await ask({ file: new Blob([png]) })).text, 'image/png')
  assert.equal((await ask({ file: new Blob(['plain words']) })).content, 'text, or unknown')
  assert.equal((await ask({ file: new Blob([Uint8Array.of(1, 2, 3)]) })).content, 'unknown')
})

/** An archive as programs write it: entries that are not packed, without what stands at its end. */
const toZip = (...entries: readonly (readonly [name: string, content: string])[]): string =>
  entries.map(([name, content]) => `PK\u0003\u0004${'\0'.repeat(26)}${name}${content}`).join('')
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const PACKET = `G${'\0'.repeat(187)}`

/** What `file` 5.44 says as well, by other names for classes of Java and collections of fonts. */
for (const [name, content, type] of [
  ['an archive of tape', `notes.txt${'\0'.repeat(248)}ustar\u000000`, 'application/x-tar'],
  ['LZ4', '\u0004"M\u0018d@', 'application/x-lz4'],
  ['a package of Debian', '!<arch>\ndebian-binary   1', 'application/vnd.debian.binary-package'],
  ['a class of Java', '\u00ca\u00fe\u00ba\u00be\0\u0003\0-', 'application/java-vm'],
  ['a program for two machines', '\u00ca\u00fe\u00ba\u00be\0\0\0\u0002', 'unknown'],
  ['packets of TCP', '\u00d4\u00c3\u00b2\u00a1\u0002\0\u0004\0', 'application/vnd.tcpdump.pcap'],
  ['sound without a tag', '\u00ff\u00fb\u0090d\0', 'audio/mpeg'],
  ['a transport stream', PACKET.repeat(3), 'video/mp2t'],
  ['two packets of one', `${PACKET.repeat(2)}\0`, 'unknown'],
  ['a document of Word', toZip(['[Content_Types].xml', '<Types/>'], ['_rels/.rels', ''], ['word/document.xml', '']), WORD],
  ['an archive of Java', toZip(['META-INF/MANIFEST.MF', '']), 'application/java-archive'],
  [
    'a text of OpenDocument',
    toZip(['mimetype', 'application/vnd.oasis.opendocument.text'], ['content.xml', '']),
    'application/vnd.oasis.opendocument.text',
  ],
  ['any archive', toZip(['word/a.txt', 'a']), 'application/zip'],
] as const)
  test(`${name} is ${type}`, async () =>
    assert.equal((await ask({ file: new Blob([Uint8Array.from(content, (one) => one.charCodeAt(0))]) })).content, type))

for (const [content, type] of [
  ['\ufeff<!DOCTYPE html><p>', 'text/html'],
  ['<!-- a --><html lang="en">', 'text/html'],
  ['<?xml version="1.0"?>\n<!-- b --><!DOCTYPE svg PUBLIC "x">\n<svg xmlns="y">', 'image/svg+xml'],
  ['<?xml version="1.0"?><feed/>', 'application/xml'],
  ['{"a": [1]}\n', 'application/json'],
  ['%!PS-Adobe-3.0', 'application/postscript'],
  ['{"a": [1', 'text, or unknown'],
  ['<htmls>', 'text, or unknown'],
  ['<!--'.repeat(1000), 'text, or unknown'],
  ['<!---->'.repeat(585), 'text, or unknown'],
] as const)
  test(`a file that begins with ${content.slice(0, 40)} is ${type}`, async () => {
    assert.equal((await ask({ file: new Blob([content]) })).content, type)
  })

test('the name of a file may have any number of dots', () => {
  assert.ok(types.every(({ extensions }) => extensions.every((extension) => extension.split('.').length <= 2)))
  const start = process.cpuUsage()
  assert.deepEqual(findTypes('a.'.repeat(50_000), types), [])
  assert.equal(findTypes(`${'a.'.repeat(40_000)}tar.gz`, types)[0]?.type, 'application/gzip')
  assert.ok(process.cpuUsage(start).user < 1_000_000)
})

test('what nobody knows is refused by its name', async () => {
  await assert.rejects(ask({ text: 'x.zzz' }), { key: 'unsupported_value' })
})
