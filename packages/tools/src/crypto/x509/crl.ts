import { isAppError } from '@octet/core/errors.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import { toHex } from '../../lib/bytes.ts'
import { DER, writeDer, type DerValue } from '../../lib/der.ts'
import { isBroken, toBrokenNote, toSignatureText } from './algorithms.ts'
import { splitCrl, type CrlParts } from './crl-parts.ts'
import { REASONS, type SignatureState } from './crl-words.ts'
import { readExtension, toExtensionRows, type ExtensionRow } from './extension-rows.ts'
import { toUnreadable, type Block } from '../../lib/x509/blocks.ts'
import type { NamedCertificate } from './named-certificate.ts'
import { toNameText } from '../../lib/x509/name-text.ts'
import { listRevocations, type Revocation } from './revocations.ts'
import { isSameName } from '../../lib/x509/same-name.ts'
import { toTimeText } from '../../lib/asn1-time.ts'
import { isSignedBy } from '../../lib/x509/verify.ts'

/** Entries of one list that a page shows. */
const MAX_ENTRIES = 200

/** What a revocation list says (RFC 5280 §5.1). */
export type DecodedCrl = {
  issuer: string
  thisUpdate: string
  nextUpdate?: string
  isOutOfDate?: boolean
  number?: string
  isDelta: boolean
  signatureAlgorithm: string
  signature: SignatureState
  count: number
  revocations: (Omit<Revocation, 'issuer'> & { issuer?: string })[]
  extensions: ExtensionRow[]
  sha256: string
  sha1: string
}

type Options = {
  readonly now: Date
  readonly lang: Lang
  /** The only entry that is asked for. */
  readonly serial: string | undefined
  /** Certificates that came with the list, as DER. */
  readonly certificates: readonly NamedCertificate[]
}

/** Reads one list. Throws `unsupported_value`. */
export async function decodeCrl({ der }: Block, options: Options): Promise<DecodedCrl> {
  try {
    return await decode(der, options)
  } catch (error) {
    throw isAppError(error) ? error : toUnreadable(error)
  }
}

async function decode(der: Uint8Array, { now, lang, serial, certificates }: Options): Promise<DecodedCrl> {
  const library = await import('@peculiar/x509')
  const { sha256 } = await import('@noble/hashes/sha2.js')
  const { sha1 } = await import('@noble/hashes/legacy.js')
  const parts = splitCrl(der)
  // The library would build some objects for each of perhaps 100,000 entries, and reads nothing where it cannot read all.
  const head = parts.head.map((part) => (part === parts.issuer ? writeDer(DER.sequence) : part.raw))
  const list = new library.X509Crl(writeDer(DER.sequence, writeDer(DER.sequence, ...head), parts.algorithm.raw, parts.bits.raw))
  const extensions = parts.extensions.map((extension) => readExtension(library, extension))
  const rows = toExtensionRows(library, extensions, lang)
  const types = extensions.map(({ type }) => type)
  const number = rows[types.indexOf(CRL_NUMBER)]?.value
  const nextUpdate = parts.nextUpdate && toTimeText(parts.nextUpdate)
  return {
    issuer: toNameText(parts.issuer.raw),
    thisUpdate: toTimeText(parts.thisUpdate),
    ...(nextUpdate && { nextUpdate, isOutOfDate: new Date(nextUpdate) < now }),
    ...(number !== undefined && { number }),
    isDelta: types.includes(DELTA),
    signatureAlgorithm: toSignatureText(list.signatureAlgorithm),
    signature: checkSignature(parts, certificates),
    count: parts.entries.length,
    revocations: takeRevocations(parts.entries, { serial }),
    extensions: rows,
    sha256: toHex(sha256(parts.whole), ':').toUpperCase(),
    sha1: toHex(sha1(parts.whole), ':').toUpperCase(),
  }
}

const [CRL_NUMBER, DELTA] = ['2.5.29.20', '2.5.29.27']

