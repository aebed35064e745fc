import { toBytes, type Bytes } from '../bytes.ts'
import { DER, listDer, listParts, needDer, toInteger, toOid, type DerValue } from '../der.ts'
import { readForm, refuseKey, toEcKey, toOkpKey, toRsaKey, type FoundKey } from './found-key.ts'
import { isEcCurve, isOkpCurve, toCoordinateBytes, type EcCurve, type OkpCurve } from './key.ts'
import { CURVE_OIDS, KEY_OIDS } from './names.ts'

/** Tags of the curve, the public key and of what a certificate has instead (RFC 5915 §3, RFC 5958 §2). */
const [FIRST, SECOND, PUBLIC_BITS] = [0xa0, 0xa1, 0x81]

/**
 * Reads a key, or the public one of a certificate or request, by its structure, whatever word stands behind BEGIN.
 * Throws `unsupported_value`.
 */
export function readDerKey(der: Uint8Array, label = 'DER'): FoundKey {
  return readForm(label, () => {
    const [whole, ...more] = listDer(der)
    if (more.length) throw new RangeError(`expected one value of DER, got ${more.length + 1}`)
    const parts = listParts(needDer(whole, DER.sequence))
    const tags = parts.map(({ tag }) => tag)
    const begins = (...wanted: readonly number[]) => wanted.every((tag, at) => tags[at] === tag)
    if (begins(DER.integer, DER.sequence, DER.octets)) return readPkcs8(parts)
    if (begins(DER.integer, DER.octets)) return { form: 'sec1', ...readSec1(parts) }
    if (begins(DER.sequence, DER.bits) && parts.length === 2) return { form: 'spki', ...readSpki(parts) }
    if (begins(DER.sequence, DER.sequence, DER.bits)) return readCertified(parts[0]!)
    // What OpenSSL writes under DSA PRIVATE KEY: 0, p, q, g, y and x.
    if (tags.length === 6 && tags.every((tag) => tag === DER.integer)) throw refuseKey('DSA', READABLE)
    if (tags.length >= 2 && tags.every((tag) => tag === DER.integer)) return { form: 'pkcs1', ...readPkcs1(parts) }
    // A tenth value of another kind holds more primes (RFC 8017 §A.1.2).
    if (begins(...Array.from({ length: 9 }, () => DER.integer))) throw refuseKey('RSA', MANY_PRIMES)
    throw new RangeError(`expected a key, got values of the tags ${tags.join(', ')}`)
  })
}

const MANY_PRIMES = { en: 'keys with more than two primes are not supported', zh: '不支持多于两个素数的密钥' }

type Read = Pick<FoundKey, 'key' | 'faults'>

function readPkcs1(parts: readonly DerValue[]): Read {
  const numbers = parts.map(toInteger)
  if (numbers.length === 2) return toRsaKey({ n: numbers[0]!, e: numbers[1]! })
  const [version, n, e, d, p, q, dp, dq, qi] = numbers
  if (numbers.length !== 9 || version !== 0n)
    throw new RangeError(`expected nine numbers from 0, got ${numbers.length} from ${version}`)
  return toRsaKey({ n: n!, e: e!, secret: { d: d!, p: p!, q: q!, dp: dp!, dq: dq!, qi: qi! } })
}

function readSec1([, octets, ...more]: readonly DerValue[], known?: EcCurve): Read {
  const secret = needDer(octets, DER.octets).content
  const [parameters] = more.filter(({ tag }) => tag === FIRST).flatMap(listParts)
  const [point] = more.filter(({ tag }) => tag === SECOND).flatMap(listParts)
  const curve = known ?? (parameters ? readCurve(parameters) : findCurve(secret.length))
  return toEcKey(curve, { secret, point: point && readBits(point) })
}

/** The curve whose secrets have so many bytes: OpenSSL may write it into a block of its own before the key. */
function findCurve(sizeBytes: number): EcCurve {
  const curve = (['P-256', 'P-384', 'P-521'] as const).find((name) => toCoordinateBytes(name) === sizeBytes)
  if (curve) return curve
  throw refuseKey('SEC 1', { en: 'it does not name its curve', zh: '未注明曲线' })
}

