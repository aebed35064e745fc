/** Parts of an SSH packet (RFC 4251 §5). */
export const toUint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export const toSshString = (value: string | Uint8Array): Buffer => {
  const bytes = typeof value === 'string' ? Buffer.from(value, 'utf8') : Buffer.from(value)
  return Buffer.concat([toUint32(bytes.length), bytes])
}

/** A number that is not negative: no zeros in front but one where the first bit is set. */
export function toMpint(bytes: Uint8Array): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0)
  const bare = start === -1 ? Buffer.alloc(0) : Buffer.from(bytes.subarray(start))
  return toSshString((bare[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.of(0), bare]) : bare)
}

/** Visible ASCII, at most 64 characters (RFC 4251 §6). */
const NAME = /^[!-+\--~]{1,64}$/
/** Servers that offer all they know have some dozens. */
const MAX_NAMES = 100

/** Reads what an SSH packet holds. Throws a RangeError where it ends too early. */
export class WireReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes)
  }

  take(size: number): Buffer {
    if (size > this.#bytes.length - this.#at) throw new RangeError(`expected ${size} bytes`)
    return this.#bytes.subarray(this.#at, (this.#at += size))
  }

  /** Bytes that were read. */
  count(): number {
    return this.#at
  }

  byte(): number {
    return this.take(1)[0]!
  }

  string(): Buffer {
    return this.take(this.take(4).readUInt32BE())
  }

  text(): string {
    return this.string().toString('latin1')
  }

  /** A list of names with commas between (RFC 4251 §5); what is no name (§6) is left out. */
  names(): string[] {
    const names = this.text().split(',')
    return names.filter((name) => NAME.test(name)).slice(0, MAX_NAMES)
  }
}
