import { countOf } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import type { CHash } from '@noble/hashes/utils.js'
import { mgf1, PSS } from 'micro-rsa-dsa-dh/rsa.js'
import type { Bytes } from '../bytes.ts'
import { countBits, toBlockBytes, type RsaKey, type RsaSecret } from '../keys/key.ts'
import { toNumber, toNumberBytes } from '../keys/numbers.ts'
import { raisePrivate, raisePublic } from '../keys/rsa-number.ts'
import { HASH_NAMES, HASHES, type HashName } from './hashes.ts'
import { DIFFERS } from './reasons.ts'

export type SaltLength = 'hash' | 'max' | 'none'
/** How a hash is filled up before it is signed. */
export type Signing = { scheme: 'pss' | 'pkcs1'; hash: HashName; mgfHash: HashName; saltLength: SaltLength }
export type Verdict = { isValid: boolean; saltBytes?: number; reason?: Text }

/** The most bytes of salt there is room for (RFC 8017 §9.1.1). */
function toSaltRoom({ n }: RsaKey, hash: HashName): number {
  return Math.ceil((countBits(n) - 1) / 8) - HASHES[hash].hash.outputLen - 2
}

function toSaltBytes(key: RsaKey, { hash, saltLength }: Signing): number {
  return saltLength === 'none' ? 0 : saltLength === 'max' ? toSaltRoom(key, hash) : HASHES[hash].hash.outputLen
}

/** What the library does besides the power, which an exponent of 1 leaves out. */
const toSigner = ({ scheme, hash, mgfHash }: Signing, saltBytes: number) =>
  scheme === 'pkcs1' ? HASHES[hash].signer : PSS(HASHES[hash].hash, mgf1(HASHES[mgfHash].hash), saltBytes)

/** Signs a message. Throws `unsupported_value` where the key is too small for the hash. */
export function signRsa(key: RsaKey & { secret: RsaSecret }, message: Bytes, signing: Signing): Bytes {
  const saltBytes = toSaltBytes(key, signing)
  const room = toSaltRoom(key, signing.hash)
  // The name of the hash takes 15 to 19 bytes more, and 11 are always there (RFC 8017 §9.2).
  const isTooSmall = signing.scheme === 'pss' ? saltBytes < 0 || saltBytes > room : room < 28
  if (isTooSmall)
    throw new AppError('unsupported_value', {
      got: HASHES[signing.hash].name,
      reason: {
        en: `a key of ${countBits(key.n)} bits has no room for this hash`,
        zh: `${countBits(key.n)} 位密钥容不下该哈希${signing.scheme === 'pss' ? '与盐' : ''}`,
      },
    })
  const filled = toSigner(signing, saltBytes).sign({ n: key.n, d: 1n }, message)
  return toNumberBytes(raisePrivate(key.secret, toNumber(filled)), toBlockBytes(key))
}

/** Checks a signature; of one that does not hold it says what is known of the reason. */
export function verifyRsa(key: RsaKey, message: Bytes, { signature, signing }: { signature: Bytes; signing: Signing }): Verdict {
  const size = toBlockBytes(key)
  if (signature.length !== size) return { isValid: false, reason: toLengthReason(signature.length, size) }
  const number = toNumber(signature)
  if (number >= key.n) return { isValid: false, reason: ANOTHER_KEY }
  const filled = toNumberBytes(raisePublic(key, number), size)
  const known = new Message(message)
  const isSigned = (way: Signing, saltBytes: number) => holds(key, known, { filled, way, saltBytes })
  if (signing.scheme === 'pkcs1')
    return isSigned(signing, 0) ? { isValid: true } : { isValid: false, reason: explain(key, filled, { signing, isSigned }) }
  // How long the salt is stands nowhere: the usual lengths come first.
  const room = toSaltRoom(key, signing.hash)
  const usual = [HASHES[signing.hash].hash.outputLen, room, 0]
  const others = Array.from({ length: Math.max(0, room) }, (_, saltBytes) => saltBytes)
  const saltBytes = [...usual, ...others].find((one) => one >= 0 && isSigned(signing, one))
  return saltBytes === undefined
    ? { isValid: false, reason: explain(key, filled, { signing, isSigned }) }
    : { isValid: true, saltBytes }
}

/** Whether a signature holds that was made in one known way, which takes one hash of the message. */
export function isSignedByRsa(
  key: RsaKey,
  message: Bytes,
  { signature, ...way }: { signature: Bytes; way: Signing; saltBytes: number },
): boolean {
  const size = toBlockBytes(key)
  const number = toNumber(signature)
  if (signature.length !== size || number >= key.n) return false
  return holds(key, new Message(message), { filled: toNumberBytes(raisePublic(key, number), size), ...way })
}

/** A message, of which each hash is taken once. */
class Message {
  readonly bytes: Bytes
  readonly #digests = new Map<HashName, Uint8Array>()

  constructor(bytes: Bytes) {
    this.bytes = bytes
  }

