import * as z from 'zod'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { UsedSource } from '@octet/ipdb/manifest.ts'

const flag = z.boolean().nullable()
const text = z.object({ en: z.string(), zh: z.string() })

export const privacySchema = z.object({
  ip: z.string(),
  network: z.string().nullable(),
  is_proxy: flag.describe('VPN, Tor, proxy or relay'),
  is_vpn: flag,
  is_tor: flag,
  is_relay: flag,
  is_hosting: flag,
  is_data_center: flag,
  proxy: flag.describe('On a list of open proxies'),
  provider: z.string().nullable().describe('Who runs the service, where a list or the network names it'),
  confidence: z.null().describe('No loaded list gives one'),
  first_seen: z.null(),
  last_seen: z.string().nullable().describe('Date of the newest list that names the address, YYYY-MM-DD'),
  evidence: z.array(
    z.object({
      flags: z.array(z.string()),
      list: z.string(),
      title: text.nullable(),
      url: z.string().nullable(),
      date: z.string().nullable().describe('Date of the list'),
    }),
  ),
  missing: z.record(z.string(), z.string().nullable()),
  build: z.string(),
})

const PREFIX = 'proxy_data.'

/** The privacy part of a record: flags, and for each set flag the list that says so and its date. */
export function describePrivacy(record: IpRecord, sources: readonly UsedSource[]): z.output<typeof privacySchema> {
  const { proxy_data: flags } = record
  const evidence = record.sources.flatMap(({ id, date, fields }) => {
    const set = fields.filter((field) => field.startsWith(PREFIX)).map((field) => field.slice(PREFIX.length))
    const holds = set.filter((name) => flags[name as keyof typeof flags] === true)
    const source = sources.find((used) => used.id === id)
    return holds.length === 0
      ? []
      : [{ flags: holds, list: id, title: source?.title ?? null, url: source?.homepage ?? null, date }]
  })
  const dates = evidence.flatMap(({ date }) => (date === null ? [] : [date])).sort()
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
    last_seen: dates.at(-1) ?? null,
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
