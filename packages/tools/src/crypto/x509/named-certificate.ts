import { DER, listBits, listDer, listParts, needDer, readFirst, toOid, toSignedHex, type DerValue } from '../../lib/der.ts'
import type { Block } from '../../lib/x509/blocks.ts'

/** A certificate with what others name it by (RFC 5280 §4.1): names as DER. */
export type NamedCertificate = {
  readonly der: Uint8Array
  readonly serial: string
  readonly issuer: Uint8Array
  readonly subject: Uint8Array
  /** Whether its key may sign revocation lists; a certificate that names no usages leaves it open. */
  readonly maySignLists: boolean
}

/** Reads the names of a certificate; nothing of what is none. */
export function findNamed({ label, der }: Block): NamedCertificate | undefined {
  if (!/^(?:X509 |TRUSTED )?CERTIFICATE$/.test(label)) return undefined
  try {
    // Words on trust may stand behind the certificate (OpenSSL).
    const whole = needDer(readFirst(der), DER.sequence)
    const [signed] = listParts(whole)
    const parts = listParts(needDer(signed, DER.sequence))
    const [serial, , issuer, , subject] = parts[0]?.tag === VERSION ? parts.slice(1) : parts
    return {
      der: whole.raw,
      serial: toSignedHex(needDer(serial, DER.integer)),
      issuer: needDer(issuer, DER.sequence).raw,
      subject: needDer(subject, DER.sequence).raw,
      maySignLists: maySignLists(parts),
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const [VERSION, EXTENSIONS] = [0xa0, 0xa3]
const KEY_USAGE = '2.5.29.15'
/** The bits of the key usage (RFC 5280 §4.2.1.3) up to cRLSign. */
const USAGES = ['', '', '', '', '', '', 'cRLSign']

function maySignLists(parts: readonly DerValue[]): boolean {
  const [extensions] = parts.filter(({ tag }) => tag === EXTENSIONS).flatMap(listParts)
  const usage =
    extensions && listParts(extensions).find((extension) => toOid(needDer(listParts(extension)[0], DER.oid)) === KEY_USAGE)
  if (!usage) return true
  const [bits] = listDer(needDer(listParts(usage).at(-1), DER.octets).content)
  return listBits(needDer(bits, DER.bits), USAGES).includes('cRLSign')
}