  /** A hash that gives the message's for no bytes, which are never asked for otherwise. */
  toHash(name: HashName): CHash {
    const { hash } = HASHES[name]
    const digest = this.#digests.get(name) ?? hash(this.bytes)
    this.#digests.set(name, digest)
    return Object.assign((bytes: Uint8Array) => (bytes.length === 0 ? digest : hash(bytes)), hash)
  }
}

type Check = { filled: Bytes; way: Signing; saltBytes: number }

function holds({ n }: RsaKey, message: Message, { filled, way, saltBytes }: Check): boolean {
  const { outputLen } = HASHES[way.hash].hash
  try {
    if (way.scheme === 'pkcs1')
      // What a hash of this length stands behind (RFC 8017 §9.2) spares the hash itself.
      return filled.at(-1 - outputLen) === outputLen && HASHES[way.hash].signer.verify({ n, e: 1n }, message.bytes, filled)
    if (filled.at(-1) !== PSS_END) return false
    const signer = PSS(message.toHash(way.hash), mgf1(HASHES[way.mgfHash].hash), saltBytes)
    return signer.verify({ n, e: 1n }, new Uint8Array(), filled)
  } catch {
    // A number that is too large for what it should hold, or a key too small for the hash.
    return false
  }
}

type Doubt = { signing: Signing; isSigned: (way: Signing, saltBytes: number) => boolean }

function explain(key: RsaKey, filled: Bytes, { signing, isSigned }: Doubt): Text {
  const ways: [Signing, number][] = HASH_NAMES.flatMap((hash): [Signing, number][] => [
    [{ ...signing, hash, scheme: 'pkcs1' }, 0],
    ...HASH_NAMES.flatMap((mgfHash) =>
      [HASHES[hash].hash.outputLen, toSaltRoom(key, hash), 0].map((saltBytes): [Signing, number] => [
        { ...signing, hash, mgfHash, scheme: 'pss' },
        saltBytes,
      ]),
    ),
  ])
  const [way] = ways.find(([one, saltBytes]) => saltBytes >= 0 && isSigned(one, saltBytes)) ?? []
  if (way) return toChoice(way)
  if (isFilledAsPkcs1(filled) || isFilledAsPss(key, filled)) return ANOTHER_TEXT
  // One of 256 blocks that another key opens ends so by chance, and a salt that fills all the room leaves no other sign.
  return filled.at(-1) === PSS_END ? DIFFERS : ANOTHER_KEY
}

/** The last byte of what PSS fills up (RFC 8017 §9.1.1, step 12). */
const PSS_END = 0xbc
/** So many bytes that have to be the same are no chance any more. */
const CERTAIN = 8

/** 00 01 and at least eight times ff (RFC 8017 §9.2). */
function isFilledAsPkcs1(filled: Bytes): boolean {
  return filled[0] === 0 && filled[1] === 1 && filled.subarray(2, 2 + CERTAIN).every((byte) => byte === 0xff)
}

/** Zeros before the salt, once the mask of one of the hashes is taken off (RFC 8017 §9.1.2, steps 5 to 10). */
function isFilledAsPss({ n }: RsaKey, filled: Bytes): boolean {
  if (filled.at(-1) !== PSS_END) return false
  const block = filled.subarray(-Math.ceil((countBits(n) - 1) / 8))
  const firstBits = 0xff >> (8 * block.length - (countBits(n) - 1))
  return HASH_NAMES.some((hash) => {
    const masked = block.subarray(0, -HASHES[hash].hash.outputLen - 1)
    const digest = block.subarray(masked.length, -1)
    return HASH_NAMES.some((mgfHash) => {
      const mask = mgf1(HASHES[mgfHash].hash)(digest, { dkLen: masked.length })
      const plain = masked.map((byte, at) => (byte ^ mask[at]!) & (at === 0 ? firstBits : 0xff))
      return plain.findIndex((byte) => byte !== 0) >= CERTAIN
    })
  })
}

function toChoice({ scheme, hash, mgfHash }: Signing): Text {
  const name = HASHES[hash].name
  const way = scheme === 'pkcs1' ? `PKCS #1 v1.5, ${name}` : `PSS, ${name}, MGF1 ${HASHES[mgfHash].name}`
  return { en: `It was made differently and is valid with: ${way}`, zh: `签名方式不同，改用以下方式则有效：${way}` }
}

const ANOTHER_KEY: Text = {
  en: 'It was made with another key, or is damaged',
  zh: '签名由另一把密钥生成，或已损坏',
}
const ANOTHER_TEXT: Text = {
  en: 'It was made with this key, but over another text (a line break at the end counts, too)',
  zh: '签名由此密钥生成，但内容不同（末尾换行也计入）',
}
const toLengthReason = (got: number, size: number): Text => ({
  en: `This key makes signatures of ${size} bytes, got ${countOf(got, 'byte')}`,
  zh: `此密钥的签名为 ${size} 字节，收到 ${got} 字节`,
})
