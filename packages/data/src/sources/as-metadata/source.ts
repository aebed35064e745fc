import { readFile } from 'node:fs/promises'
import { defineSource } from '@octet/core/source.ts'
import type { UsageType } from '@octet/ipdb/meta.ts'
import { NETWORK_ROLES, type NetworkFacts, type NetworkRole } from '@octet/ipdb/network-facts.ts'
import { readJsonItems } from '../../readers/json-items.ts'

/** What a network is for, registered since when, and by whom it is connected: one row for each AS number. */
export type DescribedNetwork = NetworkFacts & { readonly usage: UsageType | null }

const USAGES: Readonly<Record<string, UsageType>> = {
  isp: 'isp',
  hosting: 'hosting',
  business: 'business',
  education_research: 'education',
  government_admin: 'government',
}

/** AS numbers as registries and routes describe them. Takes the place of guesses from names where it says what a network is for. */
export default defineSource<'networks', DescribedNetwork>({
  id: 'as-metadata',
  title: { en: 'AS metadata by ipverse', zh: 'ipverse 自治系统元数据' },
  homepage: 'https://github.com/ipverse/as-metadata',
  licence: {
    name: 'CC0-1.0',
    url: 'https://creativecommons.org/publicdomain/zero/1.0/',
    attribution: { en: 'AS metadata by ipverse', zh: '自治系统元数据由 ipverse 提供' },
    mayRedistribute: true,
  },
  origin: {
    kind: 'url',
    urls: ['https://raw.githubusercontent.com/ipverse/as-metadata/master/as.json'],
    cadence: 'daily',
    maxBytes: 256 << 20,
  },
  kind: 'networks',
  precedence: 10,
  bounds: { minRows: 80_000, maxRows: 1_000_000 },
  golden: [],
  async *parse(files) {
    for (const file of files) for (const item of readJsonItems(await readFile(file))) yield toNetwork(item)
  },
})

/** @throws when an item has no AS number */
function toNetwork(item: unknown): DescribedNetwork {
  const { asn, metadata, stats } = item as { asn?: unknown; metadata?: Part; stats?: Part }
  if (!Number.isInteger(asn) || (asn as number) < 0 || (asn as number) > 0xffff_ffff)
    throw new Error(`expected an AS number, got “${JSON.stringify(item).slice(0, 80)}”`)
  const connectivity = (stats?.['connectivity'] ?? {}) as Record<string, unknown>
  const providers = connectivity['providerAsns']
  const role = toText(metadata?.['networkRole'])
  return {
    asn: asn as number,
    handle: toText(metadata?.['handle']),
    usage: USAGES[toText(metadata?.['category'])] ?? null,
    country: toCountry(toText(metadata?.['countryCode'])),
    registered: toDay(toText(metadata?.['registered'])),
    role: (NETWORK_ROLES as readonly string[]).includes(role) ? (role as NetworkRole) : null,
    providers: Array.isArray(providers) ? providers.filter((one): one is number => Number.isInteger(one)) : null,
    peerCount: toCount(connectivity['peers']),
  }
}

type Part = Readonly<Record<string, unknown>> | null

const toText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const toCount = (value: unknown): number | null => (Number.isInteger(value) && (value as number) >= 0 ? (value as number) : null)
/** `XX` and `ZZ` stand for none. */
const toCountry = (code: string): string | null => (/^[A-W][A-Z]$|^Y[ET]$|^Z[AMW]$/.test(code) ? code : null)
/** Older files have a time behind the day. */
const toDay = (text: string): string | null => /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? null
