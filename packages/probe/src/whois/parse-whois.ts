import { findAddress } from '@octet/core/ip/address.ts'
import type { WhoisResult } from '@octet/core/probe/whois.ts'
import { toStatus } from './epp-status.ts'
import { toDate } from './registry-date.ts'

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

/** Names that registries give to the same thing, in lower case. */
const FIELDS = {
  registrar: ['registrar', 'sponsoring registrar', 'registrar name', 'registrar organization'],
  ianaId: ['registrar iana id'],
  registrarUrl: ['registrar url', 'registrar website', 'www'],
  created: [
    'creation date',
    'created',
    'registration time',
    'registered on',
    'created on',
    'registered',
    'registration date',
    'domain registration date',
    'regdate',
    'registered date',
    'created date',
    'record created',
    '[登録年月日]',
    'domain name commencement date',
    '[created on]',
    '[registered date]',
  ],
  updated: [
    'updated date',
    'last updated',
    'last modified',
    'last-modified',
    'changed',
    'modified',
    'last-update',
    'last update',
    'last updated date',
    'last updated on',
    'last-updated',
    'modification date',
    'updated',
    '[最終更新]',
    '[last updated]',
    '[last update]',
  ],
  expires: [
    'registry expiry date',
    'registrar registration expiration date',
    'expiration date',
    'expiration time',
    'expiry date',
    'expires',
    'expires on',
    'paid-till',
    'renewal date',
    'expire',
    'expire date',
    'expire-date',
    'exp date',
    'valid until',
    '[有効期限]',
    '[expires on]',
    'free-date',
  ],
  status: ['domain status', 'status', 'state', '[状態]', '[status]', '[state]', 'domaintype'],
  nameServer: [
    'name server',
    'nserver',
    'nameserver',
    'name servers',
    'nameservers',
    'ns',
    'dns',
    'domain servers in listed order',
    '[name server]',
    'host name',
  ],
  dnssec: ['dnssec', 'ds', 'dnssec signed'],
  range: ['netrange', 'inetnum', 'inet6num'],
  cidr: ['cidr', 'route', 'route6'],
  netName: ['netname', 'as-name', 'asname'],
  netType: ['nettype', 'status'],
  country: ['country'],
  parent: ['parent'],
  abuseEmail: ['registrar abuse contact email', 'orgabuseemail', 'abuse-mailbox', 'abuse contact'],
  abusePhone: ['registrar abuse contact phone', 'orgabusephone'],
  holder: [
    'registrant organization',
    'registrant',
    'organization',
    'orgname',
    'org-name',
    'descr',
    'registrant name',
    'owner',
    'responsible',
    '[registrant]',
    '[organization]',
    'organisation',
  ],
  holderEmail: ['registrant contact email', 'registrant email', 'e-mail'],
} as const satisfies Record<string, readonly string[]>
type Field = keyof typeof FIELDS

