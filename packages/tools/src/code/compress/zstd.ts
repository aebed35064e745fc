import { countOf } from '@octet/core/counted.ts'
import type { Text } from '@octet/core/text.ts'
import { joinBytes, type Bytes } from '../../lib/bytes.ts'
import { toDamageZh } from './zlib-reasons.ts'
import { countRest, DICTIONARY, MISMATCH, refuseBomb, toCut, type Unpacked } from '../../lib/unpack/unpacked.ts'

/** What programs take without being told to (`zstd --long` begins above it). */
const MAX_WINDOW_BYTES = 128 * 1024 * 1024

/** Unpacks Zstandard frames (RFC 8878), checksums compared. What came before a fault is kept. */
export async function unpackZstd(packed: Bytes): Promise<Unpacked> {
  const parts: Uint8Array[] = []
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length)
  if (!isFrame(packed) && !isSkippable(packed))
    return { bytes: new Uint8Array(), fault: packed.length < 4 ? toCut(packed.length) : UNMARKED }
  let at = 0
  for (let size = 0; at < packed.length;) {
    const isSkipped = isSkippable(packed.subarray(at))
    if (!isSkipped && !isFrame(packed.subarray(at))) break
    const { end, checksum, contentBytes, head, fault, isCut } = isSkipped ? measureSkippable(view, at) : measureFrame(view, at)
    if (fault) return { bytes: joinBytes(parts), fault }
    if (!isSkipped) {
      const found = await unpackFrame(head ? joinBytes([head.bytes, packed.subarray(head.end, end)]) : packed.subarray(at, end), {
        before: size,
        isCut,
      })
      parts.push(found.bytes)
      size += found.bytes.length
      const wrong = found.fault ?? (isCut ? undefined : await findMismatch(found.bytes, { checksum, contentBytes }))
      if (wrong) return { bytes: joinBytes(parts), fault: wrong }
    }
    if (isCut) return { bytes: joinBytes(parts), fault: toCut(packed.length) }
    at = end
  }
  return { bytes: joinBytes(parts), restBytes: countRest(packed.subarray(at)) }
}

/** The library does not compare the sum of a frame (§3.1.1), and ends where the size (§3.1.1.1.4) does. */
async function findMismatch(bytes: Bytes, { checksum, contentBytes }: Pick<Frame, 'checksum' | 'contentBytes'>) {
  if (checksum !== undefined && (await toChecksum(bytes)) !== checksum) return MISMATCH
  if (contentBytes === undefined || contentBytes === bytes.length) return undefined
  return {
    en: `damaged data: ${countOf(bytes.length, 'byte')} came out, and the frame says ${contentBytes}`,
    zh: `已损坏的数据：解压得到 ${bytes.length} 字节，而帧头标明 ${contentBytes} 字节`,
  }
}

type Part = { readonly before: number; readonly isCut: boolean }

async function unpackFrame(frame: Bytes, { before, isCut }: Part): Promise<{ bytes: Bytes; fault?: Text }> {
  const { Decompress, ZstdErrorCode } = await import('fzstd')
  const chunks: Uint8Array[] = []
  let total = before
  const stream = new Decompress((chunk) => {
    total += chunk.length
    refuseBomb(total)
    chunks.push(chunk.slice())
  })
  try {
    stream.push(frame, !isCut)
    return { bytes: joinBytes(chunks) }
  } catch (error) {
    if (!(error instanceof Error) || !Object.values<unknown>(ZstdErrorCode).includes(Reflect.get(error, 'code'))) throw error
    const fault = { en: `damaged data: ${error.message}`, zh: `已损坏的数据：${toDamageZh(error.message)}` }
    return { bytes: joinBytes(chunks), fault }
  }
}

/** Whether a Zstandard frame begins here (§3.1.1). */
export function isFrame([first, second, third, fourth]: Uint8Array): boolean {
  return first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd
}

/** Whether a frame that is to be skipped begins here (§3.1.2). */
export function isSkippable([first = 0, second, third, fourth]: Uint8Array): boolean {
  return first >> 4 === 5 && second === 0x2a && third === 0x4d && fourth === 0x18
}

