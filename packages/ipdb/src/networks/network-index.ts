import type { Cidr } from '@octet/core/ip/cidr.ts'
import { countRange, toCidrs } from '@octet/core/ip/range.ts'
import type { Ipdb } from '../open.ts'
import { USAGE_TYPES, type UsageType } from '../meta.ts'
import { ASN, ASN_WORDS } from '../record-table.ts'

/** What the data says of an autonomous system as a whole. */
export type Network = {
  readonly asn: number
  readonly name: string | null
  readonly domain: string | null
  readonly usageType: UsageType | null
}

/** Part of a network's addresses that the data places in a country, from 0 to 1. */
export type CountryShare = { readonly country: string; readonly share: number }

/** The address space that a network announces. */
export type NetworkSpace = {
  readonly prefixes: readonly Cidr[]
  readonly prefixes6: readonly Cidr[]
  /** How many IPv4 addresses that is. */
  readonly ipv4Addresses: number
  /** The first of `countries`; null when none is known. */
  readonly country: string | null
  /** Where its IPv4 addresses, or its IPv6 ones if it has no others, are placed by the data; most addresses first. */
  readonly countries: readonly CountryShare[]
}

/** Networks whose address space is kept; finding it means one pass over all rows. */
const KEPT_SPACES = 64
const INDEXES = new WeakMap<Ipdb, NetworkIndex>()

/** The networks of a database by number, name and domain. */
export class NetworkIndex {
  readonly #db: Ipdb
  readonly #byNumber = new Map<number, Network>()
  readonly #spaces = new Map<number, NetworkSpace>()

  /** The index of a database; made once for each. */
  static of(db: Ipdb): NetworkIndex {
    let index = INDEXES.get(db)
    if (!index) INDEXES.set(db, (index = new NetworkIndex(db)))
    return index
  }

  constructor(db: Ipdb) {
    this.#db = db
    const { resolver, strings } = db.reader
    for (let at = 1; at < resolver.asnCount; at++) {
      const words = ASN_WORDS * at
      const asn = resolver.asns[words + ASN.asn]!
      if (this.#byNumber.has(asn)) continue
      this.#byNumber.set(asn, {
        asn,
        name: strings.get(resolver.asns[words + ASN.name]!),
        domain: strings.get(resolver.asns[words + ASN.domain]!),
        usageType: USAGE_TYPES[resolver.asns[words + ASN.usageAndFlags]! & 0xff] ?? null,
      })
    }
  }

  /** The network of a number; undefined when the data knows of none. */
  find(asn: number): Network | undefined {
    return this.#byNumber.get(asn)
  }

  /** Networks whose organisation has this name: letter for letter if there are such, else those that contain all its words. */
  findByOrganization(text: string): Network[] {
    const wanted = simplify(text)
    const all = [...this.#byNumber.values()]
    const exact = all.filter(({ name }) => name !== null && simplify(name) === wanted)
    if (exact.length > 0) return exact
    const words = wanted.split(' ').filter(Boolean)
    return words.length === 0
      ? []
      : all.filter(({ name }) => {
          const own = new Set(simplify(name ?? '').split(' '))
          return words.every((word) => own.has(word))
        })
  }

  /** Networks of a domain. */
  findByDomain(domain: string): Network[] {
    const wanted = domain.toLowerCase()
    return [...this.#byNumber.values()].filter((network) => network.domain === wanted)
  }

  /** Whether any source of domains of networks has been loaded. */
  get hasDomains(): boolean {
    return this.#db.reader.meta.loadedFields.includes('ASN.domain')
  }

  /** The address space of a network. One pass over all rows when it is not known yet. */
  getSpace(asn: number): NetworkSpace {
    let space = this.#spaces.get(asn)
    if (!space) {
      space = readSpace(this.#db, asn)
      if (this.#spaces.size >= KEPT_SPACES) this.#spaces.delete(this.#spaces.keys().next().value!)
    } else this.#spaces.delete(asn)
    this.#spaces.set(asn, space)
    return space
  }
}

function readSpace(db: Ipdb, asn: number): NetworkSpace {
  const ranges = [...db.ranges({ asn })]
  const prefixes: Cidr[] = []
  const prefixes6: Cidr[] = []
  let ipv4Addresses = 0n
  for (const range of ranges) {
    if (range.version === 4) ipv4Addresses += countRange(range)
    ;(range.version === 4 ? prefixes : prefixes6).push(...toCidrs(range))
  }
  const countries = findCountries(
    db,
    ranges.filter(({ version }) => version === (ipv4Addresses > 0n ? 4 : 6)),
  )
  return { prefixes, prefixes6, ipv4Addresses: Number(ipv4Addresses), country: countries[0]?.country ?? null, countries }
}

/** Every row counts by its addresses: neighbouring rows of one network are often in different countries. */
function findCountries(db: Ipdb, ranges: Parameters<Ipdb['countByRecord']>[0]): CountryShare[] {
  const counts = new Map<string, number>()
  let total = 0
  for (const [record, size] of db.countByRecord(ranges)) {
    const country = db.reader.countryOf(record)
    total += size
    if (country !== null) counts.set(country, (counts.get(country) ?? 0) + size)
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([country, count]) => ({ country, share: count / total }))
}

function simplify(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
