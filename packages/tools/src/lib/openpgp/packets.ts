import { AppError } from '@octet/core/errors.ts'
import { joinBytes, type Bytes } from '../bytes.ts'
import { pumpBytes } from '../pump-bytes.ts'
import { Reader } from './reader.ts'

export type Packet = {
  readonly tag: number
  readonly body: Bytes
  /** Inside how many others: a compressed packet holds packets. */
  readonly depth: number
}

/** Packets of one message: a key with a thousand signatures has some thousands. */
const MAX_PACKETS = 50_000
/** How much is unpacked in all: what is compressed a thousand times, or a thousand such packets, would fill the memory. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024
const MAX_DEPTH = 4

export const TAG = {
  encryptedKey: 1,
  signature: 2,
  passphraseKey: 3,
  onePass: 4,
  secretKey: 5,
  publicKey: 6,
  secretSubkey: 7,
  compressed: 8,
  encrypted: 9,
  marker: 10,
  literal: 11,
  trust: 12,
  userId: 13,
  publicSubkey: 14,
  userAttribute: 17,
  integrityProtected: 18,
  aead: 20,
  padding: 21,
} as const

/**
 * The packets of bytes in their order (RFC 9580 §4.2), those that are compressed followed by what is in them. Throws a RangeError
 * where bytes are missing or are none, `too_large` for more than fits the memory.
 */
export async function readPackets(bytes: Uint8Array): Promise<Packet[]> {
  const read: Read = { packets: [], unpackedBytes: 0 }
  await readInto(read, bytes, 0)
  return read.packets
}

/** What has been read of a message, however deep. */
type Read = { readonly packets: Packet[]; unpackedBytes: number }

async function readInto(read: Read, bytes: Uint8Array, depth: number): Promise<void> {
  const reader = new Reader(bytes)
  while (reader.left > 0) {
    const packet = { ...readPacket(reader), depth }
    read.packets.push(packet)
    if (read.packets.length > MAX_PACKETS)
      throw new AppError('too_large', {
        field: { en: 'Packets', zh: '数据包数量' },
        limit: MAX_PACKETS,
        got: read.packets.length,
      })
    if (packet.tag === TAG.compressed && depth < MAX_DEPTH) {
      const inner = await unpack(packet.body, read)
      if (inner) await readInto(read, inner, depth + 1)
    }
  }
}

function readPacket(reader: Reader): Omit<Packet, 'depth'> {
  const first = reader.number(1)
  if ((first & 0x80) === 0) throw new RangeError(`byte ${reader.at}: no packet begins with ${first}`)
  if ((first & 0x40) === 0) {
    const size = first & 3
    const body = size === 3 ? reader.rest() : reader.take(reader.number(1 << size))
    return { tag: (first >> 2) & 15, body: Uint8Array.from(body) }
  }
  const parts: Uint8Array[] = []
  for (;;) {
    const { size, isLast } = readLength(reader)
    parts.push(reader.take(size))
    if (isLast) return { tag: first & 63, body: joinBytes(parts) }
  }
}

/** A length of the present format (RFC 9580 §4.2.1); that of a part says that more follow. */
function readLength(reader: Reader): { size: number; isLast: boolean } {
  const first = reader.number(1)
  if (first < 192) return { size: first, isLast: true }
  if (first < 224) return { size: (first - 192) * 256 + reader.number(1) + 192, isLast: true }
  return first === 255 ? { size: reader.number(4), isLast: true } : { size: 2 ** (first & 31), isLast: false }
}

/** What is in a compressed packet; undefined for what is compressed in a way that is not known. */
async function unpack(body: Bytes, read: Read): Promise<Bytes | undefined> {
  const [algorithm] = body
  const packed = body.subarray(1)
  if (algorithm === 0) return packed
  const left = MAX_UNPACKED_BYTES - read.unpackedBytes
  const unpacked = algorithm === BZIP2 ? await unpackWhole(packed, left) : await inflate(packed, { algorithm, maxBytes: left })
  if (!unpacked) return undefined
  if (unpacked.length > left)
    throw new AppError('too_large', {
      field: { en: 'Bytes in compressed packets', zh: '压缩数据包解压后的字节数' },
      limit: MAX_UNPACKED_BYTES,
      got: read.unpackedBytes + unpacked.length,
    })
  read.unpackedBytes += unpacked.length
  return unpacked
}

async function inflate(packed: Bytes, { algorithm, maxBytes }: { algorithm: number | undefined; maxBytes: number }) {
  const format = algorithm === 1 ? 'deflate-raw' : algorithm === 2 ? 'deflate' : undefined
  return (
    format &&
    pumpBytes([packed], new DecompressionStream(format), maxBytes).catch((error: unknown) => {
      throw new RangeError(DAMAGED_PACKET, { cause: error })
    })
  )
}

async function unpackWhole(packed: Bytes, maxBytes: number): Promise<Bytes> {
  const { isBzip2, unpackBzip2 } = await import('../unpack/bzip2.ts')
  const { bytes, fault } = isBzip2(packed) ? await unpackBzip2(packed, maxBytes) : { bytes: packed, fault: true }
  if (fault) throw new RangeError(DAMAGED_PACKET)
  return bytes
}

const BZIP2 = 3
const DAMAGED_PACKET = 'a compressed packet is damaged'
