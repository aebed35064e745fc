import type { Text } from '@octet/core/text.ts'
import { concatBytes, type Bytes } from './bytes.ts'
import { crc32 } from './crc32.ts'
import { fromUnits } from './from-units.ts'
import { pumpBytes } from './pump-bytes.ts'

/** Pixels as red, green, blue, alpha. */
export type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** Samples per pixel by colour type (PNG 3rd ed. §11.2.1). */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const MAX_PIXELS = 16_000_000
/** What the pixels may take before they are brought to 8 bits per sample: as many bytes as after it. */
const MAX_RAW_BYTES = MAX_PIXELS * 4

export class PngError extends Error {
  override readonly name = 'PngError'
  readonly reason: Text

  constructor(reason: Text, options?: ErrorOptions) {
    super(reason.en, options)
    this.reason = reason
  }
}

/** A PNG of RGBA pixels, 8 bits per sample. */
export async function writePng({ width, height, data }: Pixels): Promise<Bytes> {
  const rows = new Uint8Array(height * (width * 4 + 1))
  for (let y = 0; y < height; y++) rows.set(data.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1)
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header.set([8, 6, 0, 0, 0], 8)
  const packed = await pipe([rows], new CompressionStream('deflate'), Number.POSITIVE_INFINITY)
  return concatBytes(
    Uint8Array.from(SIGNATURE),
    toChunk('IHDR', header),
    toChunk('IDAT', packed),
    toChunk('IEND', new Uint8Array()),
  )
}

/** The same as an address that a page can show. */
export async function toPngUrl(pixels: Pixels): Promise<string> {
  return `data:image/png;base64,${btoa(fromUnits(await writePng(pixels)))}`
}

/** Whether bytes begin as a PNG does. */
export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, at) => bytes[at] === byte)
}

/** The pixels of a PNG of any colour type and depth, not interlaced. Throws {@link PngError} with the reason. */
export async function readPng(bytes: Uint8Array): Promise<Pixels> {
  const { header, palette, alphas, body } = readChunks(bytes)
  const view = new DataView(header.buffer, header.byteOffset)
  const [width, height] = [view.getUint32(0), view.getUint32(4)]
  const [depth = 0, type = 0, , , interlace] = header.subarray(8)
  const channels = CHANNELS[type]
  if (!channels || ![1, 2, 4, 8, 16].includes(depth))
    throw new PngError({ en: `colour type ${type} with ${depth} bits`, zh: `颜色类型 ${type}、位深 ${depth}` })
  if (interlace) throw new PngError({ en: 'it is interlaced', zh: '采用隔行扫描' })
  if (width * height > MAX_PIXELS)
    throw new PngError({ en: `${width} × ${height} pixels, more than 16 million`, zh: `${width} × ${height} 像素，超过 1600 万` })
  const rowSize = Math.ceil((width * channels * depth) / 8)
  if (rowSize * height > MAX_RAW_BYTES)
    throw new PngError({
      en: `${width} × ${height} pixels of ${channels * depth} bits, more than 64 MB`,
      zh: `${width} × ${height} 像素、每像素 ${channels * depth} 位，超过 64 MB`,
    })
  const raw = await pipe(body, new DecompressionStream('deflate'), (rowSize + 1) * height)
  if (raw.length < (rowSize + 1) * height) throw new PngError({ en: 'it is cut short', zh: '文件不完整' })
  const rows = unfilter(raw, { rowSize, height, step: Math.max(1, (channels * depth) >> 3) })
  return { width, height, data: toRgba(rows, { width, height, depth, type, channels, rowSize, palette, alphas }) }
}

