import { concatBytes, equalBytes, toHex, type Bytes } from '../../lib/bytes.ts'
import { DER, listDer, listParts, needDer, toInteger, writeDer, writeInteger } from '../../lib/der.ts'

/** The parts of a ciphertext (GB/T 32918.4 §6.1): a point without its leading 04, the masked message, and its check value. */
export type Sealed = { readonly c1: Uint8Array; readonly c2: Uint8Array; readonly c3: Uint8Array }
export type SealedForm = { readonly order: 'c1c3c2' | 'c1c2c3'; readonly asn1: boolean }

const POINT_BYTES = 64
const HASH_BYTES = 32

/** Masks a message by a shared point (65 bytes); nothing where the mask would be nothing but zeros (§6.1 A5). */
export async function seal(message: Uint8Array, shared: Uint8Array): Promise<Omit<Sealed, 'c1'> | undefined> {
  const sm3 = await createSm3()
  const mask = deriveMask(sm3, shared, message.length)
  if (mask.every((byte) => byte === 0)) return undefined
  return { c2: combine(message, mask), c3: check(sm3, message, shared) }
}

/** The message of a ciphertext; nothing where its check value does not fit. */
export async function unseal({ c2, c3 }: Sealed, shared: Uint8Array): Promise<Bytes | undefined> {
  const sm3 = await createSm3()
  const message = combine(c2, deriveMask(sm3, shared, c2.length))
  return equalBytes(check(sm3, message, shared), c3) ? message : undefined
}

/** Writes a ciphertext as one text of bytes, or as ASN.1 (GM/T 0009 §7.2). */
export function writeSealed({ c1, c2, c3 }: Sealed, { order, asn1 }: SealedForm): Bytes {
  const [first, second] = order === 'c1c3c2' ? [c3, c2] : [c2, c3]
  if (!asn1) return concatBytes(c1, first, second)
  const number = (bytes: Uint8Array) => writeInteger(BigInt(`0x${toHex(bytes)}`))
  const point = [number(c1.subarray(0, POINT_BYTES / 2)), number(c1.subarray(POINT_BYTES / 2))]
  return writeDer(DER.sequence, ...point, writeDer(DER.octets, first), writeDer(DER.octets, second))
}

/** Reads what {@link writeSealed} writes. Throws a RangeError where a part is missing. */
export function readSealed(bytes: Uint8Array, { order, asn1 }: SealedForm): Sealed {
  const isUsual = order === 'c1c3c2'
  if (asn1) {
    const [x, y, ...parts] = listParts(needDer(listDer(bytes)[0], DER.sequence))
    const [first, second] = [needDer(parts[0], DER.octets).content, needDer(parts[1], DER.octets).content]
    const c1 = concatBytes(toCoordinate(toInteger(needDer(x, DER.integer))), toCoordinate(toInteger(needDer(y, DER.integer))))
    return isUsual ? { c1, c2: second, c3: first } : { c1, c2: first, c3: second }
  }
  const [c1, rest] = [bytes.subarray(0, POINT_BYTES), bytes.subarray(POINT_BYTES)]
  const split = isUsual ? HASH_BYTES : rest.length - HASH_BYTES
  const [first, second] = [rest.subarray(0, split), rest.subarray(split)]
  return isUsual ? { c1, c2: second, c3: first } : { c1, c2: first, c3: second }
}

function toCoordinate(number: bigint): Uint8Array {
  if (number < 0n || number >= 1n << 256n) throw new RangeError('expected a coordinate of 32 bytes')
  const digits = number.toString(16).padStart(POINT_BYTES, '0')
  return Uint8Array.from({ length: POINT_BYTES / 2 }, (_, at) => Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16))
}

type Sm3 = (...parts: readonly Uint8Array[]) => Uint8Array

async function createSm3(): Promise<Sm3> {
  const { createSM3 } = await import('hash-wasm')
  const hasher = await createSM3()
  return (...parts) => {
    hasher.init()
    for (const part of parts) hasher.update(part)
    return hasher.digest('binary')
  }
}

/** The key derivation of §5.4.3: hashes of the shared point and a counter. */
function deriveMask(sm3: Sm3, shared: Uint8Array, length: number): Bytes {
  const mask = new Uint8Array(Math.ceil(length / HASH_BYTES) * HASH_BYTES)
  const input = concatBytes(shared.subarray(1), new Uint8Array(4))
  const counter = new DataView(input.buffer, POINT_BYTES)
  for (let at = 0; at < length; at += HASH_BYTES) {
    counter.setUint32(0, at / HASH_BYTES + 1)
    mask.set(sm3(input), at)
  }
  return mask.subarray(0, length)
}

/** C3: the hash of the message between the coordinates. */
function check(sm3: Sm3, message: Uint8Array, shared: Uint8Array): Uint8Array {
  return sm3(shared.subarray(1, 1 + POINT_BYTES / 2), message, shared.subarray(1 + POINT_BYTES / 2))
}

function combine(a: Uint8Array, b: Uint8Array): Bytes {
  const combined = new Uint8Array(a.length)
  for (let at = 0; at < a.length; at++) combined[at] = a[at]! ^ b[at]!
  return combined
}
