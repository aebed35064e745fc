import { addPart, CUT_SHORT, startsWith, toLatin, toView, type ImageScan, type PartKind } from './image-scan.ts'

const KINDS: Readonly<Record<string, PartKind>> = {
  'VP8 ': 'image',
  VP8L: 'image',
  VP8X: 'image',
  ALPH: 'image',
  ANIM: 'image',
  ANMF: 'image',
  ICCP: 'profile',
  EXIF: 'exif',
  'XMP ': 'xmp',
  C2PA: 'provenance',
}
const EXIF_HEAD = 'Exif\0\0'

/** The chunks of a WebP (RFC 9649 §2). What is left of them changes their sizes: see `strip.ts`. */
export function scanWebp(bytes: Uint8Array): ImageScan {
  const scan: ImageScan = { format: 'WebP', mime: 'image/webp', extension: 'webp', parts: [], notes: [] }
  const view = toView(bytes)
  const whole = Math.min(bytes.length, view.getUint32(4, true) + 8)
  addPart(scan.parts, { kind: 'image', name: 'RIFF', start: 0, end: 12, clean: bytes.slice(0, 12) })
  for (let at = 12; at < whole;) {
    const size = at + 8 <= whole ? view.getUint32(at + 4, true) : bytes.length
    const end = at + 8 + size
    if (end > bytes.length) {
      scan.notes.push(CUT_SHORT)
      addPart(scan.parts, { kind: 'image', name: 'WebP', start: at, end: bytes.length })
      return scan
    }
    const name = toLatin(bytes.subarray(at, at + 4))
    const data = bytes.subarray(at + 8, end)
    const kind = KINDS[name] ?? 'other'
    const start = at
    at = Math.min(end + (size & 1), bytes.length)
    if (kind === 'image') readPicture(scan, name, data)
    addPart(scan.parts, {
      kind,
      name,
      start,
      end: at,
      ...(name === 'VP8X' && { clean: bytes.slice(start, at) }),
      ...(kind !== 'image' && { data: kind === 'exif' && startsWith(data, EXIF_HEAD) ? data.subarray(EXIF_HEAD.length) : data }),
    })
  }
  if (whole < bytes.length) addPart(scan.parts, { kind: 'trailer', name: 'RIFF', start: whole, end: bytes.length })
  return scan
}

function readPicture(scan: ImageScan, name: string, data: Uint8Array): void {
  const view = toView(data)
  if (name === 'ANMF') scan.frames = (scan.frames ?? 0) + 1
  if (name === 'VP8X' && data.length >= 10) {
    scan.width = 1 + (view.getUint32(4, true) & 0xff_ff_ff)
    scan.height = 1 + (view.getUint32(6, true) >>> 8)
    scan.colour = data[0]! & 0x10 ? 'alpha' : 'opaque'
  } else if (name === 'VP8 ' && data.length >= 10) {
    scan.width ??= view.getUint16(6, true) & 0x3fff
    scan.height ??= view.getUint16(8, true) & 0x3fff
    scan.coding = 'lossy (VP8)'
  } else if (name === 'VP8L' && data.length >= 5) {
    const bits = view.getUint32(1, true)
    scan.width ??= 1 + (bits & 0x3fff)
    scan.height ??= 1 + ((bits >>> 14) & 0x3fff)
    scan.colour ??= (bits >>> 28) & 1 ? 'alpha' : 'opaque'
    scan.coding = 'lossless (VP8L)'
  }
}
