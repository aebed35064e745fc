import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findSignature } from './file-signature.ts'

/** First bytes as the formats' specifications have them; `file` 5.44 says the same of whole files, by older names in part. */
const HEADS: readonly (readonly [what: string, hex: string, mime: string | undefined])[] = [
  ['a bitmap of 1078 bytes', '424d360400000000000036040000', 'image/bmp'],
  ['a bitmap of 3 MB, too', '424d36ee02000000000036000000', 'image/bmp'],
  ['BM and other letters', '424d20697320612067726f757020', undefined],
  ['Matroska', '1a45dfa3934282886d6174726f736b61428781014285', 'video/x-matroska'],
  [
    'Matroska whose lengths take more bytes',
    '1a45dfa3010000000000001b4286810142f78101428240086d6174726f736b61',
    'video/x-matroska',
  ],
  ['WebM', '1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'video/webm'],
  ['HEIC', '0000001c6674797068656963000000006d69663168656963', 'image/heic'],
  ['HEIF of any codec', '0000001c667479706d696631000000006d69663168656963', 'image/heif'],
  ['several pictures of AVIF', '0000002c667479706176697300000000617669736d736631', 'image/avif'],
  ['QuickTime', '000000146674797071742020200503007174202000000008', 'video/quicktime'],
  ['sound of MPEG-4', '00000020667479704d344120000000004d34412069736f6d', 'audio/mp4'],
  ['a film of MPEG-4', '000000206674797069736f6d0000020069736f6d69736f32', 'video/mp4'],
  ['a film of a telephone', '000000186674797033677034000003003367703433677033', 'video/3gpp'],
  ['a raw picture of Canon', '000000186674797063727820000000016372782069736f6d', 'image/x-canon-cr3'],
  ['JPEG 2000', '0000000c6a5020200d0a870a00000014667479706a703220', 'image/jp2'],
  ['JPEG XL', '0000000c4a584c200d0a870a00000014667479706a786c20', 'image/jxl'],
  ['an icon', '0000010001000102020001000100380000001600', 'image/x-icon'],
  ['a font that begins like an icon', '000001000000068a0000058a00000046', undefined],
  ['a font', '000100000011010000040010474445460000', 'font/ttf'],
  ['an index of icons that begins like a font', '00010000000000000c', undefined],
  ['sound of Apple', '464f524d000034e041494646434f4d4d', 'audio/x-aiff'],
  ['a BigTIFF', '49492b000800000010000000', 'image/tiff'],
  ['Photoshop', '38425053000100000000000000030000', 'image/vnd.adobe.photoshop'],
  ['notes', '4d546864000000060001000300', 'audio/midi'],
  ['Windows Media', '3026b2758e66cf11a6d900aa0062ce6c', 'video/x-ms-asf'],
]

for (const [what, hex, mime] of HEADS)
  test(`${what} is ${mime ?? 'not known'}`, () => assert.equal(findSignature(Buffer.from(hex, 'hex'))?.mime, mime))

test('an SVG is known behind its comments and document type', () => {
  const doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
  const find = (text: string) => findSignature(new TextEncoder().encode(text))?.mime
  for (const before of [
    '',
    doctype,
    '<!-- a > b --><!-- c -->\n',
    `<!-- Generator -->\n${doctype}\n`,
    '<!DOCTYPE svg [ <!ENTITY a "b"> ]>',
  ])
    assert.equal(find(`<?xml version="1.0"?>\n${before}<svg xmlns="http://www.w3.org/2000/svg">`), 'image/svg+xml', before)
  assert.equal(find('<?xml version="1.0"?><!DOCTYPE html><html><svg>'), undefined)
})
