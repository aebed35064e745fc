import { findAddress } from '@octet/core/ip/address.ts'
import type { WhoisResult } from '@octet/core/probe/whois.ts'
import { toStatus } from './epp-status.ts'
import { toRangeCidrs } from './range-cidrs.ts'
import { toDate } from './registry-date.ts'
import { FIELDS } from './whois-fields.ts'
import { readWhoisLines, type WhoisLines } from './whois-lines.ts'
import { isWithheld } from './withheld.ts'

/** What could be read out of one WHOIS text; empty where the text does not say. */
export type ParsedWhois = Partial<
  Pick<
    WhoisResult,
    | 'registrar'
    | 'created'
    | 'updated'
    | 'expires'
    | 'statuses'
    | 'nameServers'
    | 'isSigned'
    | 'network'
    | 'abuse'
    | 'contacts'
    | 'isRegistered'
  >
>

/** Blanks are those of one line: across empty lines the time would take the square of their number. */
const ABSENT =
  /^(?:%|#|>>>|[ \t]){0,40}.{0,60}(?:\b(no match|not found|no found|no (?:entries|data|information)(?: was)? found|no (?:\w+ )?(?:records?|objects?)(?: matching .{1,80})?(?: (?:were|was|are))? found|returned 0 objects|nothing found|is free(?! of)|is available(?! (?:at|from|on|in|via|under|only|by)\b)|status:\s*(free|available|unassigned)|no such domain|not registered|has not been registered|(?:does )?not exist|not have (?:an entry|any data for)|no information available|no se encuentra registrado|no existe|no registrado|est disponible|(?:name not known|domain unknown)|220 available)|object_not_found|未注册|未找到|등록되어 있지 않습니다)|^[ \t]*(?:domain \S{1,260} - )?available[ \t]*\r?$|:\s*unallocated\s*$/im

/** States that only a registered name is in. */
const OF_HELD =
  /^(?:ok|active|inactive|connect(?:ed)?|failed|registered|published|(?:in )?quarantine|redemptionPeriod|pending(?:Delete|Restore|Transfer|Renew|Update)|(?:client|server)?-?(?:on-)?hold|(?:client|server)\w+Prohibited)$/i

/** Reads a WHOIS text as registries write it. */
export function parseWhois(text: string, kind: WhoisResult['kind']): ParsedWhois {
  const lines = readWhoisLines(kind === 'domain' ? text : findNarrowest(text))
  const base: ParsedWhois = {
    created: toDate(lines.earliest(FIELDS.created)),
    updated: toDate(lines.earliest(FIELDS.updated)),
    abuse: toAbuse(text, lines),
    contacts: kind === 'domain' ? toHolder(lines) : toNetworkHolder(lines),
  }
  if (kind !== 'domain') {
    const asn = kind === 'asn' ? lines.first(FIELDS.asn) : null
    const range = lines.first(FIELDS.range)
    const cidrs = lines.all(FIELDS.cidr).flatMap((value) => value.split(/,\s*/))
    const network = {
      range: range ?? (asn && `AS${asn.replace(/^AS/i, '')}`),
      cidrs: cidrs.length > 0 ? cidrs : toRangeCidrs(range),
      name: lines.first(FIELDS.netName),
      type: lines.first(FIELDS.netType),
      country: toCountry(lines),
      parent: lines.first(FIELDS.parent),
      originAs: toAsNumbers([...lines.all(FIELDS.originAs), ...(kind === 'ip' ? lines.all(FIELDS.ownAs) : [])]),
    }
    return { ...base, network, isRegistered: network.range || network.name ? true : ABSENT.test(text) ? false : null }
  }
  const nameServers = toNameServers(lines)
  const expires = toDate(lines.earliest(FIELDS.expires) ?? findStateDate(lines))
  const statuses = toStatuses(lines)
  // a name without servers may have nothing but a status
  const isHeld =
    [base.created, expires, lines.first(FIELDS.registrar)].some(Boolean) ||
    nameServers.length > 0 ||
    statuses.some(({ code }) => OF_HELD.test(code))
  return {
    ...base,
    isRegistered: isHeld ? true : ABSENT.test(text) ? false : null,
    registrar: toRegistrar(lines),
    expires,
    statuses,
    nameServers,
    isSigned: readSigned(lines),
  }
}

/** Some write the address of a registrar in brackets behind its name. */
function toRegistrar(lines: WhoisLines): WhoisResult['registrar'] {
  const written = lines.first(FIELDS.registrar)
  if (written === null) return null
  const [, name = written, url = null] = /^(.*\S)\s*\(\s*(https?:\/\/[^)\s]+)\s*\)$/.exec(written) ?? []
  return {
    name,
    ianaId: /^\d+$/.exec(lines.first(FIELDS.ianaId) ?? '')?.[0] ?? null,
    url: lines.first(FIELDS.registrarUrl) ?? url,
  }
}

function toNameServers(lines: WhoisLines): string[] {
  const lists = FIELDS.nameServers
    .map((names) => lines.all(names))
    .map((values) =>
      values.map((value) => value.split(/[\s,]/)[0]!.toLowerCase().replace(/\.$/, '')).filter((value) => value.includes('.')),
    )
  return [...new Set(lists.find((list) => list.length > 0) ?? [])]
}

/** `[State] Connected (2027/11/30)` of .co.jp names the day it ends. */
function findStateDate(lines: WhoisLines): string | null {
  return /^\w+ \((\d{4}\/\d\d\/\d\d)\)$/.exec(lines.first(['[state]', '[状態]']) ?? '')?.[1] ?? null
}

