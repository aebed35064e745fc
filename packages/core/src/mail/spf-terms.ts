import type { Text } from '../text.ts'
import { findAddress } from '../ip/address.ts'
import { toCidr, type Cidr } from '../ip/cidr.ts'
import { showUnseen } from './show-unseen.ts'

/** What a receiver does with a sender that a mechanism matches (RFC 7208 §4.6.2). */
export type Qualifier = '+' | '-' | '~' | '?'

type Hosts = { readonly domain: string | null; readonly prefix4: number; readonly prefix6: number }
type Mechanism =
  | { readonly kind: 'all' }
  | { readonly kind: 'include' | 'exists'; readonly domain: string }
  | ({ readonly kind: 'a' | 'mx' } & Hosts)
  | { readonly kind: 'ptr'; readonly domain: string | null }
  | { readonly kind: 'ip'; readonly network: Cidr }

export type Directive = { readonly term: string; readonly qualifier: Qualifier } & Mechanism
export type SpfTerms = {
  readonly directives: readonly Directive[]
  readonly redirect: string | null
  readonly explanation: string | null
}

/** A record that receivers give up (RFC 7208 §2.6.7). */
export class SpfSyntaxError extends Error {
  readonly term: string
  readonly text: Text

  constructor(term: string, { en, zh }: Text) {
    super(en)
    this.term = term
    this.text = { en, zh }
  }
}

const toMacro = (letters: string): string => `%(?:\\{[${letters}](?:0*[1-9]\\d*)?r?[.\\-+,/_=]*\\}|[%_-])`
const MACRO = toMacro('slodiphv')
const LITERAL = /[!-$&-~]/.source
const MACRO_STRING = new RegExp(`^(?:${MACRO}|${LITERAL})*$`, 'i')
/** In an explanation, the last three letters are good, too (RFC 7208 §7.2). */
const MACRO_TEXT = new RegExp(`^(?:${toMacro('slodiphvcrt')}|${LITERAL}| )*$`, 'i')
/** A byte beyond ASCII, as it is shown where it is no letter. */
const STRAY_BYTE = /\\(?:12[89]|1[3-9]\d|2\d\d)/
const LAST_MACRO = new RegExp(`${MACRO}$`, 'i')
const LAST_LABEL = /\.([a-z\d-]+)\.?$/i
const TOP_LABEL = /^(?!\d+$)[a-z\d](?:[a-z\d-]*[a-z\d])?$/i
const MODIFIER = /^([a-z][\w.-]*)=(.*)$/is
const DIRECTIVE = /^([+?~-]?)([a-z]\w*)(?=[:/]|$)(.*)$/is

/** Lookups that a record may cost, and those of them that may find nothing (RFC 7208 §4.6.4). */
export const MAX_LOOKUPS = 10
export const MAX_VOID_LOOKUPS = 2

/** The texts of a name that are SPF records (RFC 7208 §4.5). */
export const findSpfRecords = (texts: readonly string[]): string[] => texts.filter((text) => /^v=spf1(?: |$)/i.test(text))

export const toTooManyRecords = (count: number): Text => ({
  en: `${count} SPF records; only one is allowed`,
  zh: `存在 ${count} 条 SPF 记录，只允许一条`,
})

/** Whether a text is well formed with regard to macros. */
export const isMacroText = (text: string): boolean => MACRO_TEXT.test(text) && !STRAY_BYTE.test(text)

/** Reads the terms of a record (RFC 7208 §12). Throws {@link SpfSyntaxError} for the first that is none. */
export function parseSpfTerms(record: string): SpfTerms {
  const directives: Directive[] = []
  const modifiers = new Map<string, string>()
  for (const term of record.split(/ +/).slice(1).filter(Boolean)) {
    if (STRAY_BYTE.test(term)) throw toNoTerm(term)
    const [, name, value = ''] = MODIFIER.exec(term) ?? []
    if (name === undefined) directives.push(parseDirective(term))
    else readModifier(term, { name: name.toLowerCase(), value, modifiers })
  }
  return { directives, redirect: modifiers.get('redirect') ?? null, explanation: modifiers.get('exp') ?? null }
}

function readModifier(
  term: string,
  { name, value, modifiers }: { name: string; value: string; modifiers: Map<string, string> },
): void {
  const isKnown = name === 'redirect' || name === 'exp'
  if (isKnown && modifiers.has(name))
    throw new SpfSyntaxError(term, { en: `“${name}=” stands there twice`, zh: `“${name}=”出现了两次` })
  if (isKnown) parseDomain(term, value)
  else if (!MACRO_STRING.test(value)) throw toNoTerm(term)
  modifiers.set(name, value)
}

