import { DER, listDer, listParts, needDer, toSignedHex } from '../../lib/der.ts'
import type { Block } from './pem-blocks.ts'

/** A certificate with what others name it by (RFC 5280 §4.1): names as DER, which are compared byte by byte. */
export type NamedCertificate = {
  readonly der: Uint8Array
  readonly serial: string
  readonly issuer: Uint8Array
  readonly subject: Uint8Array
}

/** Reads the names of a certificate; nothing of what is none. */
export function findNamed({ label, der }: Block): NamedCertificate | undefined {
  if (!/^(?:X509 |TRUSTED )?CERTIFICATE$/.test(label)) return undefined
  try {
    // Words on trust may stand behind the certificate (OpenSSL).
    const [whole] = listDer(der)
    const [signed] = listParts(needDer(whole, DER.sequence))
    const parts = listParts(needDer(signed, DER.sequence))
    const [serial, , issuer, , subject] = parts[0]?.tag === VERSION ? parts.slice(1) : parts
    return {
      der: needDer(whole, DER.sequence).raw,
      serial: toSignedHex(needDer(serial, DER.integer)),
      issuer: needDer(issuer, DER.sequence).raw,
      subject: needDer(subject, DER.sequence).raw,
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const VERSION = 0xa0
