import type { Lang } from '@octet/core/text.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { toHex } from '../../lib/bytes.ts'
import { toSignedHex } from '../../lib/der.ts'
import { findCommonName, toNameText } from '../../lib/x509/name-text.ts'
import { splitCertificate } from '../../lib/x509/signed-parts.ts'
import type { ChainCertificate } from '../../lib/x509/chain.ts'
import { leadsTo } from './check-cms.ts'
import type { FoundSignature } from './read-file.ts'
import { PERMISSIONS, type CLOCKS, type COVERS, type Purpose, type State, type Trust } from './words.ts'

/** One signature as it is shown. */
export type Row = {
  state: State
  purpose: Purpose
  signer?: string
  issuer?: string
  signedAt?: string
  clock?: keyof typeof CLOCKS
  timestampBy?: string
  covers?: keyof typeof COVERS
  addedBytes?: number
  allows?: string
  name?: string
  reason?: string
  location?: string
  algorithm: string
  serial?: string
  notBefore?: string
  notAfter?: string
  sha256?: string
  chain: string[]
  trust?: Trust
}

export function toRow(found: FoundSignature, { trusted, lang }: { trusted: readonly Uint8Array[]; lang: Lang }): Row {
  const { state, purpose, algorithm, certificate, chain, isBroken, timestamp, pdf, addedBytes } = found
  const isStamped = timestamp?.state === 'valid'
  const signedAt = isStamped ? timestamp.time : (found.time ?? pdf?.time)
  const { name, reason, location } = pdf ?? {}
  return {
    state,
    purpose,
    ...(certificate && { signer: toNameText(certificate.subject), issuer: toNameText(certificate.issuer) }),
    ...(signedAt && { signedAt, clock: isStamped ? 'timestamp' : 'signer' }),
    ...(isStamped && purpose !== 'timestamp' && timestamp.certificate && { timestampBy: toPerson(timestamp.certificate) }),
    ...(addedBytes !== undefined && { covers: addedBytes > 0 ? 'earlier' : 'all' }),
    ...(addedBytes && { addedBytes }),
    ...(pdf?.permission && { allows: PERMISSIONS[pdf.permission - 1]![lang] }),
    ...(name && { name }),
    ...(reason && { reason }),
    ...(location && { location }),
    algorithm,
    ...(certificate && {
      serial: toSignedHex(splitCertificate(certificate.der).serial),
      notBefore: certificate.notBefore,
      notAfter: certificate.notAfter,
      sha256: toHex(sha256(certificate.der), ':').toUpperCase(),
    }),
    chain: chain.slice(1).map(({ subject }) => toNameText(subject)),
    ...(isBroken ? { trust: 'broken' } : trusted.length > 0 && { trust: leadsTo(chain, trusted) ? 'trusted' : 'unknown' }),
  }
}

/** Who a certificate is of, in short. */
export const toPerson = ({ subject }: ChainCertificate): string => findCommonName(subject) ?? toNameText(subject)
