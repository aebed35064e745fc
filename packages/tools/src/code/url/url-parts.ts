import { AppError } from '@octet/core/errors.ts'
import { splitLines } from '@octet/core/lines.ts'
import { findUrl } from '../../lib/find-url.ts'
import { findUnicodeHost } from '../../lib/idn.ts'
import { isBareQuery } from './bare-query.ts'
import { decodePercent } from './percent.ts'

/** One line of the table of a URL. */
export type UrlPart = { part: string; value: string; decoded?: string }
/** One parameter of the query, in its place. */
export type QueryRow = { name: string; value: string; isTracking: boolean }

const DEFAULT_PORTS: Readonly<Record<string, string>> = {
  'http:': '80',
  'https:': '443',
  'ftp:': '21',
  'ws:': '80',
  'wss:': '443',
}

/** Whether a text is a URL with `//`, worth taking apart. */
export function looksLikeUrl(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(text.trim()) && findUrl(text.trim()) !== undefined
}

/** The lines of a text that hold something; one empty line if none does. */
export function listLines(text: string): string[] {
  const lines = splitLines(text).flatMap((line) => line.trim() || [])
  return lines.length > 0 ? lines : ['']
}

/** `example.com:8080/path` without a scheme; what stands before the digits of a phone number is one. */
const HOST_AND_PORT = /^(?!(?:tel|sms|fax|callto):)[\w.-]+:\d+(?=[/?#]|$)/i

/** Reads a URL as browsers do (WHATWG URL), but only one: they would take line breaks out. Throws `bad_input`. */
export function parseUrl(text: string): URL {
  const source = decodeWhole(text.trim())
  const { length } = listLines(text)
  if (length > 1)
    throw new AppError('bad_input', {
      field: 'text',
      expected: { en: 'one URL', zh: '一个网址' },
      got: { en: `${length} lines`, zh: `${length} 行` },
    })
  const whole =
    /^[a-z][a-z0-9+.-]*:/i.test(source) && !HOST_AND_PORT.test(source) ? source : `https://${source.replace(/^\/\//, '')}`
  const url = source ? findUrl(whole) : undefined
  if (url) return url
  throw new AppError('bad_input', {
    field: 'text',
    expected: { en: 'a URL such as https://example.com/path?q=1', zh: '网址，如 https://example.com/path?q=1' },
    got: text.slice(0, 80),
  })
}

/** A URL that stood in the query of another is decoded first: its colon is no colon yet. */
function decodeWhole(source: string): string {
  if (!/^[a-z][a-z0-9+.-]*%3a(?:%2f|\/){2}/i.test(source)) return source
  return decodePercent(source, { charset: 'utf-8', isPlusSpace: false, isStrict: false }).text
}

/** Stands before what has no host of its own; no name ends in it (RFC 2606). */
const NO_HOST = 'https://relative.invalid'

/** The end of a URL alone: `/path?a=1`, `?a=1`, `#top`, or the pairs of a query. */
export type RelativeUrl = { readonly text: string; readonly url: URL; readonly parts: UrlPart[] }

/** Reads what begins with `/`, `?` or `#`, or is `name=value&…`; nothing of other texts. */
export function findRelative(text: string): RelativeUrl | undefined {
  const source = text.trim()
  if (listLines(text).length > 1 || source.startsWith('//')) return undefined
  const isQuery = isBareQuery(source)
  if (!isQuery && !/^[/?#]./.test(source)) return undefined
  const url = new URL(isQuery ? `?${source}` : source, NO_HOST)
  const { pathname, search, hash } = url
  return {
    text: isQuery ? (search + hash).slice(1) : (source.startsWith('/') ? pathname : '') + search + hash,
    url,
    parts: listUrlParts(url).filter(({ part, value }) => /^(path|query|hash)/.test(part) && !(part === 'path' && value === '/')),
  }
}

/** The table of a URL: every part as it is written and as it reads. */
export function listUrlParts(url: URL): UrlPart[] {
  const unicode = findUnicodeHost(url.hostname)
  const rows: (UrlPart | false)[] = [
    { part: 'scheme', value: url.protocol.slice(0, -1) },
    url.username !== '' && withDecoded('user', url.username),
    url.password !== '' && withDecoded('password', url.password),
    { part: 'host', value: url.hostname, ...(unicode !== undefined && unicode !== url.hostname ? { decoded: unicode } : {}) },
    { part: 'port', value: url.port || DEFAULT_PORTS[url.protocol] || '' },
    withDecoded('path', url.pathname),
    ...listSegments(url.pathname).map((segment, i) => withDecoded(`path[${i}]`, segment)),
    url.search !== '' && withDecoded('query', url.search.slice(1)),
    url.hash !== '' && withDecoded('hash', url.hash.slice(1)),
    { part: 'origin', value: url.origin },
  ]
  return rows.filter((row) => row !== false).filter(({ value }) => value !== '' && value !== 'null')
}

/** None of an opaque path, as `mailto:` and `data:` have it. */
function listSegments(path: string): string[] {
  return path.startsWith('/') ? path.split('/').slice(1).filter(Boolean) : []
}

function withDecoded(part: string, value: string): UrlPart {
  const decoded = decodePercent(value, { charset: 'auto', isPlusSpace: part === 'query', isStrict: false }).text
  return decoded === value ? { part, value } : { part, value, decoded }
}

/** The parameters of a query, read in their order, twice-named ones kept. */
export function listQuery(url: URL): QueryRow[] {
  return splitQuery(url.search).map((pair) => {
    const { name, value } = readPair(pair)
    return { name, value, isTracking: isTracking(name) }
  })
}

/** Takes tracking parameters away and, if wanted, sorts the rest; everything else stays as it was written. */
export function cleanUrl(url: URL, options: { isSorted: boolean; isCleaned: boolean }): { url: string; removed: string[] } {
  const pairs = splitQuery(url.search)
  const removed = options.isCleaned ? pairs.filter((pair) => isTracking(readPair(pair).name)) : []
  const kept = pairs.filter((pair) => !removed.includes(pair))
  const ordered = options.isSorted ? kept.toSorted((a, b) => compare(readPair(a).name, readPair(b).name)) : kept
  const cleaned = new URL(url)
  cleaned.search = ordered.join('&')
  if (options.isCleaned && /^#?(:~:text=|xtor=|utm_)/.test(cleaned.hash)) cleaned.hash = ''
  return { url: cleaned.href, removed: removed.map((pair) => readPair(pair).name) }
}

/** Puts parameters, one `name=value` a line, behind a URL in the place of its own. */
export function buildUrl(base: URL, lines: string): string {
  const built = new URL(base)
  const pairs = splitLines(lines).filter((line) => line.trim())
  built.search = pairs
    .map((line) => line.split('='))
    .map(([name = '', ...rest]) =>
      [name, ...(rest.length ? [rest.join('=')] : [])].map((part) => encodeURIComponent(part.trim())).join('='),
    )
    .join('&')
  return built.href
}

function splitQuery(search: string): string[] {
  return search.replace(/^\?/, '').split('&').filter(Boolean)
}

function readPair(pair: string): { name: string; value: string } {
  const at = pair.indexOf('=')
  const read = (text: string) => decodePercent(text, { charset: 'auto', isPlusSpace: true, isStrict: false }).text
  return at < 0 ? { name: read(pair), value: '' } : { name: read(pair.slice(0, at)), value: read(pair.slice(at + 1)) }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Names that only tell who sent the visitor; from the documentation of the services that add them. */
const TRACKING = new Set(
  (
    'gclid dclid gbraid wbraid gclsrc srsltid fbclid fb_action_ids fb_action_types fb_source msclkid yclid ysclid _openstat twclid ttclid li_fat_id igshid igsh mc_cid mc_eid ' +
    'mkt_tok _hsenc _hsmi __hssc __hstc __hsfp hsctatracking oly_enc_id oly_anon_id vero_id vero_conv wickedid rb_clickid s_cid icid ncid cmpid epik ' +
    'spm scm spm_id_from from_spmid vd_source share_source share_medium share_plat share_session_id share_tag share_from bxsign unique_k buvid ' +
    'wt_mc wt.mc_id xtor at_medium at_campaign _ga _gl si_src feature_src ref_src ref_url dm_i ml_subscriber ml_subscriber_hash sc_cid piwik_kwd pk_kwd'
  ).split(' '),
)

function isTracking(name: string): boolean {
  const lower = name.toLowerCase()
  return TRACKING.has(lower) || /^(utm_|mtm_|pk_|matomo_|piwik_|bd_vid$)/.test(lower)
}