/** `REGISTERED, DELEGATED`, `ok,locked` and `a / b` are two; `ok (paid and in zone)` is one, `NOT AVAILABLE` tells that it is taken. */
function toStatuses(lines: WhoisLines): NonNullable<ParsedWhois['statuses']> {
  const written = [...lines.all(FIELDS.status), ...lines.ofRecord(FIELDS.eppStatus)].flatMap((value) =>
    value
      .replaceAll(/^["*\s]+|["*\s]+$/g, '')
      .replace(/ \((?!https?:).*\)$/, '')
      .split(/,\s+(?!https?:)|(?<=^[\w,]*),(?=[\w,]*$)|(?<=^\w+) \/ (?=\w+$)/),
  )
  const told = written.filter((value) => !/^(?:not available$|registered until )/i.test(value)).map(toStatus)
  const codes = told.map(({ code }) => code.toLowerCase())
  return told.filter((_, index) => codes.indexOf(codes[index]!) === index)
}

function readSigned(lines: WhoisLines): boolean | null {
  const said = (lines.first(FIELDS.dnssec) ?? '').replace(/^dnssec_/i, '')
  if (/^(?:signed|yes|y\b|active|서명|\d+ )/i.test(said)) return true
  if (/unsigned|no|inactive|미서명/i.test(said)) return false
  return lines.first(FIELDS.keys) === null ? null : true
}

function toAbuse(text: string, lines: WhoisLines): WhoisResult['abuse'] {
  const said = lines.all(FIELDS.abuse)
  const email =
    said.find((value) => /^\S+@\S+$/.test(value)) ?? /abuse contact for .{1,100} is '([^'\n]{1,200})'/i.exec(text)?.[1] ?? null
  const handle = email === null ? lines.first(FIELDS.abuseHandle) : null
  const named = handle === null ? null : lines.ofHandle(handle).first(FIELDS.abuseEmail)
  const phone = said.find((value) => /^\+?[\d .()-]{5,}$/.test(value)) ?? null
  const address = email ?? (named?.includes('@') ? named : null)
  return address || phone ? { email: address, phone } : null
}

type Contacts = NonNullable<ParsedWhois['contacts']>

/** Who holds a domain: written beside it, or in a block of its own that is named by a handle. */
function toHolder(lines: WhoisLines): Contacts {
  const handle = lines.first(FIELDS.handle)
  const block = handle === null ? undefined : lines.ofHandle(handle)
  const described = block?.first(FIELDS.holderName) ?? null
  const written = lines.first(FIELDS.holder)
  const isDescribed = described !== null && described !== handle
  const organization = isDescribed && (written === null || written === handle) ? described : written
  if (organization === null || isWithheld(organization)) return []
  // what stands elsewhere in the text may be the registrar's
  const near = organization === described ? block! : lines
  return [
    toContact(organization, {
      country: lines.first(FIELDS.holderCountry) ?? near.first(FIELDS.country),
      email: lines.first(FIELDS.holderEmail) ?? (near === block ? near.first(FIELDS.email) : null),
    }),
  ]
}

function toNetworkHolder(lines: WhoisLines): Contacts {
  const organization = lines.first(FIELDS.holder) ?? lines.first(FIELDS.netHolder)
  return organization === null ? [] : [toContact(organization, { country: toCountry(lines), email: lines.first(FIELDS.email) })]
}

/** Behind a code of RIPE a remark may stand. */
const toCountry = (lines: WhoisLines): string | null => lines.first(FIELDS.country)?.replace(/\s+#.*$/, '') ?? null

const toContact = (organization: string, { country, email }: Pick<Contacts[number], 'country' | 'email'>): Contacts[number] => ({
  roles: ['registrant'],
  name: null,
  organization,
  country,
  email: email?.includes('@') ? email : null,
  phone: null,
})

/** `AS64500, AS64501` of one line or of several. */
function toAsNumbers(values: readonly string[]): number[] {
  const numbers = values.flatMap((value) => [...value.matchAll(/\bAS(\d{1,10})\b/gi)].map(([, digits]) => Number(digits)))
  return [...new Set(numbers)]
}

/** Of several networks, as ARIN lists an address's holders from the outside in, the narrowest. */
function findNarrowest(text: string): string {
  const parts = text.split(/^# start$/m).map((part) => {
    const [, first, last] = /^NetRange:\s*(\S+) - (\S+)/m.exec(part) ?? []
    const [start, end] = [findAddress(first ?? ''), findAddress(last ?? '')]
    return { part, size: start && end ? end.value - start.value : undefined }
  })
  const sized = parts.filter((one) => one.size !== undefined)
  return sized.length < 2 ? text : sized.reduce((a, b) => (b.size! < a.size! ? b : a)).part
}

/** Whether a text is about another name: the root answers with the record of the top-level domain. */
export function isAboutAnother(text: string, name: string): boolean {
  const about = /^[ \t]*domain(?: name)?:[ \t]*(\S+)/im.exec(text)?.[1]
  return about !== undefined && about.toLowerCase() !== name
}

/** The server a WHOIS text sends on to (`refer:`, `Registrar WHOIS Server:`, `ReferralServer:`), some as a URL; host names only. */
export function findReferral(text: string): string | undefined {
  const line =
    /^[ \t]*(?:refer|whois|registrar whois(?: server)?|whois server|referralserver):[ \t]*(?:(?:r?whois|https?):\/\/)?([^\s/]+)/im.exec(
      text,
    )?.[1]
  const [, host, port = '43'] = /^([^:]+\.[^:]*[^:.])\.?(?::(\d+))?$/.exec(line ?? '') ?? []
  return port === '43' ? host?.toLowerCase() : undefined
}
