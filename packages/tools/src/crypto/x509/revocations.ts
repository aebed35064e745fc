import { DER, listDer, listParts, needDer, toInteger, toOid, toSignedHex, type DerValue } from '../../lib/der.ts'
import { REASON_NAMES, type Hold, type Reason } from './crl-words.ts'
import { toTimeText } from '../../lib/asn1-time.ts'

export type Revocation = {
  serial: string
  revokedAt: string
  reason?: Reason
  hold?: Hold
  /** Since when the key may have been known to others, or the certificate was no longer right. */
  invalidAt?: string
  /** The name of who issued the certificate, where that is not who signed the list, as DER. */
  issuer?: Uint8Array
}

const [REASON, HOLD, INVALID_AT, ISSUER] = ['2.5.29.21', '2.5.29.23', '2.5.29.24', '2.5.29.29']
const HOLD_OIDS: Readonly<Record<string, Hold>> = {
  '1.2.840.10040.2.1': 'none',
  '1.2.840.10040.2.2': 'callIssuer',
  '1.2.840.10040.2.3': 'reject',
}

/** The entries of a revocation list one after the other (RFC 5280 §5.1.2.6, §5.3): a long list is not held in memory twice. */
export function* listRevocations(entries: readonly DerValue[]): Generator<Revocation> {
  let issuer: Uint8Array | undefined
  for (const entry of entries) {
    const [serial, date, extensions] = listParts(needDer(entry, DER.sequence))
    const found = extensions ? readExtensions(extensions) : {}
    // An issuer that is named once holds for the entries behind, too (RFC 5280 §5.3.3).
    issuer = found.issuer ?? issuer
    yield {
      serial: toSignedHex(needDer(serial, DER.integer)),
      revokedAt: date ? toTimeText(date) : '',
      ...found,
      ...(issuer && { issuer }),
    }
  }
}

function readExtensions(extensions: DerValue): Omit<Revocation, 'serial' | 'revokedAt'> {
  const found: Omit<Revocation, 'serial' | 'revokedAt'> = {}
  for (const extension of listParts(extensions)) {
    const parts = listParts(extension)
    const oid = toOid(needDer(parts[0], DER.oid))
    const [value] = listDer(needDer(parts.at(-1), DER.octets).content)
    if (!value) continue
    if (oid === REASON) found.reason = REASON_NAMES[Number(toInteger(value))] ?? 'unused'
    if (oid === HOLD) found.hold = HOLD_OIDS[toOid(needDer(value, DER.oid))] ?? 'unknown'
    if (oid === INVALID_AT) found.invalidAt = toTimeText(value)
    if (oid === ISSUER) {
      const name = listParts(value).find(({ tag }) => tag === DIRECTORY_NAME)
      if (name) found.issuer = name.content
    }
  }
  return found
}

/** A name of the directory among the kinds of names (RFC 5280 §4.2.1.6). */
const DIRECTORY_NAME = 0xa4
