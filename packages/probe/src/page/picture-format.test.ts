import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPictureFormat } from './picture-format.ts'

const bytes = (...parts: (string | readonly number[] | Uint8Array)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))
const uint32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]

const PNG = bytes('\x89PNG\r\n\x1a\n', uint32(13), 'IHDR', uint32(1200), uint32(630), [8, 2, 0, 0, 0])
/** With a segment before the frame header, fill bytes, and a progressive frame (0xc2). */
const JPEG = bytes(
  '\xff\xd8\xff\xe0',
  [0, 16],
  'JFIF\0',
  Array(9).fill(0),
  [0xff, 0xff, 0xc2, 0, 17, 8, 0x02, 0x76, 0x04, 0xb0, 3],
)
const ISPE = bytes(uint32(20), 'ispe', uint32(0), uint32(1200), uint32(630))

test('the sizes of the formats that browsers show', () => {
  for (const [type, file] of [
    ['image/png', PNG],
    ['image/jpeg', JPEG],
    ['image/gif', bytes('GIF89a', [0xb0, 0x04, 0x76, 0x02])],
    ['image/webp', bytes('RIFF\0\0\0\0WEBPVP8X', Array(8).fill(0), [0xaf, 0x04, 0, 0x75, 0x02, 0])],
    ['image/webp', bytes('RIFF\0\0\0\0WEBPVP8L', uint32(9), [0x2f, 0xaf, 0x44, 0x9d, 0x00])],
    ['image/webp', bytes('RIFF\0\0\0\0WEBPVP8 ', Array(10).fill(0), [0xb0, 0x04, 0x76, 0x02])],
    [
      'image/avif',
      bytes(uint32(24), 'ftypavif', Array(12).fill(0), 'x', uint32(20), 'ispe', uint32(0), uint32(160), uint32(84), ISPE),
    ],
    ['image/bmp', bytes('BM', Array(16).fill(0), [0xb0, 0x04, 0, 0, 0x8a, 0xfd, 0xff, 0xff], [1])],
  ] as const)
    assert.deepEqual(readPictureFormat(file), { type, width: 1200, height: 630 }, type)
  const icon = bytes('\0\0\x01\0\x02\0', [16, 16], Array(14).fill(0), [0, 0], Array(14).fill(0))
  assert.deepEqual(readPictureFormat(icon), { type: 'image/x-icon', width: 256, height: 256 })
  const drawing = bytes('<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg"/>')
  assert.deepEqual(readPictureFormat(drawing), { type: 'image/svg+xml', width: null, height: null })
})

test('a file that is cut off has a type and no size', () => {
  for (const file of [PNG.subarray(0, 18), JPEG.subarray(0, 24), bytes('RIFF\0\0\0\0WEBPVP8X')])
    assert.deepEqual([readPictureFormat(file)?.width, readPictureFormat(file)?.height], [null, null])
})

test('what is no picture is none', () => {
  for (const text of [
    '',
    'x',
    '<!doctype html><svg></svg>',
    '<html><body><svg/></body></html>',
    '{"a":1}',
    '%PDF-1.7',
    'RIFF\0\0\0\0WAVE',
  ])
    assert.equal(readPictureFormat(bytes(text)), undefined, text)
})

test('hostile files cost no more than their length', () => {
  for (const file of [
    bytes('\xff\xd8\xff\xe0', Array(262_140).fill(0xff)),
    bytes('\xff\xd8', '\xff\xe0\0\0'.repeat(65_000)),
    bytes(uint32(24), 'ftypavif', 'ispe'.repeat(65_000)),
    bytes('\0\0\x01\0\xff\xff'),
    bytes('<', '<svg'.repeat(65_000)),
  ]) {
    const before = process.cpuUsage()
    readPictureFormat(file)
    assert.ok(process.cpuUsage(before).user < 1_500_000)
  }
})
