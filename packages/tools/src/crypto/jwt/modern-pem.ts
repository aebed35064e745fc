import { toPem } from '../../lib/pem.ts'
import { parseBase64 } from '../../lib/radix-text.ts'
import type { Bytes } from '../../lib/bytes.ts'
import { DER, listDer, listParts, writeBits, writeDer } from '../../lib/der.ts'

const OLD = /-----BEGIN (RSA PRIVATE|RSA PUBLIC|EC PRIVATE) KEY-----([\w+/=\s]+)-----END/
/** rsaEncryption with no parameters (RFC 3279 §2.3.1), and id-ecPublicKey, which the curve follows (RFC 5480 §2.1.1). */
const RSA = Uint8Array.of(0x30, 13, 6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 13, 1, 1, 1, 5, 0)
const EC = Uint8Array.of(6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1)
const VERSION = Uint8Array.of(2, 1, 0)

/**
 * Keys as OpenSSL wrote them before 1.0 (PKCS #1, SEC 1), wrapped as PKCS #8 and SubjectPublicKeyInfo, the only forms
 * that Web Crypto reads. Every other text stays as it is.
 */
export function toModernPem(pem: string): string {
  const [, kind, body] = OLD.exec(pem) ?? []
  if (kind === undefined) return pem
  const key = parseBase64(body!, 'key')
  if (kind === 'RSA PUBLIC') return toPem('PUBLIC KEY', writeDer(DER.sequence, RSA, writeBits(key)))
  const algorithm = kind === 'RSA PRIVATE' ? RSA : findEcAlgorithm(key)
  return algorithm ? toPem('PRIVATE KEY', writeDer(DER.sequence, VERSION, algorithm, writeDer(DER.octets, key))) : pem
}

/** The curve stands in the key under [0] (RFC 5915 §3). */
function findEcAlgorithm(key: Uint8Array): Bytes | undefined {
  const [whole] = listDer(key)
  const curve = whole && listParts(whole).find(({ tag }) => tag === 0xa0)
  return curve && writeDer(DER.sequence, EC, curve.content)
}
