import { joinBytes } from '../../lib/bytes.ts'
import { addPart, CUT_SHORT, startsWith, toLatin, toView, type ImageScan, type Part } from './image-scan.ts'

/** Adobe's XMP lies bare in the file; its last 258 bytes lead any reader of sub-blocks to the end (XMP part 3 §1.1.2). */
const XMP_TRAILER_BYTES = 258
/** Of a text or profile no more is read. */
const MAX_BLOCKS = 10_000

/** The blocks of a GIF (GIF89a §13). */
export function scanGif(bytes: Uint8Array): ImageScan {
  const scan: ImageScan = { format: 'GIF', mime: 'image/gif', extension: 'gif', frames: 0, parts: [], notes: [] }
  if (bytes.length < 13) return { ...scan, notes: [CUT_SHORT] }
  const view = toView(bytes)
  scan.width = view.getUint16(6, true)
  scan.height = view.getUint16(8, true)
  scan.coding = toLatin(bytes.subarray(0, 6))
  const flags = bytes[10]!
  if (flags & 0x80) scan.colour = `palette of ${2 << (flags & 7)}`
  let at = 13 + toTableBytes(flags)
  addPart(scan.parts, { kind: 'image', name: 'GIF', start: 0, end: Math.min(at, bytes.length) })
  while (at < bytes.length) {
    const start = at
    const sign = bytes[at]
    let part: Omit<Part, 'end'> = { kind: 'image', name: 'GIF', start }
    if (sign === 0x21) {
      at = findBlocksEnd(bytes, at + 2)
      part = toExtension(bytes, start, at)
    } else if (sign === 0x2c) {
      scan.frames!++
      at = findBlocksEnd(bytes, at + 11 + toTableBytes(bytes[at + 9] ?? 0))
    } else if (sign === 0x3b) {
      at++
    } else {
      scan.notes.push({
        en: `Byte ${at} begins no block; the rest is taken for the picture.`,
        zh: `第 ${at} 字节处不是数据块，其后均按图像处理。`,
      })
      at = bytes.length
    }
    if (at > bytes.length) {
      scan.notes.push(CUT_SHORT)
      at = bytes.length
    }
    addPart(scan.parts, { ...part, end: at })
    if (sign !== 0x3b) continue
    if (at < bytes.length) addPart(scan.parts, { kind: 'trailer', name: 'GIF', start: at, end: bytes.length })
    break
  }
  return scan
}

const toTableBytes = (flags: number) => (flags & 0x80 ? 3 * (2 << (flags & 7)) : 0)

/** Behind the block of no length that ends a chain of them. */
function findBlocksEnd(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== 0) at += bytes[at]! + 1
  return at + 1
}

function toExtension(bytes: Uint8Array, start: number, end: number): Omit<Part, 'end'> {
  const label = bytes[start + 1]
  if (label === 0xfe) return { kind: 'comment', name: 'Comment', start, data: joinBlocks(bytes, start + 2) }
  if (label !== 0xff) return { kind: 'image', name: 'GIF', start }
  const name = toLatin(bytes.subarray(start + 3, start + 14))
  const body = start + 14
  if (startsWith(bytes, 'XMP DataXMP', start + 3))
    return { kind: 'xmp', name, start, data: bytes.subarray(body, Math.max(body, end - XMP_TRAILER_BYTES)) }
  if (name === 'ICCRGBG1012') return { kind: 'profile', name, start, data: joinBlocks(bytes, body) }
  // How often it is played.
  return { kind: name === 'NETSCAPE2.0' || name === 'ANIMEXTS1.0' ? 'image' : 'other', name, start }
}

function joinBlocks(bytes: Uint8Array, from: number): Uint8Array {
  const blocks: Uint8Array[] = []
  for (let at = from; at < bytes.length && bytes[at] !== 0 && blocks.length < MAX_BLOCKS; at += bytes[at]! + 1)
    blocks.push(bytes.subarray(at + 1, at + 1 + bytes[at]!))
  return joinBytes(blocks)
}
