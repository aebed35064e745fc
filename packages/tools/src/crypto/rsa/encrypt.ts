import { countOf } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { mgf1, OAEP, PKCS1_KEM } from 'micro-rsa-dsa-dh/rsa.js'
import { joinBytes, toBytes, type Bytes } from '../../lib/bytes.ts'
import { countBits, toBlockBytes, type RsaKey, type RsaSecret } from '../../lib/keys/key.ts'
import { toNumber, toNumberBytes } from '../../lib/keys/numbers.ts'
import { raisePrivate, raisePublic } from '../../lib/keys/rsa-number.ts'
import { HASH_NAMES, HASHES, type HashName } from '../../lib/signatures/hashes.ts'

/** How a message is filled up before it is encrypted. */
export type Filling = { scheme: 'oaep' | 'pkcs1'; hash: HashName; mgfHash: HashName; label: Bytes }

/** Bytes of a message that fit into one block (RFC 8017 §7.1.1, §7.2.1). */
export function toRoom(key: RsaKey, { scheme, hash }: Filling): number {
  return toBlockBytes(key) - (scheme === 'pkcs1' ? 11 : 2 * HASHES[hash].hash.outputLen + 2)
}

/**
 * What the library does to a message besides the power: with an exponent of 1 a number stays as it is, so that the power
 * can be taken here, by the primes.
 */
const padding = ({ scheme, hash, mgfHash, label }: Filling) =>
  scheme === 'pkcs1' ? PKCS1_KEM : OAEP(HASHES[hash].hash, mgf1(HASHES[mgfHash].hash), label)

/** Encrypts a message; one that is too long in blocks if so asked for. Throws `too_large`. */
export function encryptRsa(key: RsaKey, message: Bytes, { filling, isSplit }: { filling: Filling; isSplit: boolean }): Bytes {
  const room = toRoom(key, filling)
  if (room < 1) throw tooSmall(key, filling)
  if (message.length > room && !isSplit) throw tooLong(room, message.length)
  const blocks: Bytes[] = []
  for (let at = 0; at === 0 || at < message.length; at += room) {
    const filled = padding(filling).encrypt({ n: key.n, e: 1n }, message.subarray(at, at + room))
    blocks.push(toNumberBytes(raisePublic(key, toNumber(filled)), toBlockBytes(key)))
  }
  return joinBytes(blocks)
}

const tooLong = (room: number, sizeBytes: number): AppError =>
  new AppError('too_large', {
    field: 'text',
    limit: { en: `${room} bytes with this key and padding`, zh: `${room} 字节（由密钥与填充方式决定）` },
    got: { en: countOf(sizeBytes, 'byte'), zh: `${sizeBytes} 字节` },
  })

function tooSmall(key: RsaKey, { hash }: Filling): AppError {
  return new AppError('unsupported_value', {
    got: `OAEP, ${HASHES[hash].name}`,
    reason: {
      en: `a key of ${countBits(key.n)} bits has no room for this hash`,
      zh: `${countBits(key.n)} 位密钥容不下该哈希`,
    },
  })
}

/** Decrypts a message of one block or several. Throws `wrong_key` with what is known of the reason. */
export function decryptRsa(
  key: RsaKey & { secret: RsaSecret },
  sealed: Bytes,
  filling: Filling,
): { plain: Bytes; blocks: number } {
  const size = toBlockBytes(key)
  const blocks = sealed.length / size
  if (!Number.isInteger(blocks) || blocks === 0) throw wrong(toLengthReason(sealed.length, size))
  const parts = Array.from({ length: blocks }, (_, at) => decryptBlock(key, sealed.subarray(at * size, (at + 1) * size), filling))
  return { plain: joinBytes(parts), blocks }
}

function decryptBlock(key: RsaKey & { secret: RsaSecret }, block: Uint8Array, filling: Filling): Bytes {
  const number = toNumber(block)
  if (number >= key.n) throw wrong(ANOTHER_KEY)
  const filled = toNumberBytes(raisePrivate(key.secret, number), block.length)
  return findMessage(key, filled, filling) ?? explain(key, filled, filling)
}

