import { joinBytes, type Bytes } from '../lib/bytes.ts'
import { crc32 } from '../lib/crc32.ts'

/** An entry of a TIFF directory: its number, its type and its value as bytes in big-endian order. */
export type SampleEntry = readonly [tag: number, type: number, count: number, value: Uint8Array | number]

const ascii = (text: string): Bytes => new TextEncoder().encode(text)
const word = (value: number, isLittle = false): Bytes => {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, isLittle)
  return bytes
}
const half = (value: number): Bytes => Uint8Array.of(value >> 8, value & 255)

/** A text entry. */
export const textEntry = (tag: number, text: string): SampleEntry => {
  const value = ascii(`${text}\0`)
  return [tag, 2, value.length, value]
}

/** Fractions, unsigned. */
export const fractionEntry = (tag: number, ...pairs: readonly (readonly [number, number])[]): SampleEntry => [
  tag,
  5,
  pairs.length,
  joinBytes(pairs.flatMap(([above, below]) => [word(above), word(below)])),
]

/** A small number. */
export const shortEntry = (tag: number, value: number): SampleEntry => [tag, 3, 1, joinBytes([half(value), half(0)])]

/** A TIFF block, big-endian: the picture's own directory and those of EXIF and GPS. */
export function makeTiff(
  image: readonly SampleEntry[],
  exif: readonly SampleEntry[] = [],
  gps: readonly SampleEntry[] = [],
): Bytes {
  const size = (entries: readonly SampleEntry[]) =>
    6 +
    entries.length * 12 +
    entries.reduce((sum, [, , , value]) => sum + (typeof value === 'number' || value.length <= 4 ? 0 : value.length), 0)
  const own = [...image]
  const imageSize = size(image) + 12 * (Number(exif.length > 0) + Number(gps.length > 0))
  const exifAt = 8 + imageSize
  const gpsAt = exifAt + (exif.length > 0 ? size(exif) : 0)
  if (exif.length > 0) own.push([0x8769, 4, 1, exifAt])
  if (gps.length > 0) own.push([0x8825, 4, 1, gpsAt])
  return joinBytes([
    ascii('MM'),
    Uint8Array.of(0, 42),
    word(8),
    toDirectory(own, 8),
    ...(exif.length > 0 ? [toDirectory(exif, exifAt)] : []),
    ...(gps.length > 0 ? [toDirectory(gps, gpsAt)] : []),
  ])
}

function toDirectory(entries: readonly SampleEntry[], at: number): Bytes {
  let free = at + 6 + entries.length * 12
  const values: Uint8Array[] = []
  const rows = entries.map(([tag, type, count, value]) => {
    const bytes = typeof value === 'number' ? word(value) : value
    const isInside = bytes.length <= 4
    const field = isInside ? joinBytes([bytes, new Uint8Array(4 - bytes.length)]) : word(free)
    if (!isInside) {
      values.push(bytes)
      free += bytes.length
    }
    return joinBytes([half(tag), half(type), word(count), field])
  })
  return joinBytes([half(entries.length), ...rows, word(0), ...values])
}

/** A grey JPEG of 8 × 8 pixels that every program draws, without any metadata. */
const JPEG = Uint8Array.from(
  atob(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z',
  ),
  (sign) => sign.charCodeAt(0),
)

/** A JPEG with segments behind its beginning, and bytes after its end. */
export const makeJpeg = (
  segments: readonly (readonly [marker: number, body: Uint8Array])[] = [],
  trailer = new Uint8Array(),
): Bytes =>
  joinBytes([
    JPEG.subarray(0, 2),
    ...segments.flatMap(([marker, body]) => [Uint8Array.of(0xff, marker), half(body.length + 2), body]),
    JPEG.subarray(2),
    trailer,
  ])

/** The segment of a JPEG that holds EXIF. */
export const exifSegment = (tiff: Uint8Array): readonly [number, Uint8Array] => [0xe1, joinBytes([ascii('Exif\0\0'), tiff])]
export const xmpSegment = (xmp: string): readonly [number, Uint8Array] => [0xe1, ascii(`http://ns.adobe.com/xap/1.0/\0${xmp}`)]

/** An XMP packet of a few properties. */
export const makeXmp = (properties: string): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">${properties}</rdf:Description></rdf:RDF></x:xmpmeta>`

