import { inflateSync } from 'node:zlib'

const SIGNATURE = 0x774f4646
const HEADER_BYTES = 44
const ENTRY_BYTES = 20

/** A WOFF 1.0 font as plain OpenType (W3C WOFF §3–§5). Readers that unpack by themselves do it again for every glyph. */
export function unpackWoff(woff: Buffer): Buffer {
  const signature = woff.readUInt32BE(0)
  if (signature !== SIGNATURE) throw new Error(`expected a WOFF file, got signature ${signature.toString(16)}`)
  const count = woff.readUInt16BE(12)
  const font = Buffer.alloc(woff.readUInt32BE(16))
  const step = 2 ** Math.floor(Math.log2(count))
  font.writeUInt32BE(woff.readUInt32BE(4), 0)
  font.writeUInt16BE(count, 4)
  font.writeUInt16BE(step * 16, 6)
  font.writeUInt16BE(Math.log2(step), 8)
  font.writeUInt16BE((count - step) * 16, 10)
  let offset = 12 + 16 * count
  for (let index = 0; index < count; index++) {
    const entry = HEADER_BYTES + index * ENTRY_BYTES
    const from = woff.readUInt32BE(entry + 4)
    const packed = woff.subarray(from, from + woff.readUInt32BE(entry + 8))
    const sizeBytes = woff.readUInt32BE(entry + 12)
    const table = packed.length < sizeBytes ? inflateSync(packed) : packed
    const place = 12 + 16 * index
    woff.copy(font, place, entry, entry + 4)
    font.writeUInt32BE(woff.readUInt32BE(entry + 16), place + 4)
    font.writeUInt32BE(offset, place + 8)
    font.writeUInt32BE(sizeBytes, place + 12)
    table.copy(font, offset)
    offset += Math.ceil(sizeBytes / 4) * 4
  }
  return font
}