/** The message without what fills it up; nothing where it is not filled up so. */
function findMessage({ n }: RsaKey, filled: Bytes, filling: Filling): Bytes | undefined {
  try {
    return toBytes(padding(filling).decrypt({ n, d: 1n }, filled))
  } catch {
    // The library has one error for all that can be wrong.
    return undefined
  }
}

function explain(key: RsaKey, filled: Bytes, filling: Filling): never {
  const others: Filling[] = [
    ...HASH_NAMES.flatMap((hash) => HASH_NAMES.map((mgfHash): Filling => ({ ...filling, scheme: 'oaep', hash, mgfHash }))),
    ...HASH_NAMES.flatMap((hash) =>
      HASH_NAMES.map((mgfHash): Filling => ({ scheme: 'oaep', hash, mgfHash, label: new Uint8Array(0) })),
    ),
    { ...filling, scheme: 'pkcs1' },
  ]
  const fitting = others.find((other) => findMessage(key, filled, other) !== undefined)
  if (fitting) throw wrong(toChoice(fitting, filling))
  if (HASH_NAMES.some((hash) => HASH_NAMES.some((mgfHash) => isMasked(filled, { hash, mgfHash })))) throw wrong(OTHER_LABEL)
  throw wrong(ANOTHER_KEY)
}

function toChoice(fitting: Filling, { label }: Filling): Text {
  if (fitting.scheme === 'pkcs1') return { en: 'the padding is PKCS #1 v1.5: choose it', zh: '填充方式为 PKCS #1 v1.5，请选择它' }
  const [hash, mgfHash] = [HASHES[fitting.hash].name, HASHES[fitting.mgfHash].name]
  const [en, zh] = label.length > 0 && fitting.label.length === 0 ? [' and no label', '，且无标签'] : ['', '']
  return {
    en: `the padding is OAEP with ${hash}, MGF1 with ${mgfHash}${en}: choose them`,
    zh: `填充方式为 OAEP（${hash}，MGF1 ${mgfHash}${zh}），请相应选择`,
  }
}

/** Whether it is OAEP with some label: after the hash of the label come zeros and a one (RFC 8017 §7.1.2, step 3). */
function isMasked(filled: Bytes, { hash, mgfHash }: { hash: HashName; mgfHash: HashName }): boolean {
  const size = HASHES[hash].hash.outputLen
  const mask = mgf1(HASHES[mgfHash].hash)
  if (filled[0] !== 0 || filled.length < 2 * size + 2) return false
  const [seed, body] = [filled.subarray(1, 1 + size), filled.subarray(1 + size)]
  const seedMask = mask(body, { dkLen: size })
  const bodyMask = mask(
    seed.map((byte, at) => byte ^ seedMask[at]!),
    { dkLen: body.length },
  )
  const rest = body.map((byte, at) => byte ^ bodyMask[at]!).subarray(size)
  const first = rest.findIndex((byte) => byte !== 0)
  // Eight zeros do not come by chance; a message that leaves less room is not told.
  return first >= 8 && rest[first] === 1
}

const ANOTHER_KEY: Text = {
  en: 'no padding fits: it was encrypted for another key, or the ciphertext is damaged',
  zh: '任何填充方式都不符：密文由另一把公钥加密，或已损坏',
}
const OTHER_LABEL: Text = {
  en: 'the key is right, but the OAEP label is different',
  zh: '密钥正确，但 OAEP 标签不同',
}
const toLengthReason = (got: number, size: number): Text => ({
  en: `this key makes blocks of ${size} bytes, got ${countOf(got, 'byte')}: it was encrypted for another key, or part of it is missing`,
  zh: `此密钥的密文每块 ${size} 字节，收到 ${got} 字节：可能属于另一把密钥，或内容不完整`,
})
const wrong = (reason: Text): AppError => new AppError('wrong_key', { reason })
