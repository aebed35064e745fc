import { DER, listParts, needDer, readFirst, toOid, writeDer, type DerValue } from '../der.ts'
import type { Bytes } from '../bytes.ts'

/** The parts of a certificate (RFC 5280 §4.1) or a request (RFC 2986 §4). */
export type SignedParts = {
  /** The bytes from the first to the last; others may stand behind them. */
  readonly whole: Uint8Array
  /** The same without extensions and with empty names: the library reads nothing where it cannot read all. */
  readonly bare: Bytes
  readonly subject: DerValue
  readonly extensions: readonly DerValue[]
}

export type CertificateParts = SignedParts & {
  readonly serial: DerValue
  readonly issuer: DerValue
  readonly notBefore: DerValue
  readonly notAfter: DerValue
}

const [VERSION, ATTRIBUTES, EXTENSIONS] = [0xa0, 0xa0, 0xa3]
const NO_NAME = { raw: writeDer(DER.sequence) }
const NO_ATTRIBUTES = { raw: writeDer(ATTRIBUTES) }
const EXTENSION_REQUEST = '1.2.840.113549.1.9.14'

/** Takes a certificate apart; words on trust may stand behind it (OpenSSL). Throws a RangeError where it is none. */
export function splitCertificate(der: Uint8Array): CertificateParts {
  const { whole, parts, join } = open(der)
  const [serial, algorithm, issuer, validity, subject] = parts[0]?.tag === VERSION ? parts.slice(1) : parts
  needDer(algorithm, DER.sequence)
  const [notBefore, notAfter] = listParts(needDer(validity, DER.sequence))
  if (!notBefore || !notAfter) throw new RangeError('expected two times')
  return {
    whole,
    bare: join(
      parts.filter(({ tag }) => tag !== EXTENSIONS).map((part) => (part === issuer || part === subject ? NO_NAME : part)),
    ),
    serial: needDer(serial, DER.integer),
    issuer: needDer(issuer, DER.sequence),
    notBefore,
    notAfter,
    subject: needDer(subject, DER.sequence),
    extensions: parts
      .filter(({ tag }) => tag === EXTENSIONS)
      .flatMap(listParts)
      .flatMap(listParts),
  }
}

/** Takes a request apart. Throws a RangeError where it is none. */
export function splitRequest(der: Uint8Array): SignedParts {
  const { whole, parts, join } = open(der)
  const [, subject] = parts
  const attributes = parts.filter(({ tag }) => tag === ATTRIBUTES).flatMap(listParts)
  return {
    whole,
    bare: join(parts.map((part) => (part.tag === ATTRIBUTES ? NO_ATTRIBUTES : part === subject ? NO_NAME : part))),
    subject: needDer(subject, DER.sequence),
    extensions: attributes.flatMap(listRequested),
  }
}

function listRequested(attribute: DerValue): DerValue[] {
  const [type, values] = listParts(attribute)
  if (toOid(needDer(type, DER.oid)) !== EXTENSION_REQUEST) return []
  return (values ? listParts(values) : []).flatMap(listParts)
}

function open(der: Uint8Array) {
  const whole = needDer(readFirst(der), DER.sequence)
  const [signed, algorithm, bits] = listParts(whole)
  const parts = listParts(needDer(signed, DER.sequence))
  const tail = [needDer(algorithm, DER.sequence).raw, needDer(bits, DER.bits).raw]
  const join = (kept: readonly Pick<DerValue, 'raw'>[]) =>
    writeDer(DER.sequence, writeDer(DER.sequence, ...kept.map(({ raw }) => raw)), ...tail)
  return { whole: whole.raw, parts, join }
}
