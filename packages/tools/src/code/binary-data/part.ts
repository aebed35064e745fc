import type { Text } from '@octet/core/text.ts'

/**
 * One value of a binary format, with its place. What holds others is put into the tree before those are read, so that all
 * that came before a fault is there.
 */
export type Part = {
  /** Its bytes begin at `start`; `end` is behind the last one, 0 until that has been read. */
  readonly start: number
  end: number
  /** What its format calls it, such as `uint8`, `SEQUENCE` or `varint`. */
  readonly type: string
  /** What it is called by in what holds it: a key, the number of a field. */
  readonly key?: Part | string | undefined
  /** What else it says or may mean, such as the day that a number stands for. */
  also?: Text | string | undefined
} & (Leaf | Holder)

type Leaf = {
  /** The value as the notation of its format writes it. */
  readonly value: string
  /** The same as JSON, where that has it. */
  readonly json?: string | undefined
  /** What a string of bytes holds. */
  readonly bytes?: Uint8Array | undefined
  readonly parts?: undefined
}

type Holder = {
  readonly holds: 'list' | 'map' | 'one' | 'fields'
  /** What stands before and behind the others. */
  readonly open: string
  readonly close: string
  readonly parts: Part[]
  /** Its value as JSON, where that is not a list or an object of what it holds. */
  json?: string | undefined
}

export type HolderPart = Extract<Part, { parts: Part[] }>

/** What was read: whole values one after the other, and what stopped the reading. */
export type Tree = { readonly parts: Part[]; readonly fault?: Fault | undefined }

/** Values within each other, and all of them. */
const MAX_DEPTH = 100
const MAX_PARTS = 200_000

/** Where and why bytes are not what their format asks for. */
export class Fault extends Error {
  readonly at: number
  readonly expected: Text
  readonly got: Text | string
  /** The bytes are as they should be, and more than is read. */
  readonly isLimit: boolean

  constructor(at: number, expected: Text, got: Text | string, isLimit = false) {
    super(`at byte ${at}: expected ${expected.en}`)
    this.at = at
    this.expected = expected
    this.got = got
    this.isLimit = isLimit
  }
}

/** Reads bytes from the first to the last and counts what it gives out. */
export class ByteReader {
  readonly bytes: Uint8Array
  at: number
  readonly end: number
  readonly #view: DataView
  readonly #count: { parts: number; depth: number }

  constructor(bytes: Uint8Array, at = 0, end = bytes.length, count = { parts: 0, depth: 0 }) {
    this.bytes = bytes
    this.at = at
    this.end = end
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#count = count
  }

  get isAtEnd(): boolean {
    return this.at >= this.end
  }

  /** A reader of the next bytes, which are thereby taken. */
  within(length: number): ByteReader {
    const from = this.#skip(length)
    return new ByteReader(this.bytes, from, this.at, this.#count)
  }

  take(length: number): Uint8Array {
    const from = this.#skip(length)
    return this.bytes.subarray(from, this.at)
  }

  /** The next byte, without taking it; undefined at the end. */
  peek(): number | undefined {
    return this.at < this.end ? this.bytes[this.at] : undefined
  }

  u8(): number {
    return this.bytes[this.#skip(1)]!
  }

  /** A whole number of so many bytes. */
  uint(size: number, order: 'big' | 'little' = 'big'): bigint {
    const from = this.#skip(size)
    const isLittle = order === 'little'
    if (size === 1) return BigInt(this.bytes[from]!)
    if (size === 2) return BigInt(this.#view.getUint16(from, isLittle))
    if (size === 4) return BigInt(this.#view.getUint32(from, isLittle))
    if (size === 8) return this.#view.getBigUint64(from, isLittle)
    let value = 0n
    for (let i = 0; i < size; i++) value = (value << 8n) | BigInt(this.bytes[isLittle ? from + size - 1 - i : from + i]!)
    return value
  }

  /** The same, negative where its first bit says so. */
  int(size: number, order: 'big' | 'little' = 'big'): bigint {
    return BigInt.asIntN(size * 8, this.uint(size, order))
  }

  /** A number of IEEE 754 in 2, 4 or 8 bytes. */
  float(size: 2 | 4 | 8, order: 'big' | 'little' = 'big'): number {
    const from = this.#skip(size)
    if (size === 2) return toHalf(this.#view.getUint16(from, order === 'little'))
    return size === 4 ? this.#view.getFloat32(from, order === 'little') : this.#view.getFloat64(from, order === 'little')
  }

  /** Counts a value; `read` reads what is within it. */
  enter(read: () => void): void {
    if (++this.#count.depth > MAX_DEPTH) throw new Fault(this.at, TOO_DEEP, DEEPER)
    try {
      read()
    } finally {
      this.#count.depth--
    }
  }

  count(): void {
    if (++this.#count.parts > MAX_PARTS) throw new Fault(this.at, TOO_MANY, MORE, true)
  }

  #skip(length: number): number {
    const from = this.at
    const left = this.end - from
    if (length > left)
      throw new Fault(from, { en: bytesOf(length), zh: `${length} 字节` }, { en: bytesOf(left), zh: `${left} 字节` })
    this.at += length
    return from
  }
}

const bytesOf = (count: number): string => `${count} ${count === 1 ? 'byte' : 'bytes'}`
const TOO_DEEP = { en: `at most ${MAX_DEPTH} levels`, zh: `至多 ${MAX_DEPTH} 层嵌套` }
const DEEPER = { en: 'more', zh: '更多' }
const TOO_MANY = { en: `at most ${MAX_PARTS.toLocaleString('en')} values`, zh: `至多 ${MAX_PARTS.toLocaleString('en')} 个值` }
const MORE = { en: 'more', zh: '更多' }

/** A length that bytes give; one above what is left is told as such, however large. */
export const toSize = (length: bigint): number =>
  length > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(length)

/** A number of IEEE 754 in 16 bits. */
function toHalf(bits: number): number {
  const [sign, exponent, fraction] = [bits & 0x8000 ? -1 : 1, (bits >> 10) & 0x1f, bits & 0x3ff]
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}

/** Reads values up to the end, or one; a fault ends it. */
export function readTree(bytes: Uint8Array, readPart: (reader: ByteReader, into: Part[]) => void, from = 0): Tree {
  const reader = new ByteReader(bytes, from)
  const parts: Part[] = []
  try {
    while (!reader.isAtEnd) readPart(reader, parts)
    return { parts }
  } catch (error) {
    if (error instanceof Fault) return { parts, fault: error }
    throw error
  }
}
