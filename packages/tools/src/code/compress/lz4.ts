import type { Text } from '@octet/core/text.ts'
import { joinBytes, type Bytes } from '../../lib/bytes.ts'
import {
  countRest,
  DICTIONARY,
  MAX_UNPACKED_BYTES,
  MISMATCH,
  refuseBomb,
  toCut,
  type Unpacked,
} from '../../lib/unpack/unpacked.ts'
import { isSkippable } from './zstd.ts'

/** Marks of a frame and of what programs before version 1.4 wrote, little-endian. */
const [FRAME, OLD_FRAME] = [0x184d2204, 0x184c2102]
/** A block of the old frame unpacks to no more. */
const OLD_BLOCK_BYTES = 8 * 1024 * 1024
/** Set in the size of a block that is stored as it is. */
const STORED = 0x80000000
const HAS_DICTIONARY = 1
const [HAS_CONTENT_SUM, HAS_SIZE, HAS_BLOCK_SUM, IS_INDEPENDENT] = [4, 8, 16, 32]
const [MIN_MATCH, FULL] = [4, 15]

/**
 * Unpacks LZ4 frames, old ones too, one behind the other, checksums compared. What came before a fault is kept. The format is that of
 * lz4’s `lz4_Frame_format.md` 1.6 and `lz4_Block_format.md`.
 */
export async function unpackLz4(packed: Bytes): Promise<Unpacked> {
  const output = new Output()
  const reader = new FrameReader(packed)
  if (!isLz4(packed)) return { bytes: new Uint8Array(), fault: packed.length < 4 ? toCut(packed.length) : UNMARKED }
  try {
    while (isLz4(reader.rest())) {
      const fault = await readFrame(reader, output)
      if (fault) return { bytes: output.toBytes(), fault }
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { bytes: output.toBytes(), fault: toCut(packed.length) }
  }
  return { bytes: output.toBytes(), restBytes: countRest(reader.rest()) }
}

/** Whether a frame begins here, or one that is to be skipped before it. */
export function isLz4(bytes: Uint8Array): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  const mark = (a | (b << 8) | (c << 16) | (d << 24)) >>> 0
  if (mark === FRAME || mark === OLD_FRAME) return true
  if (!isSkippable(bytes) || bytes.length < 8) return false
  const end = 8 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true)
  return end < bytes.length && isLz4(bytes.subarray(end))
}

/** XXH32 with seed 0. */
async function hash(bytes: Uint8Array): Promise<number> {
  const { xxhash32 } = await import('hash-wasm')
  return Number.parseInt(await xxhash32(bytes), 16)
}

/** Reads a frame to its end; gives what is wrong with it. Throws a RangeError where it is cut off. */
async function readFrame(reader: FrameReader, output: Output): Promise<Text | undefined> {
  const mark = reader.word()
  if (mark === OLD_FRAME) return readOldFrame(reader, output)
  if (mark !== FRAME) return void reader.take(reader.word())
  const begin = reader.at
  const [flags = 0, limits = 0] = reader.take(2)
  if (flags >> 6 !== 1 || flags & 2 || limits & 0x8f || limits >> 4 < 4) return UNKNOWN
  const size = flags & HAS_SIZE ? reader.word() + reader.word() * 2 ** 32 : undefined
  if (size !== undefined) refuseBomb(size)
  if (flags & HAS_DICTIONARY) return DICTIONARY
  const head = reader.since(begin)
  if (reader.take(1)[0] !== (((await hash(head)) >>> 8) & 0xff)) return MISMATCH
  const start = output.size
  const maxBytes = 1 << (2 * (limits >> 4) + 8)
  for (let word = reader.word(); word !== 0; word = reader.word()) {
    const block = reader.take(word & ~STORED)
    if (flags & HAS_BLOCK_SUM && reader.word() !== (await hash(block))) return MISMATCH
    const from = flags & IS_INDEPENDENT ? output.size : start
    const isSound = word >>> 31 ? output.copy(block, maxBytes) : output.unpack(block, { from, maxBytes })
    if (!isSound) return DAMAGED
  }
  if (flags & HAS_CONTENT_SUM && reader.word() !== (await hash(output.since(start)))) return MISMATCH
  return size !== undefined && size !== output.size - start ? DAMAGED : undefined
}

