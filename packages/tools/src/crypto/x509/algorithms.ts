import type { PublicKey } from '@peculiar/x509'
import { listDer, listParts, toOid } from '../../lib/der.ts'

/** Kinds of public keys (RFC 3279 §2.3, RFC 5480, RFC 8410, GM/T 0006). */
const KEYS: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.1': 'RSA',
  '1.2.840.113549.1.1.10': 'RSA-PSS',
  '1.2.840.10040.4.1': 'DSA',
  '1.2.840.10045.2.1': 'EC',
  '1.3.101.110': 'X25519',
  '1.3.101.111': 'X448',
  '1.3.101.112': 'Ed25519',
  '1.3.101.113': 'Ed448',
}
const CURVES: Readonly<Record<string, string>> = {
  '1.2.840.10045.3.1.7': 'P-256',
  '1.3.132.0.10': 'secp256k1',
  '1.3.132.0.33': 'P-224',
  '1.3.132.0.34': 'P-384',
  '1.3.132.0.35': 'P-521',
  '1.3.36.3.3.2.8.1.1.7': 'brainpoolP256r1',
  '1.3.36.3.3.2.8.1.1.11': 'brainpoolP384r1',
  '1.3.36.3.3.2.8.1.1.13': 'brainpoolP512r1',
  '1.2.156.10197.1.301': 'SM2',
}

/** Signatures that WebCrypto, and so the library, has no name for. */
const SIGNATURES: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.2': 'RSASSA-PKCS1-v1_5 with MD2',
  '1.2.840.113549.1.1.4': 'RSASSA-PKCS1-v1_5 with MD5',
  '1.2.840.113549.1.1.14': 'RSASSA-PKCS1-v1_5 with SHA-224',
  '1.2.840.10040.4.3': 'DSA with SHA-1',
  '2.16.840.1.101.3.4.3.1': 'DSA with SHA-224',
  '2.16.840.1.101.3.4.3.2': 'DSA with SHA-256',
  '1.2.840.10045.4.3.1': 'ECDSA with SHA-224',
  '1.2.156.10197.1.501': 'SM2 with SM3',
}

/** A public key in a word or two: `RSA 2048 bit`, `EC P-256`. */
export function toKeyText({ algorithm, rawData }: PublicKey): string {
  const [algorithmPart] = listDer(new Uint8Array(rawData)).flatMap(listParts)
  const [kind, parameters] = algorithmPart ? listParts(algorithmPart) : []
  const oid = kind ? toOid(kind) : ''
  const curve = oid === '1.2.840.10045.2.1' && parameters?.tag === 0x06 ? toOid(parameters) : undefined
  const size = 'modulusLength' in algorithm ? `${String(algorithm.modulusLength)} bit` : curve && (CURVES[curve] ?? curve)
  return [KEYS[oid] ?? oid, size].filter(Boolean).join(' ')
}

/** An algorithm of a signature with its hash. */
export function toSignatureText(algorithm: { name: string; hash?: { name: string }; namedCurve?: string }): string {
  const { name, hash, namedCurve } = algorithm
  return [SIGNATURES[name] ?? (name === 'EdDSA' && namedCurve ? namedCurve : name), hash?.name].filter(Boolean).join(' with ')
}
