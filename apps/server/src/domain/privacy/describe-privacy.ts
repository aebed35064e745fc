import * as z from 'zod'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { joinText } from '@octet/core/text.ts'
import type { UsedSource } from '@octet/ipdb/manifest.ts'

const flag = z.boolean().nullable()
const text = z.object({ en: z.string(), zh: z.string() })

export const privacySchema = z.object({
  ip: z.string(),
  network: z.string().nullable(),
  is_proxy: flag.describe(joinText({ en: 'VPN, Tor, proxy or relay', zh: 'VPN、Tor、代理或中继' })),
  is_vpn: flag,
  is_tor: flag,
  is_relay: flag,
  is_hosting: flag,
  is_data_center: flag,
  proxy: flag.describe(joinText({ en: 'On a list of open proxies', zh: '在开放代理名单中' })),
  provider: z
    .string()
    .nullable()
    .describe(
      joinText({ en: 'Who runs the service, where a list or the network names it', zh: '服务的运营者（名单或网络有标明时）' }),
    ),
  confidence: z.null().describe(joinText({ en: 'No loaded list gives one', zh: '已加载的名单均未提供' })),
  first_seen: z.null(),
  last_seen: z
    .string()
    .nullable()
    .describe(
      joinText({
        en: 'Date of the newest list that names the address, YYYY-MM-DD',
        zh: '列有该地址的最新名单的日期，YYYY-MM-DD',
      }),
    ),
  evidence: z.array(
    z.object({
      flags: z.array(z.string()),
      list: z.string(),
      title: text.nullable(),
      url: z.string().nullable(),
      date: z
        .string()
        .nullable()
        .describe(joinText({ en: 'Date of the list', zh: '名单的日期' })),
    }),
  ),
  missing: z.record(z.string(), z.string().nullable()),
  build: z.string(),
})

const PREFIX = 'proxy_data.'

/** What one list says of an address: the flags that it sets, none of those that are false. */
type Evidence = { readonly flags: string[]; readonly list: string; readonly date: string | null }

/** The lists that name an address. A source that finds nothing against it is none of them. */
export function findEvidence({ sources, proxy_data: flags }: IpRecord): Evidence[] {
  return sources.flatMap(({ id, date, fields }) => {
    const named = fields.filter((field) => field.startsWith(PREFIX)).map((field) => field.slice(PREFIX.length))
    const set = named.filter((name) => flags[name as keyof typeof flags] === true)
    return set.length === 0 ? [] : [{ flags: set, list: id, date }]
  })
}

/** Date of the newest list that names an address, YYYY-MM-DD; null where none has one. */
export function findLastSeen(evidence: readonly Evidence[]): string | null {
  const dates = evidence.flatMap(({ date }) => (date === null ? [] : [date]))
  return dates.sort().at(-1) ?? null
}

/** The privacy part of a record: flags, and for each set flag the list that says so and its date. */
export function describePrivacy(record: IpRecord, sources: readonly UsedSource[]): z.output<typeof privacySchema> {
  const { proxy_data: flags } = record
  const evidence = findEvidence(record).map((found) => {
    const source = sources.find(({ id }) => id === found.list)
    return { ...found, title: source?.title ?? null, url: source?.homepage ?? null }
  })
  return {
    ip: record.ip,
    network: record.network,
    is_proxy: record.is_proxy,
    is_vpn: flags.is_vpn,
    is_tor: flags.is_tor,
    is_relay: flags.is_relay,
    is_hosting: flags.is_hosting,
    is_data_center: flags.is_data_center,
    proxy: flags.is_proxy,
    provider: findProvider(record),
    confidence: null,
    first_seen: null,
    last_seen: findLastSeen(evidence),
    evidence,
    missing: Object.fromEntries(
      Object.entries(record.missing)
        .filter(([name]) => name.startsWith(PREFIX) || name === 'is_proxy')
        .map(([name, reason]) => [name.replace(PREFIX, ''), reason]),
    ),
    build: record.build,
  }
}

/** Who runs what the flags speak of, as far as lists and networks name it. */
export function findProvider({ proxy_data: flags, ASN }: IpRecord): string | null {
  if (flags.is_relay) return 'iCloud Private Relay'
  if (flags.is_tor) return 'Tor'
  return flags.is_vpn || flags.is_proxy || flags.is_hosting || flags.is_data_center ? ASN.organization : null
}
