import type { Pixels } from '../../lib/png.ts'
import { readPayload } from './payload.ts'

export type ReadCode = { readonly text: string; readonly version: number }

const TIME_LIMIT_MS = 1000

/**
 * Finds the code of a picture. Two readers, since each finds codes that escape the other: the first those of low contrast
 * and of version 23, the second mirrored ones and those seen from the side.
 */
export async function findCode(pixels: Pixels): Promise<ReadCode | undefined> {
  return (await findFlat(pixels)) ?? findSlanted(pixels)
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
  const code = read(data, width, height)
  if (!code) return undefined
  let eci: number | undefined
  const parts = code.chunks.map((chunk) => {
    if (chunk.type === 'eci') eci = chunk.assignmentNumber
    return chunk.type === 'byte' ? readPayload(Uint8Array.from(chunk.bytes ?? []), eci) : (chunk.text ?? '')
  })
  return { text: parts.join(''), version: code.version }
}

type Chunk = { type: string; text?: string; bytes?: number[]; assignmentNumber?: number }
type Reader = (data: Uint8ClampedArray, width: number, height: number) => { chunks: Chunk[]; version: number } | null