const pngChunk = (name: string, body: Uint8Array): Bytes => {
  const named = joinBytes([ascii(name), body])
  return joinBytes([word(body.length), named, word(crc32(named))])
}

/** A white PNG of one pixel with chunks before its picture. */
export const makePng = (chunks: readonly (readonly [name: string, body: Uint8Array])[] = [], trailer = new Uint8Array()): Bytes =>
  joinBytes([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    pngChunk('IHDR', joinBytes([word(1), word(1), Uint8Array.of(8, 0, 0, 0, 0)])),
    ...chunks.map(([name, body]) => pngChunk(name, body)),
    pngChunk('IDAT', Uint8Array.of(0x78, 0x9c, 0x63, 0xf8, 0x0f, 0x00, 0x01, 0x01, 0x01, 0x00)),
    pngChunk('IEND', new Uint8Array()),
    trailer,
  ])

export const pngText = (keyword: string, text: string): readonly [string, Uint8Array] => ['tEXt', ascii(`${keyword}\0${text}`)]

const riffChunk = (name: string, body: Uint8Array): Bytes =>
  joinBytes([ascii(name), word(body.length, true), body, new Uint8Array(body.length & 1)])

/** A WebP of one pixel with chunks behind its picture. */
export function makeWebp(chunks: readonly (readonly [name: string, body: Uint8Array])[], flags: number): Bytes {
  const body = joinBytes([
    ascii('WEBP'),
    riffChunk('VP8X', Uint8Array.of(flags, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
    ...chunks.filter(([name]) => name === 'ICCP').map(([name, data]) => riffChunk(name, data)),
    riffChunk('VP8L', Uint8Array.of(0x2f, 0, 0, 0, 0x10, 0x07, 0x10, 0x11, 0x11, 0x88, 0x88, 0xfe, 0x07, 0)),
    ...chunks.filter(([name]) => name !== 'ICCP').map(([name, data]) => riffChunk(name, data)),
  ])
  return joinBytes([ascii('RIFF'), word(body.length, true), body])
}

/** A GIF of one pixel with a comment and the mark of a loop. */
export const makeGif = (comment: string): Bytes =>
  joinBytes([
    ascii('GIF89a'),
    Uint8Array.of(1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255),
    Uint8Array.of(0x21, 0xff, 11),
    ascii('NETSCAPE2.0'),
    Uint8Array.of(3, 1, 0, 0, 0, 0x21, 0xfe, comment.length),
    ascii(comment),
    Uint8Array.of(0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b),
  ])

const box = (type: string, ...bodies: readonly Uint8Array[]): Bytes => {
  const body = joinBytes(bodies)
  return joinBytes([word(body.length + 8), ascii(type), body])
}

/** A HEIC of 4032 × 3024 pixels whose picture is one byte, with EXIF and XMP as items. */
export function makeHeic(tiff: Uint8Array, xmp: string): Bytes {
  const full = Uint8Array.of(0, 0, 0, 0)
  const exif = joinBytes([word(0), tiff])
  const payload = [Uint8Array.of(0xaa), exif, ascii(xmp)]
  const entry = (id: number, type: string, content = '') =>
    box('infe', Uint8Array.of(2, 0, 0, 0), half(id), half(0), ascii(`${type}\0${content && `${content}\0`}`))
  const build = (at: number): Bytes => {
    let next = at
    const places = payload.flatMap((part, index) => {
      const place = joinBytes([half(index + 1), half(0), half(1), word(next), word(part.length)])
      next += part.length
      return [place]
    })
    return joinBytes([
      box('ftyp', ascii('heic'), word(0), ascii('mif1heic')),
      box(
        'meta',
        full,
        box('pitm', full, half(1)),
        box('iinf', full, half(3), entry(1, 'hvc1'), entry(2, 'Exif'), entry(3, 'mime', 'application/rdf+xml')),
        box('iloc', full, Uint8Array.of(0x44, 0), half(3), ...places),
        box(
          'iprp',
          box('ipco', box('ispe', full, word(4032), word(3024)), box('ispe', full, word(8000), word(8000))),
          box('ipma', full, word(1), half(1), Uint8Array.of(1, 1)),
        ),
      ),
      box('mdat', ...payload),
    ])
  }
  return build(build(0).length - joinBytes(payload).length)
}