/** Blocks up to the end or the mark of another frame. */
function readOldFrame(reader: FrameReader, output: Output): Text | undefined {
  while (reader.rest().length > 0 && !isLz4(reader.rest())) {
    if (countRest(reader.rest()) === 0) return undefined
    const isSound = output.unpack(reader.take(reader.word()), { from: output.size, maxBytes: OLD_BLOCK_BYTES })
    if (!isSound) return DAMAGED
  }
  return undefined
}

class FrameReader {
  readonly #bytes: Bytes
  at = 0

  constructor(bytes: Bytes) {
    this.#bytes = bytes
  }

  take(size: number): Uint8Array {
    if (size > this.#bytes.length - this.at) throw new RangeError(`expected ${size} bytes`)
    return this.#bytes.subarray(this.at, (this.at += size))
  }

  word(): number {
    const [a = 0, b = 0, c = 0, d = 0] = this.take(4)
    return (a | (b << 8) | (c << 16) | (d << 24)) >>> 0
  }

  since(begin: number): Uint8Array {
    return this.#bytes.subarray(begin, this.at)
  }

  rest(): Uint8Array {
    return this.#bytes.subarray(this.at)
  }
}

/** What has come out so far; blocks may refer to it. */
class Output {
  #bytes: Bytes = new Uint8Array(1 << 16)
  size = 0

  toBytes(): Bytes {
    return this.#bytes.slice(0, this.size)
  }

  since(start: number): Uint8Array {
    return this.#bytes.subarray(start, this.size)
  }

  copy(block: Uint8Array, maxBytes: number): boolean {
    if (block.length > maxBytes) return false
    this.#makeRoom(block.length)
    this.#bytes.set(block, this.size)
    this.size += block.length
    return true
  }

  /** Unpacks a block that may refer to what came since `from`; nothing of it stays and the answer is no where it is not sound. */
  unpack(block: Uint8Array, { from, maxBytes }: { from: number; maxBytes: number }): boolean {
    const start = this.size
    const isSound = this.#unpack(block, { from, end: start + maxBytes })
    if (!isSound) this.size = start
    return isSound
  }

  #unpack(block: Uint8Array, { from, end }: { from: number; end: number }): boolean {
    for (let at = 0; at < block.length;) {
      const token = block[at++]!
      let count = token >> 4
      if (count === FULL) for (let more = 255; more === 255; count += more) more = block[at++] ?? 0
      if (count > block.length - at || this.size + count > end) return false
      this.#makeRoom(count)
      this.#bytes.set(block.subarray(at, at + count), this.size)
      this.size += count
      at += count
      if (at === block.length) return true
      const distance = block[at]! | ((block[at + 1] ?? 0) << 8)
      at += 2
      let length = token & FULL
      if (length === FULL) for (let more = 255; more === 255; length += more) more = block[at++] ?? 0
      length += MIN_MATCH
      if (distance === 0 || distance > this.size - from || this.size + length > end || at > block.length) return false
      this.#makeRoom(length)
      this.#repeat(distance, length)
    }
    return false
  }