function parseDirective(term: string): Directive {
  const [, sign, name = '', rest = ''] = DIRECTIVE.exec(term) ?? []
  const common = { term, qualifier: (sign || '+') as Qualifier }
  const kind = name.toLowerCase()
  switch (kind) {
    case 'all':
      if (rest !== '') throw toNoTerm(term)
      return { ...common, kind }
    case 'include':
    case 'exists':
      return { ...common, kind, domain: parseTarget(term, rest) }
    case 'ptr':
      return { ...common, kind, domain: rest === '' ? null : parseTarget(term, rest) }
    case 'a':
    case 'mx':
      return { ...common, kind, ...parseHosts(term, rest) }
    case 'ip4':
    case 'ip6':
      return { ...common, kind: 'ip', network: parseNetwork(term, kind === 'ip4' ? 4 : 6, rest) }
    default:
      throw toNoTerm(term)
  }
}

/** `:domain`; a slash in its place is none. */
function parseTarget(term: string, rest: string): string {
  if (!rest.startsWith(':')) throw toNoTerm(term)
  return parseDomain(term, rest.slice(1))
}

/** A domain ends in a label that is no number, or in a macro (RFC 7208 §7.1). */
function parseDomain(term: string, domain: string): string {
  const isEnded = LAST_MACRO.test(domain) || TOP_LABEL.test(LAST_LABEL.exec(domain)?.[1] ?? '')
  if (isEnded && MACRO_STRING.test(domain)) return domain
  if (domain.includes('"')) throw toQuoted(term)
  const shown = showUnseen(term.slice(0, 60))
  const joined = findJoined(term)
  if (joined) throw new SpfSyntaxError(term, joined)
  const address = findAddress(domain)
  const meant = address && `ip${address.version}:${domain}`
  throw new SpfSyntaxError(term, {
    en: `“${shown}” names no domain${meant ? `; an address is written ${meant}` : ''}`,
    zh: `“${shown}”中的域名无效${meant ? `，IP 地址应写作 ${meant}` : ''}`,
  })
}

/** Terms that stand in one another. */
const JOINED =
  /^[+?~-]?(?:include:|exists:|ip4:|ip6:|a:|mx:|ptr:|redirect=)[^\s%]*?[^\s%:=+?~-]((?:[+?~-]?(?:include:|exists:|ip[46]:|redirect=))|[+?~-]all$)/i

/** Why a term is two, where the space between them was forgotten: the strings of a TXT record are joined without one (RFC 7208 §3.3). */
export function findJoined(term: string): Text | undefined {
  if (!JOINED.test(term)) return undefined
  const shown = term.slice(0, 120)
  return {
    en: `“${shown}” is two terms without a space between them; the strings of a TXT record are joined as they stand`,
    zh: `“${shown}”是两项连在一起，中间缺少空格；TXT 记录的多个字符串会原样拼接`,
  }
}

/** `:domain/24//64`, each part of which may be missing. */
function parseHosts(term: string, rest: string): Hosts {
  const match = /^(?::(.*?))?(?:\/(\d+))?(?:\/\/(\d+))?$/s.exec(rest)
  if (!match) throw toNoTerm(term)
  const [, domain, four, six] = match
  return {
    domain: domain === undefined ? null : parseDomain(term, domain),
    prefix4: parsePrefix(term, four, 32),
    prefix6: parsePrefix(term, six, 128),
  }
}

function parseNetwork(term: string, version: 4 | 6, rest: string): Cidr {
  const [, host = '', prefix] = /^:([^/]+)(?:\/(\d+))?$/.exec(rest) ?? []
  const address = findAddress(host)
  const joined = address ? undefined : findJoined(term)
  if (joined) throw new SpfSyntaxError(term, joined)
  if (!address) throw toNoTerm(term)
  if (address.version !== version) throw toOtherFamily(term, address.version)
  return toCidr(address, parsePrefix(term, prefix, version === 4 ? 32 : 128))
}

function parsePrefix(term: string, text: string | undefined, most: number): number {
  if (text === undefined) return most
  if (/^0\d/.test(text) || Number(text) > most) throw toNoTerm(term)
  return Number(text)
}

function toQuoted(term: string): SpfSyntaxError {
  return new SpfSyntaxError(term, { en: 'quotation marks in the record itself', zh: '记录内容中含有引号' })
}

function toOtherFamily(term: string, version: 4 | 6): SpfSyntaxError {
  const shown = term.slice(0, 60)
  return new SpfSyntaxError(term, {
    en: `“${shown}” holds an IPv${version} address, which is written with ip${version}:`,
    zh: `“${shown}”中是 IPv${version} 地址，应写作 ip${version}:`,
  })
}

function toNoTerm(term: string): SpfSyntaxError {
  if (term.includes('"')) return toQuoted(term)
  const shown = showUnseen(term.slice(0, 60))
  return new SpfSyntaxError(term, { en: `“${shown}” is not an SPF term`, zh: `“${shown}”不是合法的 SPF 项` })
}
