import type { Text } from '@octet/core/text.ts'
import type { GZheader } from 'pako'
import { joinBytes, toBytes, type Bytes } from '../../lib/bytes.ts'
import { toDamageZh } from './zlib-reasons.ts'
import { countRest, DICTIONARY, MISMATCH, refuseBomb, toCut, type Member, type Unpacked } from '../../lib/unpack/unpacked.ts'

/** Systems of RFC 1952 §2.3.1 that are still met. */
const SYSTEMS: Readonly<Record<number, string>> = { 0: 'FAT', 3: 'Unix', 7: 'Macintosh', 10: 'NTFS', 11: 'NTFS' }

/** Unpacks gzip (RFC 1952), one member behind the other. What came before a fault is kept. */
export async function unpackGzip(packed: Bytes): Promise<Unpacked> {
  const parts: Bytes[] = []
  const members: Member[] = []
  const output = new Uint8Array(CHUNK_BYTES)
  let at = 0
  let size = 0
  do {
    const found = await inflate(packed.subarray(at), { window: GZIP_WINDOW, output, size })
    parts.push(found.bytes)
    size += found.bytes.length
    at += found.consumed
    members.push(toMember(found.header, { packedBytes: found.consumed, sizeBytes: found.bytes.length }))
    if (found.fault) return { bytes: joinBytes(parts), members, fault: found.fault }
  } while (packed[at] === 0x1f && packed[at + 1] === 0x8b)
  return { bytes: joinBytes(parts), members, restBytes: countRest(packed.subarray(at)) }
}

/** Unpacks zlib data (RFC 1950), or bare Deflate (RFC 1951). What came before a fault is kept. */
export async function unpackDeflate(packed: Bytes, isBare: boolean): Promise<Unpacked> {
  const { bytes, consumed, fault } = await inflate(packed, {
    window: isBare ? BARE_WINDOW : ZLIB_WINDOW,
    output: new Uint8Array(CHUNK_BYTES),
  })
  return fault ? { bytes, fault } : { bytes, restBytes: countRest(packed.subarray(consumed)) }
}

type Inflated = { readonly bytes: Bytes; readonly consumed: number; readonly header: GZheader; readonly fault?: Text }

type Inflation = {
  readonly window: number
  /** Where bytes come out before they are copied: to make one for each of many short streams took most of their time. */
  readonly output: Bytes
  /** How many came out before. */
  readonly size?: number
}

/** One stream. The library's own loop goes on behind the end, so it is not used. */
async function inflate(packed: Bytes, { window, output, size = 0 }: Inflation): Promise<Inflated> {
  const pako = await import('pako')
  const stream = new pako.ZStream()
  const header = new pako.GZheader()
  pako.zlibInflateInit2(stream, window)
  if (window === GZIP_WINDOW) pako.zlibInflateGetHeader(stream, header)
  stream.input = packed
  stream.next_in = 0
  stream.avail_in = packed.length
  const chunks: Bytes[] = []
  stream.output = output
  let status: number
  do {
    stream.next_out = 0
    stream.avail_out = output.length
    status = pako.zlibInflate(stream, pako.Z_NO_FLUSH)
    chunks.push(output.slice(0, stream.next_out))
    refuseBomb(size + stream.total_out)
  } while (status === pako.Z_OK && stream.avail_out === 0)
  const bytes = joinBytes(chunks)
  const consumed = stream.next_in
  if (status === pako.Z_STREAM_END) return { bytes, consumed, header }
  return { bytes, consumed, header, fault: status === pako.Z_NEED_DICT ? DICTIONARY : toFault(stream.msg, consumed) }
}

/** How zlib is told the frame along with the largest window. */
const BARE_WINDOW = -15
const ZLIB_WINDOW = 15
const GZIP_WINDOW = 15 + 16
const CHUNK_BYTES = 256 * 1024

function toFault(said: string, consumed: number): Text {
  if (!said) return toCut(consumed)
  if (/^incorrect (data|length) check/.test(said)) return MISMATCH
  return { en: `data damaged near byte ${consumed}: ${said}`, zh: `在第 ${consumed} 字节附近损坏的数据：${toDamageZh(said)}` }
}

function toMember(header: GZheader, sizes: Pick<Member, 'packedBytes' | 'sizeBytes'>): Member {
  return {
    ...(header.name ? { name: toText(header.name) } : {}),
    ...(header.time ? { modified: new Date(header.time * 1000).toISOString() } : {}),
    ...(header.comment ? { comment: toText(header.comment) } : {}),
    ...(SYSTEMS[header.os] ? { system: SYSTEMS[header.os]! } : {}),
    ...sizes,
  }
}

/** Names are Latin-1 by the standard, and what the file system had in fact. */
function toText(latin: string): string {
  const bytes = toBytes(Array.from(latin, (char) => char.charCodeAt(0)))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return latin
  }
}
