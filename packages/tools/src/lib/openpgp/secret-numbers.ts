import { sha1 } from '@noble/hashes/legacy.js'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { concatBytes, equalBytes, type Bytes } from '../bytes.ts'
import { deriveHkdf } from '../kdf/hkdf.ts'
import { toEcKey, toOkpKey, toRsaKey, type FoundKey } from '../keys/found-key.ts'
import type { PrivateKey, RsaSecret } from '../keys/key.ts'
import { findInverse, toNumberBytes } from '../keys/numbers.ts'
import { refuseDamaged, toPassphraseBytes } from '../keys/passphrase.ts'
import type { Pacer } from '../pacer.ts'
import { createAead, OCB } from './aead.ts'
import { AES_256, decryptCfb, encryptCfb, toAesKeyBytes, toBlockBytes, toKeyBytes } from './ciphers.ts'
import type { PgpKey } from './key-packet.ts'
import { Reader, readOrNothing } from './reader.ts'
import { BARE_MD5, deriveKey, makeArgon2, makeIterated, readS2k } from './s2k.ts'
import { TAG } from './packets.ts'
import { toUint16, writeMpi } from './write-packet.ts'

/** How a secret part is kept: the first byte of it (RFC 9580 §3.7.2.1). */
const [OPEN, AEAD, SHA1] = [0, 253, 254]
const SHA1_BYTES = 20

type Way = { readonly passphrase: string; readonly isPrimary: boolean; readonly breathe: Pacer }

/**
 * The secret numbers of a key as they are written (RFC 9580 §5.5.3), unlocked where they are locked. Throws `bad_input` without a
 * passphrase, `wrong_passphrase`, `unsupported_value` for an old cipher and for what is kept elsewhere or damaged.
 */
export async function openSecret(key: PgpKey, { passphrase, isPrimary, breathe }: Way): Promise<Bytes> {
  if (!key.kept || key.secret?.kind === 'absent') throw refuse(key, KEPT_ELSEWHERE)
  if (key.version === 5) throw refuse(key, VERSION_5)
  const reader = new Reader(key.kept)
  const usage = reader.number(1)
  if (usage === OPEN) return withoutSum(key, Uint8Array.from(reader.rest()))
  if (key.version < 4) throw refuse(key, toOldLock(key))
  const secret = toPassphraseBytes(passphrase)
  try {
    if (key.version > 4) reader.number(1) // how much of what follows belongs to the lock
    const cipher = usage < AEAD ? usage : reader.number(1)
    const sizeBytes = usage === AEAD ? toAesKeyBytes(cipher) : toKeyBytes(cipher)
    const mode = usage === AEAD ? reader.number(1) : 0
    if (key.version > 4 && usage >= AEAD) reader.number(1)
    const s2k = usage < AEAD ? BARE_MD5 : readS2k(reader)
    const derived = await deriveKey(s2k, { passphrase: secret, sizeBytes, breathe })
    if (usage === AEAD) return await openAead(key, { reader, derived, cipher, mode, isPrimary })
    const iv = Uint8Array.from(reader.take(toBlockBytes(cipher)))
    const plain = await decryptCfb(cipher, { key: derived, iv, data: reader.rest() })
    if (usage !== SHA1) return withoutSum(key, plain)
    const body = plain.subarray(0, -SHA1_BYTES)
    if (!equalBytes(sha1(body), plain.subarray(-SHA1_BYTES))) throw new AppError('wrong_passphrase')
    return Uint8Array.from(body)
  } catch (error) {
    if (error instanceof RangeError) throw refuse(key, toOldLock(key), error)
    throw error
  }
}

type Sealed = { reader: Reader; derived: Bytes; cipher: number; mode: number; isPrimary: boolean }

async function openAead(key: PgpKey, { reader, derived, cipher, mode, isPrimary }: Sealed): Promise<Bytes> {
  const { key: own, also } = await toLockKey(key, { derived, cipher, mode, isPrimary })
  const aead = await createAead(mode, own)
  const nonce = reader.take(aead.nonceBytes)
  const plain = aead.open(nonce, reader.rest(), also)
  if (!plain) throw new AppError('wrong_passphrase')
  return plain
}

/** The key that a lock with a check of its own is made with, and what the check is over besides. */
async function toLockKey(
  { version, open }: PgpKey,
  { derived, cipher, mode, isPrimary }: { derived: Bytes; cipher: number; mode: number; isPrimary: boolean },
): Promise<{ key: Bytes; also: Bytes }> {
  const mark = 0xc0 | (isPrimary ? TAG.secretKey : TAG.secretSubkey)
  const info = Uint8Array.of(mark, version, cipher, mode)
  const key = await deriveHkdf('sha256', { secret: derived, salt: new Uint8Array(), info, sizeBytes: toKeyBytes(cipher) })
  return { key, also: concatBytes(Uint8Array.of(mark), open) }
}

/** Without the sum of the bytes behind them; keys of version 6 that are not locked have none. */
function withoutSum(key: PgpKey, bytes: Bytes): Bytes {
  if (key.version === 6) return bytes
  const body = bytes.subarray(0, -2)
  if (!equalBytes(toSum(body), bytes.subarray(-2)))
    throw key.secret?.kind === 'open' ? refuseDamaged(key.name) : new AppError('wrong_passphrase')
  return Uint8Array.from(body)
}

