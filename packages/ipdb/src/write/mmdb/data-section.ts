import { MmdbNumber, type MmdbMap, type MmdbValue } from './value.ts'

/** Type numbers of MaxMind DB 2.0, “Data Section”. */
const TYPE = {
  pointer: 1,
  string: 2,
  double: 3,
  uint16: 5,
  uint32: 6,
  map: 7,
  int32: 8,
  uint64: 9,
  array: 11,
  boolean: 14,
} as const
const CHUNK_BYTES = 1 << 20
/** What a value may need at most besides the bytes of a string. */
const HEAD_BYTES = 16

/**
 * The data section of a MaxMind DB, encoded one record after the other. A string, a number or an object (by identity)
 * that was written before is pointed to where that is shorter; its first occurrence always lies inside a record, since
 * strict readers refuse values that no record leads to.
 */
export class DataSection {
  readonly #flush: (bytes: Buffer) => void
  #chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  #at = 0
  /** Bytes handed over before the present chunk. */
  #base = 0
  readonly #strings = new Map<string, number>()
  readonly #doubles = new Map<number, number>()
  readonly #objects = new Map<object, number>()

  /** `flush` is given the bytes, in order; it must have used them when it returns. */
  constructor(flush: (bytes: Buffer) => void) {
    this.#flush = flush
  }

  get sizeBytes(): number {
    return this.#base + this.#at
  }

  /** Writes a record and gives its offset. The same object again costs nothing. */
  add(record: MmdbMap): number {
    const known = this.#objects.get(record)
    if (known !== undefined) return known
    const offset = this.sizeBytes
    this.#writeObject(record)
    return offset
  }

  /** Hands over what is left. */
  finish(): void {
    this.#flush(this.#chunk.subarray(0, this.#at))
    this.#base += this.#at
    this.#at = 0
  }

  #write(value: MmdbValue): void {
    if (typeof value === 'string') this.#writeString(value)
    else if (typeof value === 'boolean') this.#writeHead(TYPE.boolean, value ? 1 : 0)
    else if (value instanceof MmdbNumber) this.#writeNumber(value)
    else {
      const known = this.#objects.get(value)
      if (known !== undefined) this.#writePointer(known)
      else this.#writeObject(value)
    }
  }

  #writeObject(value: MmdbMap | readonly MmdbValue[]): void {
    this.#objects.set(value, this.sizeBytes)
    if (isList(value)) {
      this.#writeHead(TYPE.array, value.length)
      for (const item of value) this.#write(item)
      return
    }
    const keys = Object.keys(value)
    this.#writeHead(TYPE.map, keys.length)
    for (const key of keys) {
      this.#writeString(key)
      this.#write(value[key]!)
    }
  }

  #writeString(text: string): void {
    const known = this.#strings.get(text)
    const sizeBytes = Buffer.byteLength(text)
    if (known !== undefined && toPointerBytes(known) < 1 + sizeBytes) return this.#writePointer(known)
    if (known === undefined) this.#strings.set(text, this.sizeBytes)
    this.#writeHead(TYPE.string, sizeBytes)
    this.#reserve(sizeBytes)
    this.#at += this.#chunk.write(text, this.#at)
  }

  #writeNumber({ type, value }: MmdbNumber): void {
    if (type === 'double') return this.#writeDouble(value)
    if (type === 'int32') return this.#writeInt32(value)
    const limit = type === 'uint16' ? 0xffff : type === 'uint32' ? 0xffff_ffff : Number.MAX_SAFE_INTEGER
    if (!Number.isInteger(value) || value < 0 || value > limit)
      throw new RangeError(`expected an integer of 0 to ${limit} for ${type}, got ${value}`)
    // Leading zero bytes are left out.
    let sizeBytes = 0
    for (let left = value; left >= 1; left /= 256) sizeBytes++
    this.#writeHead(TYPE[type], sizeBytes)
    this.#reserve(sizeBytes)
    if (sizeBytes > 6) this.#chunk.writeBigUInt64BE(BigInt(value) << BigInt(8 * (8 - sizeBytes)), this.#at)
    else if (sizeBytes > 0) this.#chunk.writeUIntBE(value, this.#at, sizeBytes)
    this.#at += sizeBytes
  }

  /** In all its bytes: readers differ about what a shorter one means when it is negative. */
  #writeInt32(value: number): void {
    this.#writeHead(TYPE.int32, 4)
    this.#chunk.writeInt32BE(value, this.#at)
    this.#at += 4
  }

  #writeDouble(value: number): void {
    const known = this.#doubles.get(value)
    if (known !== undefined && toPointerBytes(known) < 9) return this.#writePointer(known)
    if (known === undefined) this.#doubles.set(value, this.sizeBytes)
    this.#writeHead(TYPE.double, 8)
    this.#chunk.writeDoubleBE(value, this.#at)
    this.#at += 8
  }

  /** Pointers of 11, 19, 27 and 32 bits, the middle ones counted from where the smaller end. */
  #writePointer(offset: number): void {
    this.#reserve(HEAD_BYTES)
    const sizeBytes = toPointerBytes(offset)
    const size = sizeBytes - 2
    const value = offset - [0, 2_048, 526_336, 0][size]!
    const top = size === 3 ? 0 : Math.floor(value / 2 ** (8 * (size + 1)))
    this.#chunk[this.#at] = (TYPE.pointer << 5) | (size << 3) | top
    this.#chunk.writeUIntBE(size === 3 ? value : value % 2 ** (8 * (size + 1)), this.#at + 1, size + 1)
    this.#at += sizeBytes
  }

  #writeHead(type: number, size: number): void {
    this.#reserve(HEAD_BYTES)
    const [small, rest, restBytes] =
      size < 29 ? [size, 0, 0] : size < 285 ? [29, size - 29, 1] : size < 65_821 ? [30, size - 285, 2] : [31, size - 65_821, 3]
    const chunk = this.#chunk
    if (type < 8) chunk[this.#at++] = (type << 5) | small
    else {
      chunk[this.#at++] = small
      chunk[this.#at++] = type - 7
    }
    if (restBytes > 0) chunk.writeUIntBE(rest, this.#at, restBytes)
    this.#at += restBytes
  }

  #reserve(sizeBytes: number): void {
    if (this.#at + sizeBytes <= this.#chunk.length) return
    this.finish()
    if (sizeBytes > this.#chunk.length) this.#chunk = Buffer.allocUnsafe(sizeBytes)
  }
}

function toPointerBytes(offset: number): number {
  if (offset < 2_048) return 2
  if (offset < 526_336) return 3
  return offset < 134_744_064 ? 4 : 5
}

function isList(value: MmdbMap | readonly MmdbValue[]): value is readonly MmdbValue[] {
  return Array.isArray(value)
}