function readChunks(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found: Record<string, Uint8Array[]> = {}
  for (let at = 8; at + 12 <= bytes.length;) {
    const size = view.getUint32(at)
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (at + 12 + size > bytes.length) throw new PngError({ en: 'it is cut short', zh: '文件不完整' })
    ;(found[name] ??= []).push(bytes.subarray(at + 8, at + 8 + size))
    at += 12 + size
  }
  const header = found['IHDR']?.[0]
  if (!header || header.length < 13 || !found['IDAT'])
    throw new PngError({ en: 'IHDR or IDAT is missing', zh: '缺少 IHDR 或 IDAT' })
  return { header, palette: found['PLTE']?.[0], alphas: found['tRNS']?.[0], body: found['IDAT'] }
}

/** PNG §9: each row says by which neighbour its bytes were lessened. */
function unfilter(raw: Uint8Array, { rowSize, height, step }: { rowSize: number; height: number; step: number }): Uint8Array {
  const rows = new Uint8Array(rowSize * height)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (rowSize + 1)]!
    if (filter > 4) throw new PngError({ en: `filter ${filter} is unknown`, zh: `未知的滤波方式 ${filter}` })
    const from = y * (rowSize + 1) + 1
    for (let x = 0; x < rowSize; x++) {
      const at = y * rowSize + x
      const left = x >= step ? rows[at - step]! : 0
      const up = y > 0 ? rows[at - rowSize]! : 0
      let guess = 0
      if (filter === 1) guess = left
      else if (filter === 2) guess = up
      else if (filter === 3) guess = (left + up) >> 1
      else if (filter === 4) guess = paeth(left, up, x >= step && y > 0 ? rows[at - rowSize - step]! : 0)
      rows[at] = raw[from + x]! + guess
    }
  }
  return rows
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const a = Math.abs(guess - left)
  const b = Math.abs(guess - up)
  const c = Math.abs(guess - corner)
  return a <= b && a <= c ? left : b <= c ? up : corner
}

type Layout = {
  width: number
  height: number
  depth: number
  type: number
  channels: number
  rowSize: number
  palette: Uint8Array | undefined
  alphas: Uint8Array | undefined
}

function toRgba(rows: Uint8Array, { width, height, depth, type, channels, rowSize, palette, alphas }: Layout): Uint8ClampedArray {
  const data = new Uint8ClampedArray(width * height * 4)
  const scale = 255 / (2 ** Math.min(depth, 8) - 1)
  const sample = (y: number, index: number): number => {
    if (depth === 8) return rows[y * rowSize + index]!
    if (depth === 16) return rows[y * rowSize + index * 2]!
    const bit = index * depth
    return (rows[y * rowSize + (bit >> 3)]! >> (8 - depth - (bit & 7))) & (2 ** depth - 1)
  }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      const first = sample(y, x * channels)
      if (type === 3) {
        data[at] = palette?.[first * 3] ?? 0
        data[at + 1] = palette?.[first * 3 + 1] ?? 0
        data[at + 2] = palette?.[first * 3 + 2] ?? 0
        data[at + 3] = alphas?.[first] ?? 255
      } else if (type === 0 || type === 4) {
        const grey = first * scale
        data[at] = data[at + 1] = data[at + 2] = grey
        data[at + 3] = type === 4 ? sample(y, x * 2 + 1) : 255
      } else {
        data[at] = first
        data[at + 1] = sample(y, x * channels + 1)
        data[at + 2] = sample(y, x * channels + 2)
        data[at + 3] = type === 6 ? sample(y, x * 4 + 3) : 255
      }
    }
  return data
}

function toChunk(name: string, body: Uint8Array): Bytes {
  const chunk = new Uint8Array(body.length + 12)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, body.length)
  for (let i = 0; i < 4; i++) chunk[4 + i] = name.charCodeAt(i)
  chunk.set(body, 8)
  view.setUint32(body.length + 8, crc32(chunk.subarray(4, body.length + 8)))
  return chunk
}

async function pipe(
  bytes: readonly Uint8Array[],
  stream: CompressionStream | DecompressionStream,
  bound: number,
): Promise<Bytes> {
  try {
    return await pumpBytes(bytes, stream, bound)
  } catch (cause) {
    throw new PngError({ en: 'the compressed data are damaged', zh: '压缩数据已损坏' }, { cause })
  }
}
