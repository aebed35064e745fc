import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto'
import { WireReader } from './wire.ts'

/** A host key as it came, with what is told of it. */
export type HostKey = {
  readonly type: string
  readonly bits: number
  readonly blob: Buffer
  readonly key: KeyObject | undefined
}

const CURVES: Readonly<Record<string, readonly [name: string, bits: number]>> = {
  nistp256: ['P-256', 256],
  nistp384: ['P-384', 384],
  nistp521: ['P-521', 521],
}

/** Reads a host key (RFC 4253 §6.6, RFC 5656 §3.1, RFC 8709 §4). Throws a RangeError for what is none. */
export function readHostKey(blob: Buffer): HostKey {
  const reader = new WireReader(blob)
  const type = reader.text()
  if (type === 'ssh-ed25519') {
    const x = reader.string().toString('base64url')
    return { type, bits: 256, blob, key: toKey({ kty: 'OKP', crv: 'Ed25519', x }) }
  }
  if (type === 'ssh-rsa') {
    const [e, n] = [withoutZeros(reader.string()), withoutZeros(reader.string())]
    const bits = n.length === 0 ? 0 : 8 * n.length - Math.clz32(n[0]!) + 24
    return { type, bits, blob, key: toKey({ kty: 'RSA', n: n.toString('base64url'), e: e.toString('base64url') }) }
  }
  if (type.startsWith('ecdsa-sha2-')) {
    const [crv, bits] = CURVES[reader.text()] ?? ['', 0]
    const point = reader.string()
    const size = (point.length - 1) / 2
    const [x, y] = [point.subarray(1, 1 + size), point.subarray(1 + size)].map((part) => part.toString('base64url'))
    return { type, bits, blob, key: crv ? toKey({ kty: 'EC', crv, x: x!, y: y! }) : undefined }
  }
  if (type === 'ssh-dss') return { type, bits: 8 * withoutZeros(reader.string()).length, blob, key: undefined }
  return { type, bits: 0, blob, key: undefined }
}

function toKey(jwk: Record<string, string>): KeyObject | undefined {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' })
  } catch {
    return undefined // numbers that are no key
  }
}

function withoutZeros(bytes: Buffer): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0)
  return start === -1 ? Buffer.alloc(0) : bytes.subarray(start)
}

const RSA_HASHES: Readonly<Record<string, string>> = { 'ssh-rsa': 'sha1', 'rsa-sha2-256': 'sha256', 'rsa-sha2-512': 'sha512' }
const EC_HASHES: Readonly<Record<number, string>> = { 256: 'sha256', 384: 'sha384', 521: 'sha512' }

/** Whether the server holds the private key: it has signed the exchange (RFC 4253 §8, RFC 8332 §3). */
export function isSignedBy({ type, bits, key }: HostKey, hash: Buffer, signature: Buffer): boolean {
  if (!key) return false
  const reader = new WireReader(signature)
  const algorithm = reader.text()
  const bytes = reader.string()
  if (type === 'ssh-ed25519') return verify(null, hash, key, bytes)
  if (type === 'ssh-rsa') return RSA_HASHES[algorithm] !== undefined && verify(RSA_HASHES[algorithm], hash, key, bytes)
  const size = Math.ceil(bits / 8)
  const numbers = new WireReader(bytes)
  const pair = [numbers.string(), numbers.string()].map((part) => {
    const bare = withoutZeros(part).subarray(0, size)
    return Buffer.concat([Buffer.alloc(size - bare.length), bare])
  })
  return verify(EC_HASHES[bits], hash, { key, dsaEncoding: 'ieee-p1363' }, Buffer.concat(pair))
}

/** As `ssh-keygen -l` shows it. */
export const toFingerprint = (blob: Uint8Array): string =>
  `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`

/** Numbers of algorithms in SSHFP (RFC 4255 §3.1.1, RFC 6594, RFC 7479). */
export function toSshfpNumber(type: string): number | undefined {
  if (type.startsWith('ecdsa-')) return 3
  return { 'ssh-rsa': 1, 'ssh-dss': 2, 'ssh-ed25519': 4 }[type]
}
