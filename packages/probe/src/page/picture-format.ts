/** A picture by its first bytes. Sizes in pixels; null where the format has none or they are not among the bytes. */
export type PictureFormat = { readonly type: string; readonly width: number | null; readonly height: number | null }

type Size = readonly [width: number, height: number]

/** Far enough for the frame header of a JPEG behind colour profiles and previews, and for the properties of an AVIF. */
const MOST_READ = 262_144

/**
 * Tells what a picture is and how large, without decoding it; undefined when the bytes are none of the formats that
 * browsers show. Each step goes forward, so that a hostile file costs no more than its length.
 */
export function readPictureFormat(bytes: Uint8Array): PictureFormat | undefined {
  const read = bytes.subarray(0, MOST_READ)
  const view = new DataView(read.buffer, read.byteOffset, read.byteLength)
  for (const { type, isIt, findSize } of FORMATS) {
    if (!isIt(read)) continue
    const [width, height] = findSizeIn(view, findSize) ?? [null, null]
    return { type, width, height }
  }
  return undefined
}

type Format = {
  readonly type: string
  readonly isIt: (bytes: Uint8Array) => boolean
  readonly findSize: (view: DataView) => Size | undefined
}

const FORMATS: readonly Format[] = [
  {
    type: 'image/png',
    isIt: (bytes) => has(bytes, 0, '\x89PNG\r\n\x1a\n'),
    findSize: (view) => [view.getUint32(16), view.getUint32(20)],
  },
  { type: 'image/jpeg', isIt: (bytes) => has(bytes, 0, '\xff\xd8\xff'), findSize: findJpegSize },
  {
    type: 'image/gif',
    isIt: (bytes) => has(bytes, 0, 'GIF8'),
    findSize: (view) => [view.getUint16(6, true), view.getUint16(8, true)],
  },
  { type: 'image/webp', isIt: (bytes) => has(bytes, 0, 'RIFF') && has(bytes, 8, 'WEBP'), findSize: findWebpSize },
  { type: 'image/avif', isIt: (bytes) => has(bytes, 4, 'ftypavi'), findSize: findAvifSize },
  {
    type: 'image/bmp',
    isIt: (bytes) => has(bytes, 0, 'BM') && bytes.length > 26,
    findSize: (view) => [view.getInt32(18, true), Math.abs(view.getInt32(22, true))],
  },
  { type: 'image/x-icon', isIt: (bytes) => has(bytes, 0, '\0\0\x01\0'), findSize: findIconSize },
  { type: 'image/svg+xml', isIt: isSvg, findSize: () => undefined },
]

/** What stands beyond the bytes cannot be read. */
function findSizeIn(view: DataView, findSize: Format['findSize']): Size | undefined {
  try {
    return findSize(view)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const has = (bytes: Uint8Array, at: number, text: string): boolean =>
  bytes.length >= at + text.length && [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0))

/** The frame header behind the segments before it (ITU-T T.81 §B.2.2). */
function findJpegSize(view: DataView): Size | undefined {
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at++ // fill bytes may stand before a marker
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return [view.getUint16(at + 7), view.getUint16(at + 5)]
    at += 2 + Math.max(2, view.getUint16(at + 2))
  }
}

/** RFC 9649 §2.5 to §2.7; lossy ones as RFC 6386 §9.1. */
function findWebpSize(view: DataView): Size | undefined {
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  switch (view.getUint32(12)) {
    case 0x56503858: // VP8X
      return [uint24(24) + 1, uint24(27) + 1]
    case 0x5650384c: {
      const bits = view.getUint32(21, true) // VP8L
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
    }
    case 0x56503820: // VP8
      return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff]
    default:
      return undefined
  }
}

/** The largest of the sizes among the properties (ISO/IEC 23008-12 §6.5.3): those of previews are smaller. */
function findAvifSize(view: DataView): Size | undefined {
  const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength)
  let best: Size | undefined
  for (let at = bytes.indexOf('ispe'); at >= 4; at = bytes.indexOf('ispe', at + 4)) {
    if (view.getUint32(at - 4) !== 20) continue
    const size: Size = [view.getUint32(at + 8), view.getUint32(at + 12)]
    if (!best || size[0] * size[1] > best[0] * best[1]) best = size
  }
  return best
}

/** The largest picture in it; 0 stands for 256. */
function findIconSize(view: DataView): Size | undefined {
  const sizes = Array.from({ length: view.getUint16(4, true) }, (_, index): Size => {
    const at = 6 + 16 * index
    return at + 16 > view.byteLength ? [0, 0] : [view.getUint8(at) || 256, view.getUint8(at + 1) || 256]
  })
  return sizes.reduce<Size | undefined>((best, size) => (best && best[0] >= size[0] ? best : size), undefined)
}

/** An `<svg` near the start, behind a declaration and comments at most. */
function isSvg(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.subarray(0, 4_096)).toString('latin1').trimStart()
  return text.startsWith('<') && /<svg[\s>]/i.test(text) && !/<(!doctype html|html)[\s>]/i.test(text)
}