/** Two bytes of the sum of bytes (RFC 9580 §5.5.3). */
export const toSum = (bytes: Uint8Array): Bytes => toUint16(bytes.reduce((sum, byte) => sum + byte, 0) & 0xffff)

/** Writes the secret part of a new key, locked where there is a passphrase. */
export async function writeSecret(
  key: Pick<PgpKey, 'version' | 'open'>,
  numbers: Bytes,
  { passphrase, isPrimary, breathe, random }: Way & { random: (sizeBytes: number) => Bytes },
): Promise<Bytes> {
  if (passphrase === '') return concatBytes(Uint8Array.of(OPEN), numbers, key.version === 6 ? new Uint8Array() : toSum(numbers))
  const words = { passphrase: toPassphraseBytes(passphrase), sizeBytes: toKeyBytes(AES_256), breathe }
  if (key.version !== 6) {
    const { s2k, written } = makeIterated(random)
    const iv = random(toBlockBytes(AES_256))
    const sealed = encryptCfb({
      key: await deriveKey(s2k, words),
      iv,
      data: concatBytes(numbers, sha1(numbers)),
    })
    return concatBytes(Uint8Array.of(SHA1, AES_256), written, iv, sealed)
  }
  const { s2k, written } = makeArgon2(random)
  const derived = await deriveKey(s2k, words)
  const lock = await toLockKey(key as PgpKey, { derived, cipher: AES_256, mode: OCB, isPrimary })
  const aead = await createAead(OCB, lock.key)
  const nonce = random(aead.nonceBytes)
  const settings = concatBytes(Uint8Array.of(AES_256, OCB, written.length), written, nonce)
  return concatBytes(Uint8Array.of(AEAD, settings.length), settings, aead.seal(nonce, numbers, lock.also))
}

/** The key that signs. Throws `unsupported_value` for one that cannot, or whose numbers do not fit the public ones. */
export function toSigner(key: PgpKey, numbers: Bytes): PrivateKey {
  const found = readOrNothing(() => findSigner(key, new Reader(numbers)) ?? 'none')
  if (found === 'none') throw refuse(key, CANNOT_SIGN)
  if (!found || found.faults.length > 0) throw refuseDamaged(key.name)
  return found.key as PrivateKey
}

function findSigner({ verifier, algorithm }: PgpKey, reader: Reader): Pick<FoundKey, 'key' | 'faults'> | undefined {
  if (!verifier || verifier.type === 'dsa') return undefined
  if (verifier.type === 'rsa') {
    const [d, p, q] = [reader.bigMpi(), reader.bigMpi(), reader.bigMpi()]
    return toRsaKey({ n: verifier.n, e: verifier.e, secret: { d, p, q } })
  }
  if (verifier.type === 'ec') return toEcKey(verifier.curve, { point: verifier.point, secret: reader.mpi() })
  const size = verifier.point.length
  const secret = algorithm === EDDSA ? padStart(reader.mpi(), size) : reader.take(size)
  return toOkpKey(verifier.curve, { point: verifier.point, secret })
}

/** The older EdDSA writes its secret as a number. */
const EDDSA = 22

/** A number in so many bytes. Throws a RangeError where it has more. */
export function padStart(bytes: Uint8Array, sizeBytes: number): Bytes {
  if (bytes.length > sizeBytes) throw new RangeError(`expected at most ${sizeBytes} bytes`)
  const out = new Uint8Array(sizeBytes)
  out.set(bytes, sizeBytes - bytes.length)
  return out
}

/** The secret numbers of a key that signs, as they are written (RFC 9580 §5.5.5). */
export function writeNumbers({ secret, ...key }: PrivateKey, algorithm: number): Bytes {
  if (key.type !== 'rsa') return algorithm === EDDSA ? writeMpi(secret as Bytes) : Uint8Array.from(secret as Bytes)
  const { d, p, q } = secret as RsaSecret
  const [low, high] = p < q ? [p, q] : [q, p]
  return concatBytes(...[d, low, high, findInverse(low, high)!].map((number) => writeMpi(toNumberBytes(number))))
}

const refuse = ({ name, keyId }: PgpKey, reason: Text, cause?: unknown): AppError =>
  new AppError('unsupported_value', { got: `${name} ${keyId}`, reason }, { cause })

const KEPT_ELSEWHERE: Text = {
  en: 'its private part is not in the file: it is on a card, or only a public key was given',
  zh: '文件中没有其私钥部分：可能保存在智能卡上，或者只提供了公钥',
}
const VERSION_5: Text = {
  en: 'private keys of version 5, which only some versions of GnuPG make, are not supported',
  zh: '不支持第 5 版私钥（仅部分 GnuPG 版本会生成）',
}
const CANNOT_SIGN: Text = { en: 'keys of this algorithm do not sign here', zh: '此算法的密钥不能用于签名' }

function toOldLock({ secret }: PgpKey): Text {
  const by = secret?.kind === 'locked' ? secret.by : ''
  return {
    en: `it is locked in a way that is not supported: ${by}. Change its passphrase in a newer program, and export it again`,
    zh: `不支持其加密方式：${by}。请用新版软件修改口令后重新导出`,
  }
}