  /** Copies what is so far behind; where that is nearer than it is long, it is copied into itself. */
  #repeat(distance: number, length: number): void {
    const bytes = this.#bytes
    const start = this.size - distance
    if (distance >= length) bytes.copyWithin(this.size, start, start + length)
    else for (let i = 0; i < length; i++) bytes[this.size + i] = bytes[start + i]!
    this.size += length
  }

  #makeRoom(count: number): void {
    const wanted = this.size + count
    if (wanted <= this.#bytes.length) return
    refuseBomb(wanted)
    const larger = new Uint8Array(Math.min(Math.max(wanted, this.#bytes.length * 2), MAX_UNPACKED_BYTES))
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}

/** A block of 4 MiB at most, each for itself, with a sum over all. */
const PACK_BLOCK_BYTES = 4 * 1024 * 1024
const HEAD = [0x04, 0x22, 0x4d, 0x18, 0x40 | IS_INDEPENDENT | HAS_CONTENT_SUM, 0x70] as const

/** One frame. Level 0 stores, all others pack alike. */
export async function packLz4(bytes: Bytes, level: number): Promise<Bytes> {
  const parts: Uint8Array[] = [Uint8Array.from([...HEAD, ((await hash(Uint8Array.from(HEAD.slice(4)))) >>> 8) & 0xff])]
  for (let at = 0; at < bytes.length; at += PACK_BLOCK_BYTES) {
    const block = bytes.subarray(at, at + PACK_BLOCK_BYTES)
    const packed = level === 0 ? undefined : packBlock(block)
    parts.push(toWord(packed ? packed.length : (block.length | STORED) >>> 0), packed ?? block)
  }
  return joinBytes([...parts, toWord(0), toWord(await hash(bytes))])
}

const toWord = (word: number): Uint8Array => Uint8Array.of(word, word >>> 8, word >>> 16, word >>> 24)

const HASH_BITS = 16
const MAX_DISTANCE = 65_535
/** No match begins in the last twelve bytes of a block, and none reaches into the last five. */
const [LAST_BEGIN, LAST_BYTES] = [12, 5]

/** The first match found is taken, as `lz4 -1` does; undefined where nothing is saved. */
function packBlock(block: Uint8Array): Uint8Array | undefined {
  const places = new Int32Array(1 << HASH_BITS).fill(-1)
  const view = new DataView(block.buffer, block.byteOffset, block.length)
  const out = new Uint8Array(block.length)
  const writer = { out, size: 0 }
  let [at, anchor, misses] = [0, 0, 0]
  while (at <= block.length - LAST_BEGIN) {
    const word = view.getUint32(at, true)
    const slot = Math.imul(word, 2_654_435_761) >>> (32 - HASH_BITS)
    const before = places[slot]!
    places[slot] = at
    if (before < 0 || at - before > MAX_DISTANCE || view.getUint32(before, true) !== word) {
      at += 1 + (misses++ >> 6) // what does not pack is passed over faster and faster
      continue
    }
    misses = 0
    let length = MIN_MATCH
    while (at + length < block.length - LAST_BYTES && block[before + length] === block[at + length]) length++
    if (!writeSequence(writer, block.subarray(anchor, at), { distance: at - before, length })) return undefined
    at += length
    anchor = at
  }
  return writeSequence(writer, block.subarray(anchor), undefined) ? out.subarray(0, writer.size) : undefined
}

type Writer = { readonly out: Uint8Array; size: number }

/** Literals and the match behind them; not so where the block would not become smaller. */
function writeSequence(writer: Writer, literals: Uint8Array, match: { distance: number; length: number } | undefined): boolean {
  const { out } = writer
  const most = writer.size + literals.length + literals.length / 255 + (match ? match.length / 255 : 0) + 8
  if (most > out.length) return false
  const rest = match ? match.length - MIN_MATCH : 0
  out[writer.size++] = (Math.min(literals.length, FULL) << 4) | Math.min(rest, FULL)
  writeMore(writer, literals.length)
  out.set(literals, writer.size)
  writer.size += literals.length
  if (!match) return true
  out[writer.size++] = match.distance
  out[writer.size++] = match.distance >> 8
  writeMore(writer, rest)
  return true
}

/** What does not fit the four bits of the token. */
function writeMore(writer: Writer, count: number): void {
  if (count < FULL) return
  let left = count - FULL
  for (; left >= 255; left -= 255) writer.out[writer.size++] = 255
  writer.out[writer.size++] = left
}

const UNMARKED: Text = { en: 'data that does not begin like LZ4', zh: '开头不是 LZ4 标记的数据' }
const UNKNOWN: Text = { en: 'data of a version of LZ4 that is not known', zh: '未知版本的 LZ4 数据' }
const DAMAGED: Text = { en: 'damaged data', zh: '已损坏的数据' }