function readPkcs8([, algorithm, octets, ...more]: readonly DerValue[]): FoundKey {
  const { name, curve, pss } = readAlgorithm(algorithm!)
  const [inner] = listDer(octets!.content)
  if (name === 'RSA') return { form: 'pkcs8', ...withPss(readPkcs1(listParts(needDer(inner, DER.sequence))), pss) }
  if (name === 'EC') return { form: 'pkcs8', ...readSec1(listParts(needDer(inner, DER.sequence)), curve) }
  const point = more.find(({ tag }) => tag === PUBLIC_BITS)
  const secret = needDer(inner, DER.octets).content
  return { form: 'pkcs8', ...toOkpKey(name, { secret, point: point?.content.subarray(1) }) }
}

function readSpki([algorithm, bits]: readonly DerValue[]): Read {
  const { name, curve, pss } = readAlgorithm(needDer(algorithm, DER.sequence))
  const content = readBits(needDer(bits, DER.bits))
  if (name === 'EC') return toEcKey(curve!, { point: content })
  if (name !== 'RSA') return toOkpKey(name, { point: content })
  const numbers = listParts(needDer(listDer(content)[0], DER.sequence))
  return withPss(readPkcs1(numbers.slice(0, 2).map((number) => needDer(number, DER.integer))), pss)
}

function withPss({ key, faults }: Read, pss: Bytes | undefined): Read {
  return { key: key.type === 'rsa' && pss ? { ...key, pss } : key, faults }
}

/** The public key of a certificate (RFC 5280 §4.1) or a request (RFC 2986 §4.1): the first pair of an algorithm and bits. */
function readCertified(signed: DerValue): FoundKey {
  const parts = listParts(signed)
  const pairs = parts.filter(({ tag }) => tag === DER.sequence).map(listParts)
  const spki = pairs.find(([algorithm, bits]) => algorithm?.tag === DER.sequence && bits?.tag === DER.bits)
  if (!spki) throw new RangeError('expected a public key in what is signed')
  // A request has its version, its subject and then the key; a certificate has its algorithm and issuer before.
  const isRequest = parts[0]?.tag === DER.integer && pairs[1] === spki
  return { form: isRequest ? 'request' : 'certificate', ...readSpki(spki) }
}

/** Bits that fill whole bytes. */
function readBits({ tag, content }: DerValue): Uint8Array {
  if (tag !== DER.bits || content[0] !== 0) throw new RangeError(`expected bits that fill bytes, got tag ${tag}`)
  return content.subarray(1)
}

function readAlgorithm(algorithm: DerValue): {
  name: 'RSA' | 'EC' | OkpCurve
  curve?: EcCurve
  pss?: Bytes
} {
  const [kind, parameters] = listParts(algorithm)
  const oid = toOid(needDer(kind, DER.oid))
  const name = KEY_OIDS[oid] ?? oid
  if (name === 'RSA' || isOkpCurve(name)) return { name }
  if (name === 'RSA-PSS') return { name: 'RSA', pss: toBytes(algorithm.raw) }
  if (name !== 'EC') throw refuseKey(name, READABLE)
  // ECParameters of SEC 1 §C.2 may give the numbers of the curve in place of its name.
  if (parameters?.tag === DER.sequence) throw refuseKey('EC', UNNAMED)
  return { name, curve: readCurve(needDer(parameters, DER.oid)) }
}

function readCurve(parameters: DerValue): EcCurve {
  if (parameters.tag === DER.sequence) throw refuseKey('EC', UNNAMED)
  const oid = toOid(needDer(parameters, DER.oid))
  const name = CURVE_OIDS[oid] ?? oid
  if (isEcCurve(name)) return name
  throw refuseKey(`EC ${name}`, READABLE)
}

const UNNAMED = {
  en: 'its curve is given by parameters instead of a name, which most programs refuse; openssl ec -param_enc named_curve writes the name',
  zh: '其曲线以参数而非名称给出，多数程序会拒绝；可用 openssl ec -param_enc named_curve 改写',
}

export const READABLE = {
  en: 'RSA, the curves P-256, P-384, P-521, secp256k1, brainpoolP256r1, P384r1 and P512r1, SM2, Ed25519, Ed448, X25519 and X448 are supported',
  zh: '支持 RSA，P-256、P-384、P-521、secp256k1、brainpoolP256r1、P384r1、P512r1 曲线，SM2，Ed25519、Ed448、X25519 与 X448',
}