/** Old and new certificates of an authority may have one name: one whose key fits is enough. */
function checkSignature(
  { issuer, signed, algorithm, bits }: CrlParts,
  certificates: readonly NamedCertificate[],
): SignatureState {
  const signature = bits.content.subarray(1)
  const verdicts = certificates
    .filter(({ subject }) => isSameName(subject, issuer.raw))
    .map(({ der, maySignLists }) => {
      const holds = isSignedBy(der, { content: signed.raw, algorithm, signature })
      return holds && !maySignLists ? 'notAllowed' : holds
    })
  if (verdicts.length === 0) return 'unchecked'
  if (verdicts.includes(true)) return 'valid'
  if (verdicts.includes('notAllowed')) return 'notAllowed'
  return verdicts.includes(undefined) ? 'unsupported' : 'invalid'
}

/** Says which of some certificates a list revokes. An entry that takes a certificate off an earlier list does not. */
export function listRevoked({ der }: Block, certificates: readonly NamedCertificate[]): Text[] {
  const { entries, issuer } = splitCrl(der)
  const serials = new Set(certificates.map(({ serial }) => serial))
  const notes: Text[] = []
  for (const entry of serials.size > 0 ? listRevocations(entries) : []) {
    if (!serials.has(entry.serial) || entry.reason === 'removeFromCRL') continue
    const isOf = (one: NamedCertificate) => one.serial === entry.serial && isSameName(entry.issuer ?? issuer.raw, one.issuer)
    if (certificates.some(isOf)) notes.push(toRevokedNote(entry))
  }
  return notes
}

function toRevokedNote({ serial, revokedAt, reason }: Revocation): Text {
  const words = reason && REASONS[reason]
  return {
    en: `The certificate ${serial} was revoked at ${revokedAt}${words ? ` (${words.en})` : ''}`,
    zh: `证书 ${serial} 已于 ${revokedAt} 被吊销${words ? `（${words.zh}）` : ''}`,
  }
}

/** What to know of a list besides its fields. */
export function listCrlNotes(list: DecodedCrl, { serial, now }: { serial: string | undefined; now: Date }): Text[] {
  const { issuer, thisUpdate, nextUpdate, isOutOfDate, count, revocations, signature, isDelta, signatureAlgorithm } = list
  const notes: (Text | false)[] = [
    isOutOfDate === true && {
      en: `${issuer}: the list has been out of date since ${nextUpdate}`,
      zh: `${issuer}：该列表已于 ${nextUpdate} 过期`,
    },
    new Date(thisUpdate) > now && {
      en: `${issuer}: the list is dated in the future, ${thisUpdate}`,
      zh: `${issuer}：该列表的签发时间 ${thisUpdate} 尚未到来`,
    },
    signature === 'invalid' && {
      en: `${issuer}: the signature of the list does not match the issuer’s certificate; the list is someone else’s or was altered`,
      zh: `${issuer}：列表签名与颁发者证书不符，列表可能由他人签发或被改动`,
    },
    signature === 'notAllowed' && {
      en: `${issuer}: the key usage of the issuer’s certificate lacks cRLSign (RFC 5280 §6.3.3); programs refuse the list`,
      zh: `${issuer}：颁发者证书的密钥用法不含 cRLSign（RFC 5280 §6.3.3），程序会拒绝该列表`,
    },
    isBroken(signatureAlgorithm) && toBrokenNote(issuer, signatureAlgorithm),
    serial !== undefined &&
      revocations.length === 0 && {
        en: `${issuer}: ${serial} is not on the list${isDelta ? ', which lists changes only' : ''}`,
        zh: `${issuer}：列表中没有 ${serial}${isDelta ? '（该列表仅含变更）' : ''}`,
      },
    serial === undefined &&
      count > revocations.length && {
        en: `${issuer}: the first ${revocations.length} of ${count} revoked certificates are shown; look for others by serial number`,
        zh: `${issuer}：共吊销 ${count} 个证书，仅显示前 ${revocations.length} 个，其余可按序列号查找`,
      },
  ]
  return notes.filter((note) => note !== false)
}

function takeRevocations(entries: readonly DerValue[], { serial }: Pick<Options, 'serial'>): DecodedCrl['revocations'] {
  const taken: DecodedCrl['revocations'] = []
  for (const { issuer, ...entry } of listRevocations(entries)) {
    if (taken.length === MAX_ENTRIES) break
    if (serial !== undefined && entry.serial !== serial) continue
    taken.push({ ...entry, ...(issuer && { issuer: toNameText(issuer) }) })
  }
  return taken
}
