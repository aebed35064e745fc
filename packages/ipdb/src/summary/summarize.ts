import * as z from 'zod'
import { AppError } from '@octet/core/errors.ts'
import { formatIpv6, parseIpv6 } from '@octet/core/ip/ipv6.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { Lang } from '@octet/core/text.ts'
import { joinText } from '@octet/core/text.ts'
import type { Ipdb } from '../open.ts'
import { isBogon } from './is-bogon.ts'

const counts = z.array(z.object({ name: z.string(), count: z.number().int() }))

export const summarySchema = z.object({
  total: z
    .number()
    .int()
    .describe(joinText({ en: 'Lines that are addresses', zh: '是地址的行数' })),
  unique: z.number().int(),
  invalid: z
    .number()
    .int()
    .describe(joinText({ en: 'Lines that are no address', zh: '不是地址的行数' })),
  bogon: z
    .number()
    .int()
    .describe(
      joinText({ en: 'Unique addresses that are not used on the public Internet', zh: '去重后不用于公共互联网的地址数' }),
    ),
  ipv4: z.number().int(),
  ipv6: z.number().int(),
  countries: counts,
  regions: counts,
  cities: counts,
  asns: counts,
  usage_types: counts,
  privacy: z.object({
    vpn: z.number().int(),
    tor: z.number().int(),
    proxy: z.number().int(),
    relay: z.number().int(),
    hosting: z.number().int(),
    data_center: z.number().int(),
  }),
  build: z.string(),
})
export type Summary = z.output<typeof summarySchema>

/** Addresses after which other work gets a turn. */
export const TURN = 4_096
/** Names in each list, the most frequent first. */
const MAX_NAMES = 100

/** Unique addresses, of all spellings of IPv6 in that of RFC 5952, and how many of them lie in each row of the table. */
export type Gathered = {
  readonly total: number
  readonly invalid: number
  readonly unique: ReadonlySet<string>
  readonly rows: ReadonlyMap<number, { address: string; count: number }>
}

/** Reads addresses and gathers them by row, so that each answer is made once. */
export async function gather(db: Ipdb, addresses: AsyncIterable<string>, signal: AbortSignal): Promise<Gathered> {
  const unique = new Set<string>()
  const rows = new Map<number, { address: string; count: number }>()
  let total = 0
  let invalid = 0
  let turns = 0
  for await (const address of addresses) {
    if (++turns % TURN === 0) await new Promise(setImmediate)
    if (signal.aborted) throw new AppError('cancelled')
    const id = db.findId(address)
    if (id < 0) {
      invalid++
      continue
    }
    total++
    const spelled = address.includes(':') ? formatIpv6(parseIpv6(address)) : address
    if (unique.has(spelled)) continue
    unique.add(spelled)
    const row = rows.get(id)
    if (row) row.count++
    else rows.set(id, { address, count: 1 })
  }
  return { total, invalid, unique, rows }
}

/** How unique addresses are spread over countries, towns, networks and privacy flags. */
export async function summarize(db: Ipdb, gathered: Gathered, lang: Lang): Promise<Summary> {
  const tally = { countries: new Map(), regions: new Map(), cities: new Map(), asns: new Map(), usage_types: new Map() } as Tally
  const privacy = { vpn: 0, tor: 0, proxy: 0, relay: 0, hosting: 0, data_center: 0 }
  const now = new Date()
  let [bogon, ipv6, turns] = [0, 0, 0]
  for (const { address, count } of gathered.rows.values()) {
    if (++turns % TURN === 0) await new Promise(setImmediate)
    const record = db.lookup(address, { lang, now })
    if (address.includes(':')) ipv6 += count
    if (isBogon(record)) {
      bogon += count
      continue
    }
    addNames(tally, record, count)
    const { proxy_data: flags } = record
    for (const name of Object.keys(privacy) as (keyof typeof privacy)[]) if (flags[`is_${name}`]) privacy[name] += count
  }
  const { total, invalid, unique } = gathered
  const lists = Object.fromEntries(Object.entries(tally).map(([name, map]) => [name, toTop(map)])) as Record<keyof Tally, Top>
  return { total, unique: unique.size, invalid, bogon, ipv4: unique.size - ipv6, ipv6, ...lists, privacy, build: db.build }
}

/** The same for a list in memory. */
export async function summarizeList(db: Ipdb, addresses: readonly string[], lang: Lang): Promise<Summary> {
  const one = (async function* () {
    yield* addresses
  })()
  return summarize(db, await gather(db, one, new AbortController().signal), lang)
}

type Tally = Record<'countries' | 'regions' | 'cities' | 'asns' | 'usage_types', Map<string, number>>
type Top = { name: string; count: number }[]

function addNames(tally: Tally, { ASN, ...record }: IpRecord, count: number): void {
  const add = (map: Map<string, number>, ...parts: (string | null)[]) => {
    if (parts[0] === null) return
    const name = parts.filter(Boolean).join(', ')
    map.set(name, (map.get(name) ?? 0) + count)
  }
  add(tally.countries, record.country_code)
  add(tally.regions, record.region_name, record.country_code)
  add(tally.cities, record.city_name, record.region_name, record.country_code)
  add(tally.asns, ASN.asn === null ? null : `AS${ASN.asn} ${ASN.asn_name ?? ''}`.trim())
  add(tally.usage_types, ASN.usage_type)
}

function toTop(map: ReadonlyMap<string, number>): Top {
  return [...map]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_NAMES)
}
