import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { findUrl } from '../../lib/find-url.ts'
import { toHalfWidth } from '../../lib/half-width.ts'
import { findDnsName, toOrganisation } from './names.ts'

/** Where reports go: a mail box, or an address of the Web, which takes those on TLS alone (RFC 8460 §3). */
export type ReportPlace = { readonly uri: string; readonly domain: string | undefined }

/** Places of one record; receivers need not heed more than two (RFC 9990 §3). */
const MOST_PLACES = 10

const PLACES: Text = {
  en: 'mail addresses such as reports@example.com, with commas or line ends between',
  zh: '邮箱地址（如 reports@example.com），以逗号或换行分隔',
}
/** What the same may be where the Web is taken, too. */
export const OR_WEB: Text = { en: `${PLACES.en}, or an https address`, zh: `${PLACES.zh}，或 https 地址` }

/** The places of a pasted list, each once. Throws `bad_input`, `too_large`. */
export function readPlaces(text: string, field: string, { takesWeb = false } = {}): ReportPlace[] {
  const words = toHalfWidth(text)
    .replaceAll(/[^,;<>\n]*<([^<>]*)>/g, '$1')
    .split(/[\s,;]+/)
    .filter(Boolean)
  const places = words.map((word) => {
    const place = takesWeb && /^https:\/\//i.test(word) ? findWeb(word) : findMailbox(word)
    if (place) return place
    throw new AppError('bad_input', { field, expected: takesWeb ? OR_WEB : PLACES, got: word.slice(0, 80) })
  })
  const all = [...new Map(places.map((place) => [place.uri, place])).values()]
  if (all.length > MOST_PLACES) throw new AppError('too_large', { field, limit: MOST_PLACES, got: all.length })
  return all
}

/** A comma, a semicolon or an exclamation mark in it would end it (RFC 7489 §6.2). */
function findWeb(word: string): ReportPlace | undefined {
  const url = findUrl(word)
  return (
    url && {
      uri: url.href.replaceAll(/[,;!]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`),
      domain: undefined,
    }
  )
}

function findMailbox(word: string): ReportPlace | undefined {
  const [, local = '', name = '', size = ''] =
    /^(?:mailto:(?:\/\/)?)?([\w!#$%&'*+/=?^`{|}~.-]{1,64})@([^@\s!]+)(!\d+[kmgt]?)?$/i.exec(word) ?? []
  const domain = findDnsName(name)
  if (local === '' || !domain?.includes('.')) return undefined
  return { uri: `mailto:${toUriPart(local)}@${domain}${size.toLowerCase()}`, domain }
}

/** As RFC 6068 §2 wants it; a plus sign may stay. What is encoded already, as behind a pasted `mailto:`, is not encoded twice. */
const toUriPart = (local: string): string =>
  local.replaceAll(/%(?![\dA-F]{2})|[^\w+$'*~.%-]/gi, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** Domains of others among the places, which have to agree to reports about this one (RFC 7489 §7.1, RFC 9990 §4). */
export function listOthers(places: readonly ReportPlace[], domain: string): string[] {
  const own = toOrganisation(domain)
  return [...new Set(places.flatMap((place) => place.domain ?? []))].filter((name) => toOrganisation(name) !== own)
}
