import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { equalBytes, type Bytes } from '../bytes.ts'
import { findEcPoint, findWholePoint, isOkpPoint, toOkpPoint } from './curves.ts'
import type { Form } from './form.ts'
import { countBits, OKP_BYTES, toCoordinateBytes, type EcCurve, type Key, type OkpCurve, type RsaSecret } from './key.ts'
import { toNumber, toNumberBytes } from './numbers.ts'
import { findPrimes, isFittingSecret, toSecret } from './rsa-number.ts'

/** A certificate of OpenSSH (PROTOCOL.certkeys): who may use the key, for what, and until when. */
export type SshCertificate = {
  readonly kind: 'user' | 'host' | undefined
  readonly serial: bigint
  readonly id: string
  /** Names of users or hosts; none where it is for all. */
  readonly principals: readonly string[]
  /** Seconds since 1970; 0 is always, and all ones without end. */
  readonly from: bigint
  readonly to: bigint
  readonly options: readonly SshOption[]
  readonly extensions: readonly SshOption[]
  /** The authority’s key as SSH sends it. */
  readonly authority: Uint8Array
  /** What was signed, and the signature behind the name of its algorithm. */
  readonly signed: Uint8Array
  readonly signature: Uint8Array
}
export type SshOption = { readonly name: string; readonly value: string }

/** A key that was read, and what is wrong with it. */
export type FoundKey = {
  readonly key: Key
  readonly form: Form
  readonly comment?: string
  /** Of a certificate out of a file of PKCS #12: its bytes. */
  readonly certificate?: Bytes
  /** What an authority of SSH says of the key. */
  readonly sshCertificate?: SshCertificate
  /** The only one that it is for, as a JWK may say (RFC 7517 §4.4). */
  readonly algorithm?: string
  readonly faults: readonly Text[]
}

/** The error for a key that cannot be worked with. */
export function refuseKey(got: string, reason: Text, options?: ErrorOptions): AppError {
  return new AppError('unsupported_value', { got: got.slice(0, 60), reason }, options)
}

/** Reads bytes of a stated form; bytes that end too early or hold something else are refused with the form's name. */
export function readForm<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw refuseKey(name, BROKEN, { cause: error })
  }
}

const BROKEN: Text = {
  en: 'its bytes are not a key of this format; part of it may be missing',
  zh: '其字节不是该格式的密钥，内容可能不完整',
}

const PUBLIC_DIFFERS: Text = {
  en: 'The public key written into the private one belongs to another private key',
  zh: '私钥文件中附带的公钥与私钥不匹配',
}
const SECRET_DIFFERS: Text = {
  en: 'The numbers of the private key do not match: it will not decrypt or sign',
  zh: '私钥中的各参数互不相符，无法用于解密或签名',
}

/** The largest RSA key that is read. */
const MAX_READ_BITS = 16_384

type RsaNumbers = { n: bigint; e: bigint; secret?: { d: bigint } & Partial<RsaSecret> }

/** An RSA key of its numbers; primes that were not given are found. Throws `unsupported_value`. */
export function toRsaKey({ n, e, secret }: RsaNumbers): Pick<FoundKey, 'key' | 'faults'> {
  const bits = countBits(n)
  if (n < 0n || e < 3n || e >= n || e % 2n === 0n || bits < 512 || n % 2n === 0n)
    throw refuseKey('RSA', {
      en: `a modulus of ${bits} bits with the exponent ${toShort(e)} is not an RSA key`,
      zh: `${bits} 位模数、指数 ${toShort(e)} 不是有效的 RSA 密钥`,
    })
  if (bits > MAX_READ_BITS)
    throw refuseKey(`RSA ${bits} bit`, {
      en: `keys of up to ${MAX_READ_BITS} bits are supported`,
      zh: `最多支持 ${MAX_READ_BITS} 位`,
    })
  if (!secret) return { key: { type: 'rsa', n, e }, faults: [] }
  const areInRange = Object.values(secret).every((number) => number >= 0n && number < n)
  const whole = !areInRange
    ? undefined
    : secret.p && secret.q
      ? toWholeSecret(secret as RsaSecret)
      : completeSecret({ n, e }, secret.d)
  if (!whole) throw refuseKey(`RSA ${bits} bit`, SECRET_DIFFERS)
  return { key: { type: 'rsa', n, e, secret: whole }, faults: isFittingSecret({ n, e }, whole) ? [] : [SECRET_DIFFERS] }
}

/** The numbers as given; those that JWK may leave out are worked out (RFC 7518 §6.3.2). */
function toWholeSecret({ d, p, q, dp, dq, qi }: RsaSecret): RsaSecret | undefined {
  if (p < 3n || q < 3n || d < 1n) return undefined
  const made = toSecret({ p, q, d })
  return made && { d, p, q, dp: dp || made.dp, dq: dq || made.dq, qi: qi || made.qi }
}

function completeSecret(open: { n: bigint; e: bigint }, d: bigint): RsaSecret | undefined {
  const primes = d > 0n && d < open.n ? findPrimes(open, d) : undefined
  return primes && toSecret({ ...primes, d })
}

const toShort = (number: bigint): string => (number > 10n ** 12n ? `${countBits(number)} bit` : String(number))

type Parts = { point?: Uint8Array | undefined; secret?: Uint8Array | undefined }

/** A key of a curve of ECDSA, of its point, its secret number or both. Throws `unsupported_value`. */
export function toEcKey(curve: EcCurve, { point, secret }: Parts): Pick<FoundKey, 'key' | 'faults'> {
  const given = point && findWholePoint(curve, point)
  if (point && !given)
    throw refuseKey(`EC ${curve}`, { en: 'the public key is not a point of this curve', zh: '公钥不是该曲线上的点' })
  if (!secret) return { key: { type: 'ec', curve, point: given ?? missing() }, faults: [] }
  const size = toCoordinateBytes(curve)
  const number = toNumberBytes(toNumber(secret), Math.max(size, secret.length)).slice(-size)
  const own = toNumber(secret) === toNumber(number) ? findEcPoint(curve, number) : undefined
  if (!own)
    throw refuseKey(`EC ${curve}`, {
      en: 'the private key is not a number from 1 to the order of the curve',
      zh: '私钥不在 1 与曲线阶之间',
    })
  return {
    key: { type: 'ec', curve, point: own, secret: number },
    faults: given && !equalBytes(given, own) ? [PUBLIC_DIFFERS] : [],
  }
}

/** A key of a curve of RFC 8032 or RFC 7748. Throws `unsupported_value`. */
export function toOkpKey(curve: OkpCurve, { point, secret }: Parts): Pick<FoundKey, 'key' | 'faults'> {
  const size = OKP_BYTES[curve]
  if ((secret && secret.length !== size) || (point && point.length !== size))
    throw refuseKey(curve, {
      en: `expected ${size} bytes, got ${(secret ?? point)?.length}`,
      zh: `应为 ${size} 字节，收到 ${(secret ?? point)?.length} 字节`,
    })
  if (point && !isOkpPoint(curve, point))
    throw refuseKey(curve, { en: 'the public key is not a point of this curve', zh: '公钥不是该曲线上的点' })
  const given = point && Uint8Array.from(point)
  if (!secret) return { key: { type: 'okp', curve, point: given ?? missing() }, faults: [] }
  const own: Bytes = toOkpPoint(curve, secret)
  return {
    key: { type: 'okp', curve, point: own, secret: Uint8Array.from(secret) },
    faults: given && !equalBytes(given, own) ? [PUBLIC_DIFFERS] : [],
  }
}

function missing(): never {
  throw new RangeError('expected a public key, got nothing')
}
