import type { TraceResult } from '@octet/core/probe/ping.ts'

type Path = TraceResult['paths'][number]

/**
 * Which way each flow went. Load balancers send the packets of a flow, which have the same addresses and ports, one way, and
 * those of another flow perhaps another (Augustin et al., “Avoiding traceroute anomalies with Paris traceroute”, 2006).
 */
export class FlowBook {
  readonly #flows = new Map<number, Map<number, string>>()

  add(flow: number, ttl: number, address: string): void {
    const hops = this.#flows.get(flow) ?? new Map<number, string>()
    this.#flows.set(flow, hops.set(ttl, address))
  }

  /** The ways up to a hop, the most frequent first. A flow with silent hops counts for the first way that it may have gone. */
  toPaths(lastTtl: number): Path[] {
    const paths: { flows: number; addresses: (string | null)[] }[] = []
    const ways = [...this.#flows.values()].map((hops) =>
      Array.from({ length: lastTtl }, (_, index) => hops.get(index + 1) ?? null),
    )
    for (const addresses of ways.toSorted((a, b) => countSilent(a) - countSilent(b))) {
      const same = paths.find((path) => fits(path.addresses, addresses))
      if (!same) paths.push({ flows: 1, addresses })
      else {
        same.flows++
        same.addresses = same.addresses.map((address, index) => address ?? addresses[index] ?? null)
      }
    }
    return paths.sort((a, b) => b.flows - a.flows)
  }
}

const countSilent = (addresses: readonly (string | null)[]): number => addresses.filter((address) => address === null).length

const fits = (path: readonly (string | null)[], addresses: readonly (string | null)[]): boolean =>
  addresses.every((address, index) => address === null || (path[index] ?? address) === address)
