import { LEAK_LIFE_MS } from './leak-token.ts'
import type { Seen } from '@octet/probe/watched-zone/serve-zone.ts'

/** A resolver that asked, and how. */
export type SeenResolver = {
  readonly address: string
  readonly transports: Seen['transport'][]
  /** What it said of its client's address, as CIDR. */
  readonly subnets: string[]
}

const MAX_TOKENS = 2_000
const MAX_RESOLVERS = 32
const MAX_SUBNETS = 4

type Kept = { readonly transports: Set<Seen['transport']>; readonly subnets: Set<string> }

/** Who asked for which token: as long as it can be read, and of too many tokens the one that came first is forgotten first. */
export class Sightings {
  readonly #byToken = new Map<string, Map<string, Kept>>()

  /** Whether it tells something new. */
  note({ token, resolver, transport, subnet }: Seen): boolean {
    const resolvers = this.#byToken.get(token) ?? this.#add(token)
    const before = resolvers.get(resolver)
    if (!before && resolvers.size >= MAX_RESOLVERS) return false
    const kept: Kept = before ?? { transports: new Set(), subnets: new Set() }
    resolvers.set(resolver, kept)
    const isNew = !before || !kept.transports.has(transport)
    kept.transports.add(transport)
    if (subnet === null || kept.subnets.has(subnet) || kept.subnets.size >= MAX_SUBNETS) return isNew
    kept.subnets.add(subnet)
    return true
  }

  /** In the order in which they came. */
  list(token: string): SeenResolver[] {
    return [...(this.#byToken.get(token) ?? [])].map(([address, { transports, subnets }]) => ({
      address,
      transports: [...transports],
      subnets: [...subnets],
    }))
  }

  #add(token: string): Map<string, Kept> {
    const [oldest] = this.#byToken.keys()
    if (oldest !== undefined && this.#byToken.size >= MAX_TOKENS) this.#byToken.delete(oldest)
    const resolvers = new Map<string, Kept>()
    this.#byToken.set(token, resolvers)
    setTimeout(() => this.#byToken.delete(token), LEAK_LIFE_MS).unref()
    return resolvers
  }
}