type Frame = {
  readonly end: number
  readonly isCut: boolean
  readonly checksum?: number | undefined
  readonly contentBytes?: number | undefined
  /** The header without the size of the content, and where the one with it ends. */
  readonly head?: { readonly bytes: Bytes; readonly end: number }
  readonly fault?: Text | undefined
}

function measureSkippable(view: DataView, start: number): Frame {
  const end = view.byteLength < start + 8 ? Number.POSITIVE_INFINITY : start + 8 + view.getUint32(start + 4, true)
  return { end, isCut: end > view.byteLength }
}

/** Where a frame ends, by the sizes of its blocks (§3.1.1), so that each is checked on its own. */
function measureFrame(view: DataView, start: number): Frame {
  try {
    const { at: first, fault, hasChecksum, contentBytes, windowByte } = readHeader(view, start + 4)
    const head = { bytes: Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, hasChecksum ? CHECKSUM : 0, windowByte), end: first }
    if (fault) return { end: start, isCut: false, fault }
    let at = first
    for (let isLast = false; !isLast;) {
      const header = view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
      isLast = (header & 1) === 1
      const isRun = ((header >> 1) & 3) === 1 // one byte, said how many times
      at += 3 + (isRun ? 1 : header >> 3)
    }
    const checksum = hasChecksum ? view.getUint32(at, true) : undefined
    const end = hasChecksum ? at + 4 : at
    return { end, isCut: end > view.byteLength, checksum, contentBytes, head }
  } catch (error) {
    if (error instanceof RangeError) return { end: view.byteLength, isCut: true }
    throw error
  }
}

/** Says in the descriptor that a checksum follows the blocks. */
const CHECKSUM = 4
type Header = { at: number; hasChecksum: boolean; contentBytes: number | undefined; windowByte: number; fault?: Text }

/** The descriptor and what follows it up to the first block (§3.1.1.1). */
function readHeader(view: DataView, start: number): Header {
  const descriptor = view.getUint8(start)
  const isSingle = (descriptor & 0x20) !== 0
  const hasChecksum = (descriptor & CHECKSUM) !== 0
  let at = start + 1
  const written = isSingle ? undefined : view.getUint8(at++)
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3]!
  const sizeBytes = descriptor >> 6 === 0 && isSingle ? 1 : [0, 2, 4, 8][descriptor >> 6]!
  const hasDictionary = Array.from({ length: dictionaryBytes }, (_, i) => view.getUint8(at + i)).some((byte) => byte !== 0)
  const contentBytes = readSize(view, { at: at + dictionaryBytes, sizeBytes })
  at += dictionaryBytes + sizeBytes
  // Of one segment, the window is the content.
  if (written === undefined) refuseBomb(contentBytes ?? 0)
  const windowByte = written ?? Math.max(0, Math.ceil(Math.log2(contentBytes ?? 1)) - 10) << 3
  const fault = hasDictionary ? DICTIONARY : toWindow(windowByte) > MAX_WINDOW_BYTES ? WINDOW : undefined
  return { at, hasChecksum, contentBytes, windowByte, ...(fault && { fault }) }
}

/** §3.1.1.1.4; two bytes begin where one ends. */
function readSize(view: DataView, { at, sizeBytes }: { at: number; sizeBytes: number }): number | undefined {
  if (sizeBytes === 0) return undefined
  if (sizeBytes === 1) return view.getUint8(at)
  if (sizeBytes === 2) return view.getUint16(at, true) + 256
  return sizeBytes === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true))
}

/** §3.1.1.1.2 */
function toWindow(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3))
  return base + (base / 8) * (descriptor & 7)
}

/** The lower four bytes of XXH64 with seed 0. */
async function toChecksum(bytes: Uint8Array): Promise<number> {
  const { xxhash64 } = await import('hash-wasm')
  return Number.parseInt((await xxhash64(bytes)).slice(-8), 16)
}

const WINDOW = { en: 'data with a window larger than 128 MiB', zh: '窗口超过 128 MiB 的数据' }
const UNMARKED = { en: 'data that does not begin like Zstandard', zh: '开头不是 Zstandard 标记的数据' }
