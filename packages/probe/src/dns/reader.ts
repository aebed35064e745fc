import { DnsFormatError } from './format-error.ts'
import { readName, type Name } from './names.ts'

/** Reads big-endian values from a message; never beyond `end`. */
export class Reader {
  readonly message: Uint8Array
  readonly end: number
  offset: number

  constructor(message: Uint8Array, start = 0, end = message.length) {
    this.message = message
    this.offset = start
    this.end = end
  }

  get left(): number {
    return this.end - this.offset
  }

  bytes(size: number): Uint8Array {
    if (size > this.left) throw new DnsFormatError(`${size} bytes were announced, ${this.left} are left`, this.offset)
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
    const { name, next } = readName(this.message, this.offset)
    if (next > this.end) throw new DnsFormatError('a name ends beyond its record', this.offset)
    this.offset = next
    return name
  }
}
