import { toHex, type Bytes } from '../../lib/bytes.ts'
import type { KeyJob } from './derive.ts'

export type KeyCode = { readonly language: string; readonly code: string }

/** Longer secrets would drown the code. */
const MAX_BYTES = 4096
/** What scrypt takes, with something to spare, as the libraries want to be told. */
const toScryptBytes = ({ blockSize, logN, lanes }: KeyJob) => 128 * blockSize * (2 ** logN + lanes + 2)

/** The same derivation in OpenSSL, Node.js and Python, in a line each that prints it as hex, where they have it. */
export function writeKeyCode(job: KeyJob): KeyCode[] {
  if (Math.max(job.secret.length, job.salt.length, job.info.length) > MAX_BYTES) return []
  const found = [
    [job.method.startsWith('argon2') ? 'OpenSSL 3.2' : 'OpenSSL 3', toOpenssl(job)],
    ['Node.js', toNode(job)],
    ['Python', toPython(job)],
  ] as const
  return found.flatMap(([language, code]) => (code === undefined ? [] : [{ language, code }]))
}

const DIGESTS = {
  md5: 'MD5',
  sha1: 'SHA1',
  sha224: 'SHA224',
  sha256: 'SHA256',
  sha384: 'SHA384',
  sha512: 'SHA512',
  sm3: 'SM3',
} as const

function toOpenssl(job: KeyJob): string | undefined {
  const { method, secret, salt, info, hash, rounds, step, sizeBytes, logN, blockSize, lanes, passes, memoryKib } = job
  // It wants a salt for every function, and takes no empty key.
  if (secret.length === 0 || (salt.length === 0 && method !== 'hkdf')) return undefined
  const hex = (name: string, bytes: Bytes) => (bytes.length === 0 ? [] : [`hex${name}:${toHex(bytes)}`])
  const options = {
    pbkdf2: () => [`digest:${DIGESTS[hash]}`, ...hex('pass', secret), ...hex('salt', salt), `iter:${rounds}`],
    hkdf: () => [
      `digest:${DIGESTS[hash]}`,
      ...(step === 'both' ? [] : [`mode:${step.toUpperCase()}_ONLY`]),
      ...hex('key', secret),
      ...(step === 'expand' ? [] : hex('salt', salt)),
      ...(step === 'extract' ? [] : hex('info', info)),
    ],
    scrypt: () => [
      ...hex('pass', secret),
      ...hex('salt', salt),
      `n:${2 ** logN}`,
      `r:${blockSize}`,
      `p:${lanes}`,
      `maxmem_bytes:${toScryptBytes(job)}`,
    ],
    argon2: () => [...hex('pass', secret), ...hex('salt', salt), `iter:${passes}`, `memcost:${memoryKib}`, `lanes:${lanes}`],
  }
  if (method === 'evp') return undefined
  const words = (method === 'pbkdf2' || method === 'hkdf' || method === 'scrypt' ? options[method] : options.argon2)()
  return `openssl kdf -keylen ${sizeBytes} ${words.map((word) => `-kdfopt ${word}`).join(' ')} ${method.toUpperCase()}`
}

function toNode(job: KeyJob): string | undefined {
  const { method, secret, salt, info, hash, rounds, step, sizeBytes, logN, blockSize, lanes } = job
  const bytes = (value: Bytes) => `Buffer.from('${toHex(value)}', 'hex')`
  const crypto = "require('node:crypto')"
  if (method === 'pbkdf2')
    return `${crypto}.pbkdf2Sync(${bytes(secret)}, ${bytes(salt)}, ${rounds}, ${sizeBytes}, '${hash}').toString('hex')`
  if (method === 'hkdf' && step === 'both')
    return `Buffer.from(${crypto}.hkdfSync('${hash}', ${bytes(secret)}, ${bytes(salt)}, ${bytes(info)}, ${sizeBytes})).toString('hex')`
  if (method !== 'scrypt') return undefined
  const cost = `{ N: ${2 ** logN}, r: ${blockSize}, p: ${lanes}, maxmem: ${toScryptBytes(job)} }`
  return `${crypto}.scryptSync(${bytes(secret)}, ${bytes(salt)}, ${sizeBytes}, ${cost}).toString('hex')`
}

function toPython(job: KeyJob): string | undefined {
  const { method, secret, salt, info, hash, rounds, step, sizeBytes, logN, blockSize, lanes, passes, memoryKib } = job
  const bytes = (value: Bytes) => `bytes.fromhex('${toHex(value)}')`
  if (method === 'pbkdf2')
    return `import hashlib; print(hashlib.pbkdf2_hmac('${hash}', ${bytes(secret)}, ${bytes(salt)}, ${rounds}, ${sizeBytes}).hex())`
  if (method === 'hkdf' && step === 'both')
    return `from cryptography.hazmat.primitives import hashes; from cryptography.hazmat.primitives.kdf.hkdf import HKDF; print(HKDF(hashes.${DIGESTS[hash]}(), ${sizeBytes}, ${bytes(salt)}, ${bytes(info)}).derive(${bytes(secret)}).hex())`
  if (method === 'scrypt')
    return `import hashlib; print(hashlib.scrypt(${bytes(secret)}, salt=${bytes(salt)}, n=${2 ** logN}, r=${blockSize}, p=${lanes}, maxmem=${toScryptBytes(job)}, dklen=${sizeBytes}).hex())`
  if (!method.startsWith('argon2')) return undefined
  const type = `Type.${method.slice('argon2'.length).toUpperCase()}`
  return `from argon2.low_level import hash_secret_raw, Type; print(hash_secret_raw(${bytes(secret)}, ${bytes(salt)}, ${passes}, ${memoryKib}, ${lanes}, ${sizeBytes}, ${type}).hex())`
}
