import { concatBytes, type Bytes } from '../../lib/bytes.ts'
import { DER, writeBits, writeDer, writeInteger, writeOid } from '../../lib/der.ts'
import type { Signer } from './signer.ts'

const [EXPLICIT_0, EXPLICIT_3, SET, UTC_TIME, GENERALIZED_TIME] = [0xa0, 0xa3, 0x31, 0x17, 0x18]
const EXTENSION_REQUEST = '1.2.840.113549.1.9.14'
/** The third version, which has extensions. */
const VERSION_3 = 2n

export type CertificateContent = {
  readonly serial: bigint
  readonly issuer: Uint8Array
  readonly subject: Uint8Array
  readonly notBefore: Date
  readonly notAfter: Date
  readonly spki: Uint8Array
  readonly extensions: readonly Bytes[]
}

/** A certificate as DER (RFC 5280 §4.1). */
export function writeCertificate(content: CertificateContent, signer: Signer): Bytes {
  const signed = writeDer(
    DER.sequence,
    writeDer(EXPLICIT_0, writeInteger(VERSION_3)),
    writeInteger(content.serial),
    signer.algorithm,
    content.issuer,
    writeDer(DER.sequence, writeTime(content.notBefore), writeTime(content.notAfter)),
    content.subject,
    content.spki,
    writeDer(EXPLICIT_3, writeDer(DER.sequence, ...content.extensions)),
  )
  return seal(signed, signer)
}

export type RequestContent = Pick<CertificateContent, 'subject' | 'spki' | 'extensions'>

/** A request for a certificate as DER (PKCS #10, RFC 2986 §4). */
export function writeRequest({ subject, spki, extensions }: RequestContent, signer: Signer): Bytes {
  const wanted = writeDer(DER.sequence, writeOid(EXTENSION_REQUEST), writeDer(SET, writeDer(DER.sequence, ...extensions)))
  const attributes = writeDer(EXPLICIT_0, ...(extensions.length > 0 ? [wanted] : []))
  return seal(writeDer(DER.sequence, writeInteger(0n), subject, spki, attributes), signer)
}

function seal(signed: Bytes, signer: Signer): Bytes {
  return writeDer(DER.sequence, signed, signer.algorithm, writeBits(signer.sign(signed)))
}

/** The first year that is written with four digits (RFC 5280 §4.1.2.5). */
const LONG_YEARS = 2050

/** A moment to the second, in UTC. */
function writeTime(moment: Date): Bytes {
  const digits = moment.toISOString().replaceAll(/[-T:]|\.\d+/g, '')
  const isLong = moment.getUTCFullYear() >= LONG_YEARS
  const text = isLong ? digits : digits.slice(2)
  return writeDer(isLong ? GENERALIZED_TIME : UTC_TIME, concatBytes(new TextEncoder().encode(text)))
}
