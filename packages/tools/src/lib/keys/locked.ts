import { cbc } from '@noble/ciphers/aes.js'
import { md5 } from '@noble/hashes/legacy.js'
import { AppError } from '@octet/core/errors.ts'
import { concatBytes, parseHex, type Bytes } from '../bytes.ts'
import { DER, listDer, listParts, needDer, toInteger, toOid, type DerValue } from '../der.ts'
import type { PemBlock } from '../pem.ts'
import { readForm, refuseKey } from './found-key.ts'

/** Whether a block is locked with a passphrase in one of the two ways that are read. */
export function isLocked({ label, headers }: PemBlock): boolean {
  return label === 'ENCRYPTED PRIVATE KEY' || headers.get('Proc-Type')?.endsWith('ENCRYPTED') === true
}

/** The bytes of a locked key. Throws `wrong_key`, `bad_input` (no passphrase), `unsupported_value` (another cipher). */
export async function unlock(block: PemBlock, passphrase: string): Promise<Bytes> {
  if (!passphrase)
    throw new AppError('bad_input', {
      field: 'passphrase',
      expected: { en: 'the passphrase of this key', zh: '该私钥的口令' },
      got: { en: 'nothing', zh: '空' },
    })
  const secret = new TextEncoder().encode(passphrase)
  return block.label === 'ENCRYPTED PRIVATE KEY' ? unlockPkcs8(block.der, secret) : unlockOld(block, secret)
}

/** The padding tells a wrong passphrase but one time in 256; then the bytes are no key. */
function decrypt(key: Uint8Array, { iv, sealed }: { iv: Uint8Array; sealed: Uint8Array }): Bytes {
  try {
    const plain = Uint8Array.from(cbc(key, iv).decrypt(sealed))
    listDer(plain)
    return plain
  } catch (error) {
    throw new AppError(
      'wrong_key',
      { reason: { en: 'the passphrase does not open this key', zh: '口令不正确' } },
      { cause: error },
    )
  }
}

const AES_OIDS: Readonly<Record<string, number>> = {
  '2.16.840.1.101.3.4.1.2': 16,
  '2.16.840.1.101.3.4.1.22': 24,
  '2.16.840.1.101.3.4.1.42': 32,
}
const [PBES2, PBKDF2, SCRYPT] = ['1.2.840.113549.1.5.13', '1.2.840.113549.1.5.12', '1.3.6.1.4.1.11591.4.11']
/** Keyed hashes of PBKDF2 (RFC 8018 §B.1); the first one stands where none is named. */
const HASHES: Readonly<Record<string, 'sha1' | 'sha256' | 'sha384' | 'sha512'>> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
}
const MAX_ROUNDS = 10_000_000n
/** Bytes that scrypt may take. */
const MAX_MEMORY = 1n << 28n

/** PBES2 (RFC 8018 §6.2): PBKDF2 or scrypt (RFC 7914 §7), then AES-CBC. */
async function unlockPkcs8(der: Uint8Array, passphrase: Uint8Array): Promise<Bytes> {
  const { derive, sizeBytes, iv, sealed } = readForm('ENCRYPTED PRIVATE KEY', () => {
    const [algorithm, octets] = listParts(needDer(listDer(der)[0], DER.sequence))
    const [scheme, parameters] = listParts(needDer(algorithm, DER.sequence))
    const schemeOid = toOid(needDer(scheme, DER.oid))
    if (schemeOid !== PBES2) throw refuseLocked(schemeOid)
    const [derivation, cipher] = listParts(needDer(parameters, DER.sequence))
    const [cipherKind, ivOctets] = listParts(needDer(cipher, DER.sequence))
    const cipherOid = toOid(needDer(cipherKind, DER.oid))
    const size = AES_OIDS[cipherOid]
    if (!size) throw refuseLocked(cipherOid)
    return {
      derive: readDerivation(needDer(derivation, DER.sequence)),
      sizeBytes: size,
      iv: needDer(ivOctets, DER.octets).content,
      sealed: needDer(octets, DER.octets).content,
    }
  })
  return decrypt(await derive(passphrase, sizeBytes), { iv, sealed })
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
  const hash = keyed ? HASHES[toOid(needDer(listParts(keyed)[0], DER.oid))] : 'sha1'
  if (oid !== PBKDF2 || !hash || first < 1n || first > MAX_ROUNDS) throw refuseLocked(oid === PBKDF2 ? `PBKDF2 ${first}` : oid)
  return async (password, hashLength) => {
    const { createSHA1, createSHA256, createSHA384, createSHA512, pbkdf2 } = await import('hash-wasm')
    const makers = { sha1: createSHA1, sha256: createSHA256, sha384: createSHA384, sha512: createSHA512 }
    return pbkdf2({ password, salt, iterations: Number(first), hashLength, hashFunction: makers[hash](), outputType: 'binary' })
  }
}

/** Old keys (RFC 1421 §4.6.1.3): the key of AES comes from MD5 of passphrase and salt, which is the start of the IV. */
function unlockOld({ label, headers, der }: PemBlock, passphrase: Uint8Array): Bytes {
  const [, bits, iv = ''] = /^AES-(128|192|256)-CBC,([0-9A-F]{32})$/i.exec(headers.get('DEK-Info') ?? '') ?? []
  if (!bits) throw refuseLocked(headers.get('DEK-Info') ?? label)
  const start = parseHex(iv, 'text')
  let key: Bytes = new Uint8Array(0)
  for (let last: Uint8Array = key; key.length < Number(bits) / 8;) {
    last = md5(concatBytes(last, passphrase, start.subarray(0, 8)))
    key = concatBytes(key, last)
  }
  return decrypt(key.subarray(0, Number(bits) / 8), { iv: start, sealed: der })
}

function refuseLocked(got: string) {
  return refuseKey(got, {
    en: 'keys locked by AES-CBC with PBKDF2 or scrypt are read; take the lock off with: openssl pkey -in locked.pem -out open.pem',
    zh: '仅支持以 PBKDF2 或 scrypt 派生密钥的 AES-CBC 加密私钥；可先执行 openssl pkey -in locked.pem -out open.pem 解除加密',
  })
}
