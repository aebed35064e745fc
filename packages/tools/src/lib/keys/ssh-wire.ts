import { concatBytes, type Bytes } from '../bytes.ts'
import { toNumber, toNumberBytes } from './numbers.ts'

/** Reads values one after the other (RFC 4251 §5). Throws a RangeError where the bytes end too early. */
export type WireReader = {
  uint32(): number
  uint64(): bigint
  string(): Uint8Array
  text(): string
  mpint(): bigint
  /** Bytes that were read. */
  count(): number
  /** The bytes that are left. */
  rest(): Uint8Array
  /** Throws if bytes are left. */
  end(): void
}

export function createWireReader(bytes: Uint8Array): WireReader {
  let at = 0
  const take = (size: number): Uint8Array => {
    if (size > bytes.length - at) throw new RangeError(`expected ${size} bytes at ${at}, got ${bytes.length - at}`)
    at += size
    return bytes.subarray(at - size, at)
  }
  const uint32 = () => Number(toNumber(take(4)))
  const string = () => take(uint32())
  return {
    uint32,
    uint64: () => toNumber(take(8)),
    string,
    text: () => new TextDecoder().decode(string()),
    mpint: () => {
      const number = string()
      if ((number[0] ?? 0) >= 0x80) throw new RangeError('expected a number that is not negative')
      return toNumber(number)
    },
    count: () => at,
    rest: () => take(bytes.length - at),
    end: () => {
      if (at !== bytes.length) throw new RangeError(`expected the end at ${at}, got ${bytes.length - at} bytes more`)
    },
  }
}

export function writeUint32(number: number): Bytes {
  return toNumberBytes(BigInt(number), 4)
}

export function writeString(content: string | Uint8Array): Bytes {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return concatBytes(writeUint32(bytes.length), bytes)
}

/** A number that is not negative; 0 has no bytes. */
export function writeMpint(number: bigint): Bytes {
  if (number === 0n) return writeUint32(0)
  const bytes = toNumberBytes(number)
  return writeString((bytes[0] ?? 0) >= 0x80 ? concatBytes(Uint8Array.of(0), bytes) : bytes)
}
