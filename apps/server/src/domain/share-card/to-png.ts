import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'
import type { Canvas } from './canvas.ts'

const toDeflated = promisify(deflate)

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const DEPTH = 8
const TRUE_COLOUR = 2
const FILTER_UP = 2

/** A picture as PNG (ISO/IEC 15948): eight bits a colour, every row as its difference to the one above. */
export async function toPng({ width, height, pixels }: Pick<Canvas, 'width' | 'height' | 'pixels'>): Promise<Buffer> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([DEPTH, TRUE_COLOUR, 0, 0, 0], 8)
  const rowBytes = width * 3
  const rows = Buffer.alloc(height * (rowBytes + 1))
  for (let y = 0; y < height; y++) {
    const at = y * (rowBytes + 1)
    rows[at] = FILTER_UP
    for (let x = 0; x < rowBytes; x++) {
      const above = y === 0 ? 0 : (pixels[(y - 1) * rowBytes + x] ?? 0)
      rows[at + 1 + x] = (pixels[y * rowBytes + x] ?? 0) - above
    }
  }
  return Buffer.concat([SIGNATURE, toChunk('IHDR', head), toChunk('IDAT', await toDeflated(rows, { level: 9 })), toChunk('IEND')])
}

function toChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}
