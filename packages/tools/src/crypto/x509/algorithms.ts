import type { Text } from '@octet/core/text.ts'
import type { PublicKey } from '@peculiar/x509'
import { listDer, listParts, toInteger, toOid, type DerValue } from '../../lib/der.ts'
import { CURVE_OIDS, KEY_OIDS } from '../../lib/keys/names.ts'

/** Signatures that WebCrypto, and so the library, has no name for. */
const SIGNATURES: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.2': 'RSASSA-PKCS1-v1_5 with MD2',
  '1.2.840.113549.1.1.4': 'RSASSA-PKCS1-v1_5 with MD5',
  '1.2.840.113549.1.1.14': 'RSASSA-PKCS1-v1_5 with SHA-224',
  '1.2.840.10040.4.3': 'DSA with SHA-1',
  '2.16.840.1.101.3.4.3.1': 'DSA with SHA-224',
  '2.16.840.1.101.3.4.3.2': 'DSA with SHA-256',
  '1.2.840.10045.4.3.1': 'ECDSA with SHA-224',
  '1.2.840.113549.1.1.15': 'RSASSA-PKCS1-v1_5 with SHA-512/224',
  '1.2.840.113549.1.1.16': 'RSASSA-PKCS1-v1_5 with SHA-512/256',
  '1.3.36.3.3.1.2': 'RSASSA-PKCS1-v1_5 with RIPEMD-160',
  '1.2.156.10197.1.501': 'SM2 with SM3',
  '1.2.156.10197.1.504': 'RSASSA-PKCS1-v1_5 with SM3',
  ...Object.fromEntries(
    ['SHA3-224', 'SHA3-256', 'SHA3-384', 'SHA3-512'].flatMap((hash, i) => [
      [`2.16.840.1.101.3.4.3.${5 + i}`, `DSA with ${hash}`],
      [`2.16.840.1.101.3.4.3.${9 + i}`, `ECDSA with ${hash}`],
      [`2.16.840.1.101.3.4.3.${13 + i}`, `RSASSA-PKCS1-v1_5 with ${hash}`],
    ]),
  ),
}

const HASHES: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.4': 'SHA-224',
  '2.16.840.1.101.3.4.2.5': 'SHA-512/224',
  '2.16.840.1.101.3.4.2.6': 'SHA-512/256',
  '2.16.840.1.101.3.4.2.7': 'SHA3-224',
  '2.16.840.1.101.3.4.2.8': 'SHA3-256',
  '2.16.840.1.101.3.4.2.9': 'SHA3-384',
  '2.16.840.1.101.3.4.2.10': 'SHA3-512',
}

/** A public key in a word or two: `RSA 2048 bit`, `EC P-256`. */
export function toKeyText({ algorithm, rawData }: PublicKey): string {
  const [algorithmPart, bits] = listDer(new Uint8Array(rawData)).flatMap(listParts)
  const [kind, parameters] = algorithmPart ? listParts(algorithmPart) : []
  const oid = kind ? toOid(kind) : ''
  const curve = oid === '1.2.840.10045.2.1' && parameters?.tag === 0x06 ? toOid(parameters) : undefined
  const size =
    'modulusLength' in algorithm
      ? `${String(algorithm.modulusLength)} bit`
      : ((curve && (CURVE_OIDS[curve] ?? curve)) ?? toSizeText(oid, bits, parameters))
  return [KEY_OIDS[oid] ?? oid, size].filter(Boolean).join(' ')
}

/** The size of a key that the library does not tell: the modulus of RSA-PSS, the prime of DSA or of a curve given whole. */
function toSizeText(oid: string, bits: DerValue | undefined, parameters: DerValue | undefined): string {
  const toBits = (value: DerValue | undefined) => (value ? `${toInteger(value).toString(2).length} bit` : '')
  if (oid === '1.2.840.113549.1.1.10' && bits) return toBits(listDer(bits.content.subarray(1)).flatMap(listParts)[0])
  if (oid === '1.2.840.10040.4.1' && parameters?.tag === 0x30) return toBits(listParts(parameters)[0])
  if (oid !== '1.2.840.10045.2.1' || parameters?.tag !== 0x30) return ''
  // ECParameters (X9.62): version, field, curve, base, order, cofactor.
  const [, field] = listParts(parameters)
  const [, prime] = field ? listParts(field) : []
  return prime?.tag === 0x02 ? toBits(prime) : ''
}

/** An algorithm of a signature with its hash. */
export function toSignatureText(algorithm: { name: string; hash?: { name: string }; namedCurve?: string }): string {
  const { name, hash, namedCurve } = algorithm
  return [
    SIGNATURES[name] ?? KEY_OIDS[name] ?? (name === 'EdDSA' && namedCurve ? namedCurve : name),
    hash && (HASHES[hash.name] ?? hash.name),
  ]
    .filter(Boolean)
    .join(' with ')
}

/** Whether an algorithm of a signature hashes so that another text with the same hash can be made. */
export function isBroken(signatureAlgorithm: string): boolean {
  return /SHA-1$|MD[25]/.test(signatureAlgorithm)
}

export function toBrokenNote(name: string, signatureAlgorithm: string): Text {
  return {
    en: `${name}: signed with a broken hash (${signatureAlgorithm})`,
    zh: `${name}：使用了不安全的签名哈希（${signatureAlgorithm}）`,
  }
}
