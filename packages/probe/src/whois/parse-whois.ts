import type { WhoisResult } from '@octet/core/probe/whois.ts'
import { toStatus } from './epp-status.ts'

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
    '[登録年月日]',
    'domain name commencement date',
  ],
  updated: [
    'updated date',
    'last updated',
    'last modified',
    'last-modified',
    'changed',
    'modified',
    'last-update',
    'updated',
    '[最終更新]',
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
    '[有効期限]',
    'free-date',
  ],
  status: ['domain status', 'status', 'state', '[状態]', 'domaintype'],
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
  ],
  holderEmail: ['registrant contact email', 'registrant email', 'e-mail'],
} as const satisfies Record<string, readonly string[]>
type Field = keyof typeof FIELDS

const ABSENT =
  /^(%|#|>>>|\s)*.{0,60}\b(no match|not found|no entries found|no data found|nothing found|is free|is available|status:\s*(free|available)|no object found|domain not registered|no information available|未注册|未找到)/im

const MAX_VALUES = 30

/** Reads `Name: value` lines as registries write them, RIPE blocks and indented lists included. */
export function parseWhois(text: string, kind: WhoisResult['kind']): ParsedWhois {
  const values = readValues(text)
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

/** The server a WHOIS text sends on to (`refer:`, `Registrar WHOIS Server:`, `ReferralServer:`); host names only. */
export function findReferral(text: string): string | undefined {
  const line = /^\s*(?:refer|whois|registrar whois server|whois server|referralserver):[ \t]*(?:r?whois:\/\/)?([^\s/]+)/im.exec(
    text,
  )?.[1]
  if (!line) return undefined
  const [, host = '', port] = /^([^:]+)(?::(\d+))?$/.exec(line) ?? []
  return host !== '' && (port === undefined || port === '43') ? host.toLowerCase() : undefined
}

/** A date as registries write it → ISO 8601 with the precision it had; null when it cannot be read for certain. */
export function toDate(text: string | null): string | null {
  if (!text) return null
  const value = text.trim()
  const iso = /^(\d{4})[-/.](\d\d)[-/.](\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.\d+)?\s*(Z|UTC|\(UTC[^)]*\)|[+-]\d\d:?\d\d)?)?/.exec(
    value,
  )
  if (iso) return toIso(iso[1]!, iso[2]!, iso[3]!, iso[4], iso[5])
  const compact = /^(\d{4})(\d\d)(\d\d)\b/.exec(value)
  if (compact) return toIso(compact[1]!, compact[2]!, compact[3]!)
  const named = /^(\d{1,2})[- .]([A-Z][a-z]{2})[a-z]*[- .](\d{4})/i.exec(value)
  const month = named && MONTHS.indexOf(named[2]!.toLowerCase()) + 1
  return named && month ? toIso(named[3]!, String(month).padStart(2, '0'), named[1]!.padStart(2, '0')) : null
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function toIso(year: string, month: string, day: string, time?: string, zone?: string): string | null {
  const date = `${year}-${month}-${day}`
  if (Number.isNaN(Date.parse(date))) return null
  if (!time) return date
  const offset = zone && /^[+-]/.test(zone) ? zone.replace(/^(...):?(..)$/, '$1:$2') : 'Z'
  const moment = new Date(`${date}T${time}${offset}`)
  return Number.isNaN(moment.getTime()) ? date : moment.toISOString().replace('.000Z', 'Z')
}

function readValues(text: string): Map<string, string[]> {
  const values = new Map<string, string[]>()
  let open: string | undefined
  for (const line of text.split('\n').slice(0, 3000)) {
    if (/^\s*[%#]/.test(line)) continue
    const [, name, value = ''] =
      /^\s*(\[[^\]]{1,40}\]|[\p{L}][\p{L}\d ()./_-]{0,50}?)(?:\.{2,})?\s*(?::|(?<=\])\s)\s*(.*)$/u.exec(line) ?? []
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