const ABSENT =
  /^(%|#|>>>|\s)*.{0,60}(?:\b(no match|not found|no found|no (?:entries|data|information)(?: was)? found|nothing found|is free|is available|status:\s*(free|available)|no object found|no such domain|not registered|has not been registered|does not exist|not have an entry|no information available|no se encuentra registrado|name not known)|object_not_found|未注册|未找到)/im

const MAX_VALUES = 30

/** Reads `Name: value` lines as registries write them, RIPE blocks and indented lists included. */
export function parseWhois(text: string, kind: WhoisResult['kind']): ParsedWhois {
  const values = readValues(kind === 'domain' ? text : findNarrowest(text))
  const first = (field: Field): string | null => FIELDS[field].map((name) => values.get(name)?.[0]).find(Boolean) ?? null
  const all = (field: Field): string[] => FIELDS[field].flatMap((name) => values.get(name) ?? []).slice(0, MAX_VALUES)
  const holder = first('holder')
  const abuseEmail = first('abuseEmail') ?? /abuse contact for .* is '([^']+)'/i.exec(text)?.[1] ?? null
  const base: ParsedWhois = {
    created: toDate(first('created')),
    updated: toDate(first('updated')),
    abuse: abuseEmail || first('abusePhone') ? { email: abuseEmail, phone: first('abusePhone') } : null,
    contacts: holder
      ? [
          {
            roles: ['registrant'],
            name: null,
            organization: holder,
            country: first('country'),
            email: first('holderEmail'),
            phone: null,
          },
        ]
      : [],
  }
  if (kind !== 'domain') {
    const network = {
      range: first('range'),
      cidrs: all('cidr').flatMap((value) => value.split(/,\s*/)),
      name: first('netName'),
      type: first('netType'),
      country: first('country'),
      parent: first('parent'),
    }
    return { ...base, network, isRegistered: network.range || network.name ? true : ABSENT.test(text) ? false : null }
  }
  const registrarName = first('registrar')
  const nameServers = [
    ...new Set(
      all('nameServer')
        .map((value) => value.split(/[\s,]/)[0]!.toLowerCase().replace(/\.$/, ''))
        .filter((value) => value.includes('.')),
    ),
  ]
  const dnssec = first('dnssec')
  const isRegistered = base.created || registrarName || nameServers.length > 0 ? true : ABSENT.test(text) ? false : null
  return {
    ...base,
    isRegistered,
    registrar: registrarName ? { name: registrarName, ianaId: first('ianaId'), url: first('registrarUrl') } : null,
    expires: toDate(first('expires')),
    statuses: [...new Set(all('status'))].map(toStatus),
    nameServers,
    isSigned: dnssec === null ? null : /^(signed|yes|\d+ )/i.test(dnssec) ? true : /unsigned|no/i.test(dnssec) ? false : null,
  }
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
  const about = /^\s*domain(?: name)?:[ \t]*(\S+)/im.exec(text)?.[1]
  return about !== undefined && about.toLowerCase() !== name
}

/** The server a WHOIS text sends on to (`refer:`, `Registrar WHOIS Server:`, `ReferralServer:`); host names only. */
export function findReferral(text: string): string | undefined {
  const line = /^\s*(?:refer|whois|registrar whois server|whois server|referralserver):[ \t]*(?:r?whois:\/\/)?([^\s/]+)/im.exec(
    text,
  )?.[1]
  if (!line) return undefined
  const [, host = '', port] = /^([^:]+)(?::(\d+))?$/.exec(line) ?? []
  return host !== '' && (port === undefined || port === '43') ? host.toLowerCase() : undefined
}

const HEADINGS = new Set<string>(FIELDS.nameServer)

function readValues(text: string): Map<string, string[]> {
  const values = new Map<string, string[]>()
  let open: string | undefined
  for (const line of text.split('\n').slice(0, 3000)) {
    if (/^\s*[%#]/.test(line)) continue
    // some write a heading without a colon above an indented list
    if (HEADINGS.has(line.toLowerCase())) {
      open = line.toLowerCase()
      continue
    }
    const [, name, value = ''] =
      /^\s*(?:[a-z]\. (?=\[))?(\[[^\]]{1,40}\]|[\p{L}][\p{L}\d ()./_-]{0,50}?)(?:\.{2,})?\s*(?::|(?<=\])\s)\s*(.*)$/u.exec(
        line,
      ) ?? []
    if (name !== undefined) {
      open = value.trim() === '' ? name.toLowerCase() : undefined
      if (value.trim() !== '') add(values, name.toLowerCase(), value)
    } else if (open && /^\s+\S/.test(line)) add(values, open, line)
    else if (line.trim() === '') open = undefined
  }
  return values
}

function add(values: Map<string, string[]>, name: string, value: string): void {
  const list = values.get(name.trim()) ?? []
  if (list.length < MAX_VALUES) list.push(value.trim().slice(0, 500))
  values.set(name.trim(), list)
}
