import type { PublicKey } from '@peculiar/x509'
import { listDer, listParts, toOid } from '../../lib/der.ts'
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
  '1.2.156.10197.1.501': 'SM2 with SM3',
}

/** A public key in a word or two: `RSA 2048 bit`, `EC P-256`. */
export function toKeyText({ algorithm, rawData }: PublicKey): string {
  const [algorithmPart] = listDer(new Uint8Array(rawData)).flatMap(listParts)
  const [kind, parameters] = algorithmPart ? listParts(algorithmPart) : []
  const oid = kind ? toOid(kind) : ''
  const curve = oid === '1.2.840.10045.2.1' && parameters?.tag === 0x06 ? toOid(parameters) : undefined
  const size = 'modulusLength' in algorithm ? `${String(algorithm.modulusLength)} bit` : curve && (CURVE_OIDS[curve] ?? curve)
  return [KEY_OIDS[oid] ?? oid, size].filter(Boolean).join(' ')
}

/** An algorithm of a signature with its hash. */
export function toSignatureText(algorithm: { name: string; hash?: { name: string }; namedCurve?: string }): string {
  const { name, hash, namedCurve } = algorithm
  return [SIGNATURES[name] ?? (name === 'EdDSA' && namedCurve ? namedCurve : name), hash?.name].filter(Boolean).join(' with ')
}
