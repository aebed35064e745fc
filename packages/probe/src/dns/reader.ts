import { DnsFormatError } from './format-error.ts'
import { readName, type KnownNames, type Name, type ReadName } from './names.ts'

/** Reads big-endian values from a message; never beyond `end`. */
export class Reader {
  readonly message: Uint8Array
  readonly end: number
  offset: number
  readonly #known: KnownNames

  constructor(message: Uint8Array, start = 0, end = message.length, known: KnownNames = new Map()) {
    this.message = message
    this.offset = start
    this.end = end
    this.#known = known
  }

  /** A reader of the next bytes, which are passed over here. */
  part(size: number): Reader {
    const start = this.offset
    this.bytes(size)
    return new Reader(this.message, start, start + size, this.#known)
  }

  get left(): number {
    return this.end - this.offset
  }

  bytes(size: number): Uint8Array {
    if (size > this.left)
      throw new DnsFormatError(
        { en: `${size} bytes were announced, ${this.left} are left`, zh: `声明了 ${size} 字节，只剩 ${this.left} 字节` },
        this.offset,
      )
    this.offset += size
    return this.message.subarray(this.offset - size, this.offset)
  }

  rest(): Uint8Array {
    return this.bytes(this.left)
  }

  u8(): number {
    return this.bytes(1)[0]!
  }

  u16(): number {
    const [high, low] = this.bytes(2)
    return (high! << 8) | low!
  }

  u32(): number {
    return this.u16() * 0x10000 + this.u16()
  }

  name(): Name {
    return this.#read().name
  }

  /** A name as bytes, without compression. */
  wireName(): Uint8Array {
    return this.#read().wire
  }

  #read(): ReadName {
    const { next, ...read } = readName(this.message, this.offset, this.#known)
    if (next > this.end) throw new DnsFormatError({ en: 'a name ends beyond its record', zh: '域名超出所在记录' }, this.offset)
    this.offset = next
    return read
  }
}
