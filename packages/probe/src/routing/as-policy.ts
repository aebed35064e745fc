import type { Relation, RoutingPolicy } from '@octet/core/probe/routing.ts'
import { readAttributes, type Attribute } from './rpsl.ts'

const MAX_NEIGHBOURS = 500
const FAMILIES = ['ipv4', 'ipv6'] as const
type Family = (typeof FAMILIES)[number]

/** What is taken from a neighbour and given to it: everything, something, or nothing that is said. */
type Exchange = { taken?: 'all' | 'some'; given?: 'all' | 'some' }

/**
 * What an aut-num object says of the neighbours of an AS. Of several registries' objects the one that says most is read,
 * the one changed last among equals; undefined where none says anything.
 */
export function parsePolicy(answer: string, asn: number, isCut: boolean): RoutingPolicy | undefined {
  const policies = answer.split(/\n\s*\n/).flatMap((block) => {
    const attributes = readAttributes(block)
    const find = (wanted: string) => attributes.find(({ name }) => name === wanted)?.value
    if (find('aut-num')?.toUpperCase() !== `AS${asn}`) return []
    const neighbours = toNeighbours(attributes)
    return [{ asn, source: find('source') ?? '?', changed: find('last-modified') ?? null, neighbours, isCut }]
  })
  const [best] = policies.sort(
    (a, b) => b.neighbours.length - a.neighbours.length || (b.changed ?? '').localeCompare(a.changed ?? ''),
  )
  if (!best || best.neighbours.length === 0) return undefined
  const kept = best.neighbours.slice(0, MAX_NEIGHBOURS)
  return { ...best, neighbours: kept, isCut: isCut || kept.length < best.neighbours.length }
}

function toNeighbours(attributes: readonly Attribute[]): RoutingPolicy['neighbours'] {
  const exchanges = new Map<Family, Map<number, Exchange>>(FAMILIES.map((family) => [family, new Map<number, Exchange>()]))
  for (const { name, value } of attributes) {
    const [, isMultiple, direction] = /^(mp-)?(import|export)$/.exec(name) ?? []
    if (!direction) continue
    const side = direction === 'import' ? 'taken' : 'given'
    for (const family of isMultiple ? toFamilies(value) : (['ipv4'] as const))
      for (const { asn, isAll } of readTerms(value)) {
        const exchange = exchanges.get(family)!.get(asn) ?? {}
        if (exchange[side] !== 'all') exchange[side] = isAll ? 'all' : 'some'
        exchanges.get(family)!.set(asn, exchange)
      }
  }
  return join(exchanges)
}

/** One row for both families where they agree. */
function join(exchanges: ReadonlyMap<Family, ReadonlyMap<number, Exchange>>): RoutingPolicy['neighbours'] {
  const [v4, v6] = FAMILIES.map((family) => exchanges.get(family)!) as [Map<number, Exchange>, Map<number, Exchange>]
  const rows = [...new Set([...v4.keys(), ...v6.keys()])].flatMap((asn): RoutingPolicy['neighbours'] => {
    const [four, six] = [v4, v6].map((family) => family.get(asn)).map((exchange) => exchange && toRelation(exchange))
    if (four && four === six) return [{ asn, relation: four, family: 'both' }]
    return [
      ...(four ? [{ asn, relation: four, family: 'ipv4' as const }] : []),
      ...(six ? [{ asn, relation: six, family: 'ipv6' as const }] : []),
    ]
  })
  return rows.sort((a, b) => ORDER.indexOf(a.relation) - ORDER.indexOf(b.relation) || a.asn - b.asn)
}

const ORDER: readonly Relation[] = ['upstream', 'peer', 'customer', 'unclear']

/** Who gives all routes sells transit; who gets all buys it; two that give each other some are peers. */
function toRelation({ taken, given }: Exchange): Relation {
  if (taken === 'all') return given === 'all' ? 'unclear' : 'upstream'
  if (given === 'all') return 'customer'
  return taken && given ? 'peer' : 'unclear'
}

/** `afi ipv6.unicast, ipv4.unicast from …`; without `afi` both are meant (RFC 4012 §2.5). */
function toFamilies(value: string): readonly Family[] {
  const [, list = ''] = /\bafi\s+([\w.]+(?:\s*,\s*[\w.]+)*)/i.exec(value) ?? []
  const found = FAMILIES.filter((family) => list.toLowerCase().includes(family))
  return found.length > 0 ? found : FAMILIES
}

/** `from AS1 action pref=100; from AS2 accept ANY`: every AS named before a filter, and whether the filter takes everything. */
function readTerms(value: string): { readonly asn: number; readonly isAll: boolean }[] {
  let end = 0
  return Array.from(value.matchAll(/\b(?:accept|announce)\s+([^;]*)/gi)).flatMap(({ 0: whole, 1: filter = '', index }) => {
    const peers = value.slice(end, index)
    end = index + whole.length
    return Array.from(peers.matchAll(/\b(?:from|to)\s+AS(\d{1,10})\b/gi), ([, asn]) => ({
      asn: Number(asn),
      isAll: takesAll(filter),
    }))
  })
}

/** `ANY`, a default route, or all prefixes. */
const takesAll = (filter: string): boolean => /^[({\s]*(?:ANY\b|(?:0\.0\.0\.0|0*(?::0*)+)\/0\b)/i.test(filter)
