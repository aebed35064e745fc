import type { Bytes } from '../bytes.ts'
import { concatBytes } from '../bytes.ts'
import { parseBase64, toBase64Url } from '../radix-text.ts'
import { refuseKey, toEcKey, toOkpKey, toRsaKey, type FoundKey } from './found-key.ts'
import { isEcCurve, isOkpCurve, toCoordinateBytes, type Key, type RsaSecret } from './key.ts'
import { toNumber, toNumberBytes } from './numbers.ts'
import { READABLE } from './read-der.ts'

type Json = Readonly<Record<string, unknown>>

/** Keys of a JWK or a set of them (RFC 7517). Throws `unsupported_value`, `bad_input`. */
export function readJwks(text: string): FoundKey[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    // The words of the engine would show a piece of the key.
    throw refuseKey('JSON', { en: 'it is not complete JSON', zh: '不是完整的 JSON' }, { cause: error })
  }
  const list = Array.isArray(value) ? value : isObject(value) && Array.isArray(value.keys) ? value.keys : [value]
  if (list.length === 0) throw refuseKey('JSON', { en: 'the set has no keys in it', zh: '密钥集中没有密钥' })
  return list.map(readJwk)
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

function readJwk(value: unknown): FoundKey {
  if (!isObject(value) || typeof value.kty !== 'string')
    throw refuseKey('JSON', { en: 'it has no “kty”, so it is not a JWK (RFC 7517)', zh: '缺少“kty”，不是 JWK（RFC 7517）' })
  const comment = typeof value.kid === 'string' ? { comment: value.kid } : {}
  const algorithm = typeof value.alg === 'string' ? { algorithm: value.alg } : {}
  return { form: 'jwk', ...comment, ...algorithm, ...readNumbers(value) }
}

function readNumbers(jwk: Json): Pick<FoundKey, 'key' | 'faults'> {
  const { kty, crv } = jwk
  const secret = find(jwk, 'd')
  if (kty === 'RSA')
    return toRsaKey({ n: toNumber(get(jwk, 'n')), e: toNumber(get(jwk, 'e')), ...(secret && { secret: readSecret(jwk) }) })
  if (kty === 'EC' && isEcCurve(crv)) {
    const size = toCoordinateBytes(crv)
    const [x, y] = [get(jwk, 'x'), get(jwk, 'y')]
    if (x.length !== size || y.length !== size)
      throw refuseKey(`EC ${crv}`, {
        en: `x and y have ${size} bytes each, got ${x.length} and ${y.length}`,
        zh: `x 与 y 应各为 ${size} 字节，收到 ${x.length} 与 ${y.length} 字节`,
      })
    return toEcKey(crv, { point: concatBytes(Uint8Array.of(4), x, y), secret })
  }
  if (kty === 'OKP' && isOkpCurve(crv)) return toOkpKey(crv, { point: get(jwk, 'x'), secret })
  if (kty === 'oct') throw refuseKey('oct', { en: 'a symmetric key has no public key', zh: '对称密钥没有公钥' })
  throw refuseKey([kty, crv].filter(Boolean).map(String).join(' '), READABLE)
}

function readSecret(jwk: Json): { d: bigint } & Partial<RsaSecret> {
  if (jwk.oth !== undefined)
    throw refuseKey('RSA', { en: 'keys with more than two primes are not supported', zh: '不支持多于两个素数的密钥' })
  const number = (name: string) => toNumber(find(jwk, name) ?? new Uint8Array(0))
  return { d: number('d'), p: number('p'), q: number('q'), dp: number('dp'), dq: number('dq'), qi: number('qi') }
}

function find(jwk: Json, name: string): Bytes | undefined {
  const text = jwk[name]
  if (text === undefined || text === null) return undefined
  if (typeof text !== 'string') throw refuseKey('JWK', { en: `“${name}” is not Base64url`, zh: `“${name}”不是 Base64url` })
  return parseBase64(text, name)
}

function get(jwk: Json, name: string): Bytes {
  const bytes = find(jwk, name)
  if (bytes?.length) return bytes
  throw refuseKey('JWK', { en: `it has no “${name}”`, zh: `缺少“${name}”` })
}

const toText = (number: bigint): string => toBase64Url(toNumberBytes(number))

/** The members that make the key what it is, in the order of their names, as its thumbprint takes them (RFC 7638 §3.2). */
export function toPublicJwk(key: Key): Record<string, string> {
  if (key.type === 'rsa') return { e: toText(key.e), kty: 'RSA', n: toText(key.n) }
  if (key.type === 'okp') return { crv: key.curve, kty: 'OKP', x: toBase64Url(key.point) }
  const size = toCoordinateBytes(key.curve)
  return {
    crv: key.curve,
    kty: 'EC',
    x: toBase64Url(key.point.subarray(1, 1 + size)),
    y: toBase64Url(key.point.subarray(1 + size)),
  }
}

/** A key with its secret, where it has one. */
export function toJwk(key: Key): Record<string, string> {
  const open = toPublicJwk(key)
  if (!key.secret) return open
  if (key.type !== 'rsa') return { ...open, d: toBase64Url(key.secret) }
  const { d, p, q, dp, dq, qi } = key.secret
  return { ...open, d: toText(d), p: toText(p), q: toText(q), dp: toText(dp), dq: toText(dq), qi: toText(qi) }
}
