import type { StringPool } from './string-pool.ts'

/** How a network stands in the routing of the Internet; 0 in the table stands for unknown. */
export const NETWORK_ROLES = [
  'tier1_transit',
  'major_transit',
  'midsize_transit',
  'access_provider',
  'content_network',
  'stub',
] as const
export type NetworkRole = (typeof NETWORK_ROLES)[number]

/** What registries and routes say of an autonomous system, beside its name and its addresses. */
export type NetworkFacts = {
  readonly asn: number
  /** Its name in the registry, such as `CLOUDFLARENET`; empty when unknown. */
  readonly handle: string
  /** Where it is registered, ISO 3166-1 alpha-2. */
  readonly country: string | null
  /** Since when, YYYY-MM-DD. */
  readonly registered: string | null
  readonly role: NetworkRole | null
  /** Numbers of the networks it buys transit from; null when no route of it was seen. */
  readonly providers: readonly number[] | null
  /** How many networks it exchanges routes with, free of charge. */
  readonly peerCount: number | null
}

const WORDS = 6
/**
 * Columns: the number, the string of the handle, country (two letters) over the role, the day as a number (20261127), the
 * peers plus one, and where the providers begin in the lists; 0 where nothing is known.
 */
const [ASN, HANDLE, COUNTRY_AND_ROLE, REGISTERED, PEERS, PROVIDERS] = [0, 1, 2, 3, 4, 5]

/** Networks as they stand in the file: rows in order of their numbers, and lists that begin with their size. */
export type NetworkTables = { readonly networks: Uint32Array; readonly lists: Uint32Array }

/** Lays networks out for the file; `intern` gives the number of a string. */
export function encodeNetworks(facts: Iterable<NetworkFacts>, intern: (text: string) => number): NetworkTables {
  const sorted = [...facts].sort((a, b) => a.asn - b.asn)
  const networks = new Uint32Array(WORDS * sorted.length)
  const lists = [0]
  for (const [row, { asn, handle, country, registered, role, providers, peerCount }] of sorted.entries()) {
    const letters = country === null ? 0 : (country.charCodeAt(0) << 8) | country.charCodeAt(1)
    networks.set(
      [
        asn,
        intern(handle),
        (letters << 16) | (role === null ? 0 : NETWORK_ROLES.indexOf(role) + 1),
        registered === null ? 0 : Number(registered.replaceAll('-', '')),
        peerCount === null ? 0 : peerCount + 1,
        providers === null ? 0 : lists.length,
      ],
      WORDS * row,
    )
    if (providers) lists.push(providers.length, ...providers)
  }
  return { networks, lists: Uint32Array.from(lists) }
}

/** The networks of a database by number. */
export class NetworkFactsTable {
  readonly #networks: Uint32Array
  readonly #lists: Uint32Array
  readonly #strings: StringPool
  #customers: ReadonlyMap<number, readonly number[]> | undefined

  constructor({ networks, lists }: NetworkTables, strings: StringPool) {
    this.#networks = networks
    this.#lists = lists
    this.#strings = strings
  }

  /** How many there are; 0 in files of before, and where no source was loaded. */
  get size(): number {
    return this.#networks.length / WORDS
  }

  /** What is known of a network; undefined when nothing is. */
  get(asn: number): NetworkFacts | undefined {
    let low = 0
    let high = this.size
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#networks[WORDS * middle + ASN]! < asn) low = middle + 1
      else high = middle
    }
    return low < this.size && this.#networks[WORDS * low + ASN] === asn ? this.#read(low) : undefined
  }

  /** Numbers of the networks that buy transit from a network, ascending. */
  customersOf(asn: number): readonly number[] {
    this.#customers ??= this.#findCustomers()
    return this.#customers.get(asn) ?? []
  }

  #read(row: number): NetworkFacts {
    const words = this.#networks.subarray(WORDS * row, WORDS * (row + 1))
    const letters = words[COUNTRY_AND_ROLE]! >>> 16
    const day = String(words[REGISTERED]!)
    const peers = words[PEERS]!
    return {
      asn: words[ASN]!,
      handle: this.#strings.get(words[HANDLE]!) ?? '',
      country: letters === 0 ? null : String.fromCharCode(letters >> 8, letters & 0xff),
      registered: day === '0' ? null : `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`,
      role: NETWORK_ROLES[(words[COUNTRY_AND_ROLE]! & 0xffff) - 1] ?? null,
      providers: this.#listAt(words[PROVIDERS]!),
      peerCount: peers === 0 ? null : peers - 1,
    }
  }

  #listAt(at: number): number[] | null {
    return at === 0 ? null : [...this.#lists.subarray(at + 1, at + 1 + this.#lists[at]!)]
  }

  #findCustomers(): Map<number, number[]> {
    const found = new Map<number, number[]>()
    for (let row = 0; row < this.size; row++) {
      const customer = this.#networks[WORDS * row + ASN]!
      for (const provider of this.#listAt(this.#networks[WORDS * row + PROVIDERS]!) ?? []) {
        const known = found.get(provider)
        if (known) known.push(customer)
        else found.set(provider, [customer])
      }
    }
    return found
  }
}
