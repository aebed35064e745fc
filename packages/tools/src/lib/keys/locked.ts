import { md5 } from '@noble/hashes/legacy.js'
import { AppError } from '@octet/core/errors.ts'
import { concatBytes, parseHex, type Bytes } from '../bytes.ts'
import { DER, listDer, listParts, needDer, toInteger, toOid, type DerValue } from '../der.ts'
import { derivePbkdf2, type Pbkdf2 } from '../pbkdf2.ts'
import type { PemBlock } from '../pem.ts'
import { readForm, refuseKey } from './found-key.ts'
import { DES_CBC, DES3_CBC, SM4_CBC, toAesCbc, type LockCipher } from './lock-ciphers.ts'
import { OLD_LOCKS, type OldLock } from './old-locks.ts'
import { refuseCut, refuseDamaged, toPassphraseBytes } from './passphrase.ts'

/** Whether a block is locked with a passphrase in one of the two ways of PEM. */
export function isLocked({ label, headers }: PemBlock): boolean {
  return label === 'ENCRYPTED PRIVATE KEY' || headers.get('Proc-Type')?.endsWith('ENCRYPTED') === true
}

/** Whether bytes are a locked key of PKCS #8 (RFC 5958 §3): an algorithm and locked bytes. */
export function isLockedPkcs8(bytes: Uint8Array): boolean {
  try {
    const [whole, ...more] = listDer(bytes)
    const tags = whole?.tag === DER.sequence ? listParts(whole).map(({ tag }) => tag) : []
    return more.length === 0 && tags.length === 2 && tags[0] === DER.sequence && tags[1] === DER.octets
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** The bytes of a locked key. Throws `wrong_passphrase`, `bad_input` (no passphrase), `unsupported_value` (another cipher, damage). */
export async function unlock(block: PemBlock, passphrase: string): Promise<Bytes> {
  const secret = toPassphraseBytes(passphrase)
  return block.label === 'ENCRYPTED PRIVATE KEY' ? unlockPkcs8(block.der, secret) : unlockOld(block, secret)
}

type Sealed = {
  cipher: LockCipher
  key: Uint8Array
  iv: Uint8Array
  sealed: Uint8Array
  label: string
  /** Whether the first bytes are what was locked; with a wrong passphrase any come out. */
  isStart?: (plain: Uint8Array) => boolean
}

async function decrypt({ cipher, key, iv, sealed, label, isStart = isKeyStart }: Sealed): Promise<Bytes> {
  const isWhole = iv.length === cipher.ivBytes && sealed.length > 0 && sealed.length % cipher.blockBytes === 0
  if (!isWhole) throw refuseCut(label)
  const { plain } = await cipher.decrypt(sealed, { key, iv, tag: new Uint8Array(0) })
  if (!isStart(plain)) throw new AppError('wrong_passphrase')
  const opened = withoutPadding(plain, cipher.blockBytes)
  if (!opened) throw refuseDamaged(label)
  return opened
}

/** Whether bytes begin as all private keys do: a sequence, and in it the version 0 or 1. With a wrong passphrase that comes once in 2^31. */
function isKeyStart(bytes: Uint8Array): boolean {
  const [tag, first = 0] = bytes
  const at = 2 + (first < 0x80 ? 0 : first & 0x7f)
  return tag === DER.sequence && bytes[at] === DER.integer && bytes[at + 1] === 1 && (bytes[at + 2] ?? 2) <= 1
}

/** Each byte of the padding is its length (RFC 8018 §6.1.1); nothing where it is another. */
function withoutPadding(plain: Uint8Array, blockBytes: number): Bytes | undefined {
  const size = plain.at(-1) ?? 0
  const isPadded = size >= 1 && size <= blockBytes && plain.subarray(-size).every((byte) => byte === size)
  return isPadded ? Uint8Array.from(plain.subarray(0, -size)) : undefined
}

const CIPHERS: Readonly<Record<string, LockCipher>> = {
  '2.16.840.1.101.3.4.1.2': toAesCbc(16),
  '2.16.840.1.101.3.4.1.22': toAesCbc(24),
  '2.16.840.1.101.3.4.1.42': toAesCbc(32),
  '1.2.840.113549.3.7': DES3_CBC,
  '1.3.14.3.2.7': DES_CBC,
  '1.2.156.10197.1.104.2': SM4_CBC,
}
const [PBES2, PBKDF2, SCRYPT] = ['1.2.840.113549.1.5.13', '1.2.840.113549.1.5.12', '1.3.6.1.4.1.11591.4.11']
/** Keyed hashes of PBKDF2 (RFC 8018 §B.1, GM/T 0006); the first one stands where none is named. */
const HASHES: Readonly<Record<string, Pbkdf2['hash']>> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.8': 'sha224',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
  '1.2.156.10197.1.401.2': 'sm3',
  '1.2.156.10197.1.401.3.1': 'sm3',
}
const MAX_ROUNDS = 10_000_000n
/** Those of the old locks are not worked out by Web Crypto. */
export const MAX_OLD_ROUNDS = 1_000_000n
/** Bytes that scrypt may take. */
const MAX_MEMORY = 1n << 28n

/** What opens a key: a cipher, and how its key and IV come from a passphrase. */
type Lock = { cipher: LockCipher; derive: (passphrase: Uint8Array) => Promise<{ key: Uint8Array; iv: Uint8Array }> }

/** The bytes of a locked key of PKCS #8 (RFC 5958 §3). Throws as {@link unlock} does. */
export async function unlockPkcs8(der: Uint8Array, passphrase: Uint8Array): Promise<Bytes> {
  const label = 'ENCRYPTED PRIVATE KEY'
  const { algorithm, sealed } = readForm(label, () => {
    const [first, octets] = listParts(needDer(listDer(der)[0], DER.sequence))
    return { algorithm: needDer(first, DER.sequence), sealed: needDer(octets, DER.octets).content }
  })
  return unseal({ algorithm, sealed, passphrase, label })
}

type Locked = Pick<Sealed, 'sealed' | 'label' | 'isStart'> & { algorithm: DerValue; passphrase: Uint8Array }

/** The bytes behind a lock that an algorithm identifier describes (RFC 8018 §A, RFC 7292 §C). Throws as {@link unlock} does. */
export async function unseal({ algorithm, passphrase, ...locked }: Locked): Promise<Bytes> {
  const { cipher, derive } = readForm(locked.label, () => {
    const [scheme, parameters] = listParts(algorithm)
    const oid = toOid(needDer(scheme, DER.oid))
    const parts = listParts(needDer(parameters, DER.sequence))
    const old = OLD_LOCKS[oid]
    return oid === PBES2 ? readPbes2(parts) : old ? readOld(old, parts) : refuseCipher(oid)
  })
  return decrypt({ cipher, ...(await derive(passphrase)), ...locked })
}

/** PBES2 (RFC 8018 §6.2): PBKDF2 or scrypt (RFC 7914 §7), then a cipher in CBC. */
function readPbes2([derivation, scheme]: readonly DerValue[]): Lock {
  const [kind, octets] = listParts(needDer(scheme, DER.sequence))
  const oid = toOid(needDer(kind, DER.oid))
  const cipher = CIPHERS[oid] ?? refuseCipher(oid)
  const iv = needDer(octets, DER.octets).content
  const derive = readDerivation(needDer(derivation, DER.sequence))
  return { cipher, derive: async (passphrase) => ({ key: await derive(passphrase, cipher.keyBytes), iv }) }
}

/** PBES1 (RFC 8018 §A.3) and PKCS #12 (RFC 7292 §C) both have a salt and a number of rounds. */
function readOld(lock: OldLock, [octets, count]: readonly DerValue[]): Lock {
  const salt = needDer(octets, DER.octets).content
  const rounds = toInteger(needDer(count, DER.integer))
  if (rounds < 1n || rounds > MAX_OLD_ROUNDS || salt.length === 0) throw refuseLocked(`${salt.length} bytes, ${rounds} rounds`)
  return { cipher: lock.cipher, derive: async (passphrase) => lock.derive(passphrase, { salt, rounds: Number(rounds) }) }
}

type Derive = (password: Uint8Array, hashLength: number) => Promise<Uint8Array>

function readDerivation(derivation: DerValue): Derive {
  const [kind, parameters] = listParts(derivation)
  const oid = toOid(needDer(kind, DER.oid))
  const [saltOctets, ...numbers] = listParts(needDer(parameters, DER.sequence))
  const salt = needDer(saltOctets, DER.octets).content
  const [first = 0n, second = 0n, third = 0n] = numbers.filter(({ tag }) => tag === DER.integer).map(toInteger)
  if (oid === SCRYPT) {
    if (
      first < 2n ||
      (first & (first - 1n)) !== 0n ||
      second < 1n ||
      third < 1n ||
      third > 64n ||
      first * second * 128n > MAX_MEMORY
    )
      throw refuseLocked(`scrypt ${first}, ${second}, ${third}`)
    const options = { costFactor: Number(first), blockSize: Number(second), parallelism: Number(third) }
    return async (password, hashLength) =>
      (await import('hash-wasm')).scrypt({ password, salt, hashLength, ...options, outputType: 'binary' })
  }
  const keyed = numbers.find(({ tag }) => tag === DER.sequence)
  const hashOid = keyed && toOid(needDer(listParts(keyed)[0], DER.oid))
  const hash = hashOid === undefined ? 'sha1' : HASHES[hashOid]
  if (oid !== PBKDF2) throw refuseLocked(oid)
  if (!hash) throw refuseLocked(`PBKDF2 ${hashOid}`)
  if (first < 1n || first > (hash === 'sm3' || hash === 'sha224' ? MAX_OLD_ROUNDS : MAX_ROUNDS))
    throw refuseLocked(`PBKDF2, ${first} rounds`)
  return (password, sizeBytes) => derivePbkdf2({ password, salt, rounds: Number(first), hash, sizeBytes })
}

/** Ciphers of old keys as OpenSSL names them. */
const OLD_CIPHERS: Readonly<Record<string, LockCipher>> = {
  'AES-128-CBC': toAesCbc(16),
  'AES-192-CBC': toAesCbc(24),
  'AES-256-CBC': toAesCbc(32),
  'DES-EDE3-CBC': DES3_CBC,
  'DES-CBC': DES_CBC,
}

/** Old keys (RFC 1421 §4.6.1.3): the key of the cipher comes from MD5 of passphrase and salt, which is the start of the IV. */
async function unlockOld({ label, headers, der }: PemBlock, passphrase: Uint8Array): Promise<Bytes> {
  const info = headers.get('DEK-Info') ?? ''
  const [, name = '', digits = ''] = /^([\w-]+),((?:[0-9A-F]{2})+)$/i.exec(info) ?? []
  const cipher = OLD_CIPHERS[name.toUpperCase()] ?? refuseCipher(info || label)
  const iv = parseHex(digits, 'text')
  let key: Bytes = new Uint8Array(0)
  for (let last: Uint8Array = key; key.length < cipher.keyBytes;) {
    last = md5(concatBytes(last, passphrase, iv.subarray(0, 8)))
    key = concatBytes(key, last)
  }
  return decrypt({ cipher, key: key.subarray(0, cipher.keyBytes), iv, sealed: der, label })
}

function refuseCipher(got: string): never {
  throw refuseLocked(got)
}

export function refuseLocked(got: string) {
  return refuseKey(got, {
    en: 'only keys encrypted with AES, SM4, DES, 3DES or RC2 in CBC mode, with PBKDF2 (HMAC with SHA-1, SHA-2 or SM3), scrypt or an old key derivation, are supported; remove the encryption with: openssl pkey -in locked.pem -out open.pem (a .p12: openssl pkcs12 -in file.p12 -nodes)',
    zh: '私钥仅支持 AES、SM4、DES、3DES 或 RC2 的 CBC 加密，密钥由 PBKDF2（SHA-1、SHA-2 或 SM3 的 HMAC）、scrypt 或旧方式派生；可先执行 openssl pkey -in locked.pem -out open.pem（.p12 文件：openssl pkcs12 -in file.p12 -nodes）解除加密',
  })
}
