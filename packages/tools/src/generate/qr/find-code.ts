import type { Pixels } from '../../lib/png.ts'
import { readPayload } from './payload.ts'

export type ReadCode = { readonly text: string; readonly version: number }

const TIME_LIMIT_MS = 1000

/** The second reader's time grows with every pattern that resembles a corner; a picture of noise would hold it for minutes. */
const SLANTED_SIDE_PX = 600

/**
 * Finds the code of a picture. Two readers, since each finds codes that escape the other: the first those of low contrast
 * and of version 23, the second more of those seen from the side.
 */
export async function findCode(pixels: Pixels): Promise<ReadCode | undefined> {
  return (await findFlat(pixels)) ?? (await findFlat(mirror(pixels))) ?? findSlanted(shrink(pixels, SLANTED_SIDE_PX))
}

function mirror({ width, height, data }: Pixels): Pixels {
  const pixels = new Uint32Array(data.slice().buffer)
  for (let y = 0; y < height; y++) pixels.subarray(y * width, (y + 1) * width).reverse()
  return { width, height, data: new Uint8ClampedArray(pixels.buffer) }
}

/** The picture with neither side longer, each pixel the mean of a square. */
function shrink(pixels: Pixels, sidePx: number): Pixels {
  const step = Math.ceil(Math.max(pixels.width, pixels.height) / sidePx)
  if (step === 1) return pixels
  const [width, height] = [Math.floor(pixels.width / step), Math.floor(pixels.height / step)]
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < data.length; at++) {
    const [column, row] = [(at >> 2) % width, Math.floor((at >> 2) / width)]
    let sum = 0
    for (let y = row * step; y < (row + 1) * step; y++)
      for (let x = column * step; x < (column + 1) * step; x++) sum += pixels.data[(y * pixels.width + x) * 4 + (at & 3)]!
    data[at] = sum / (step * step)
  }
  return { width, height, data }
}

async function findFlat(pixels: Pixels): Promise<ReadCode | undefined> {
  const { decodeQR } = await import('qr/decode.js')
  let size = 0
  try {
    const text = decodeQR(pixels, {
      effort: 8,
      timeLimit: TIME_LIMIT_MS,
      textDecoder: readPayload,
      imageOnResult: ({ width }) => (size = width),
    })
    return { text, version: (size - 17) / 4 }
  } catch {
    return undefined // it throws for every picture without a code that it can read
  }
}

async function findSlanted({ data, width, height }: Pixels): Promise<ReadCode | undefined> {
  const { default: jsqr } = await import('jsqr')
  // The package is CommonJS: bundlers give the function, Node its module.
  const read = (typeof jsqr === 'function' ? jsqr : (jsqr as unknown as { default: typeof jsqr }).default) as unknown as Reader
  const code = read(data, width, height, { inversionAttempts: 'dontInvert' })
  if (!code) return undefined
  let eci: number | undefined
  const parts = code.chunks.map((chunk) => {
    if (chunk.type === 'eci') eci = chunk.assignmentNumber
    return chunk.type === 'byte' ? readPayload(Uint8Array.from(chunk.bytes ?? []), eci) : (chunk.text ?? '')
  })
  return { text: parts.join(''), version: code.version }
}

type Chunk = { type: string; text?: string; bytes?: number[]; assignmentNumber?: number }
type Options = { inversionAttempts: 'dontInvert' }
type Reader = (
  data: Uint8ClampedArray,
  width: number,
  height: number,
  options: Options,
) => { chunks: Chunk[]; version: number } | null
