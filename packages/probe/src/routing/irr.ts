import { formatCidr, parseCidr } from '@octet/core/ip/cidr.ts'
import type { Roa, RouteObject } from '@octet/core/probe/routing.ts'
import { readAttributes } from './rpsl.ts'

/** A registry that mirrors the others and shows ROAs as objects of a source of their own (IRRd). */
export const IRR_SERVER = 'rr.ntt.net'

/** Route objects around a network, its own among them. */
export const toRoutesQuery = (cidr: string): string => `-L ${cidr}`
/** ROAs around a network. */
export const toRoasQuery = (cidr: string): string => `-s RPKI -L ${cidr}`
/** What an operator says of an AS and its neighbours. */
export const toPolicyQuery = (asn: number): string => `-T aut-num AS${asn}`
/** The prefixes that name an AS as their origin, separated by spaces; IRRd's own form, which answers faster. */
export const toPrefixesQuery = (asn: number, version: 4 | 6): string => `${version === 4 ? '!g' : '!6'}AS${asn}`

const NOTHING = /^%\s+No entries found/m
/** `D`: no such key. `C`: known, with nothing to it. */
const NO_PREFIXES = /^[CD]\s*$/
const ROA_SOURCE = 'RPKI'
const MAX_OBJECTS = 200

/** Whether an answer says that nothing is there. */
export const isNothing = (answer: string): boolean => NOTHING.test(answer) || NO_PREFIXES.test(answer)

/** Whether an answer is a refusal or a complaint in place of objects. */
export const isComplaint = (answer: string): boolean => /^(%%|F\s)/m.test(answer) && !/^(route6?:|aut-num:|A\d+)/m.test(answer)

/** The route and route6 objects of an answer (RFC 2622 §4), ROAs left out; at most 200, the narrowest prefix first. */
export function parseRoutes(answer: string): RouteObject[] {
  return parseObjects(answer)
    .filter(({ source }) => source !== ROA_SOURCE)
    .map(({ prefix, asn, source, fields }) => ({
      prefix,
      asn,
      source,
      description: fields.get('descr') ?? null,
      changed: fields.get('last-modified') ?? null,
    }))
}

/** The ROAs among the objects of an answer. */
export function parseRoas(answer: string): Roa[] {
  return parseObjects(answer).flatMap(({ prefix, asn, source, fields }) => {
    const length = Number(prefix.slice(prefix.indexOf('/') + 1))
    const maxLength = /^\d{1,3}$/.test(fields.get('max-length') ?? '') ? Number(fields.get('max-length')) : length
    return source === ROA_SOURCE ? [{ prefix, maxLength, asn, trustAnchor: fields.get('trust anchor') ?? null }] : []
  })
}

/** The prefixes of an answer in IRRd's own form: `A<bytes>`, the list, `C`. */
export function parsePrefixes(answer: string): string[] {
  const [, list = ''] = /^A\d+\s*\n([\s\S]*?)(?:\nC\s*)?$/.exec(answer.trimEnd()) ?? []
  return list.split(/\s+/).filter((word) => /^[\da-f.:]+\/\d{1,3}$/i.test(word))
}

type RpslObject = {
  readonly prefix: string
  readonly asn: number
  readonly source: string
  /** The first value of each attribute, its comment beside it where that names the trust anchor. */
  readonly fields: ReadonlyMap<string, string>
}

function parseObjects(answer: string): RpslObject[] {
  const objects = answer.split(/\n\s*\n/).flatMap((block) => toObject(toAttributes(block)) ?? [])
  return objects.sort((a, b) => toLength(b) - toLength(a)).slice(0, MAX_OBJECTS)
}

const toLength = ({ prefix }: RpslObject): number => Number(prefix.slice(prefix.indexOf('/') + 1))

function toObject(fields: ReadonlyMap<string, string>): RpslObject | undefined {
  const prefix = fields.get('route') ?? fields.get('route6')
  const asn = /^AS(\d{1,10})$/i.exec(fields.get('origin') ?? '')?.[1]
  if (prefix === undefined || asn === undefined) return undefined
  try {
    return { prefix: formatCidr(parseCidr(prefix).network), asn: Number(asn), source: fields.get('source') ?? '?', fields }
  } catch {
    return undefined // a prefix that nobody can read tells nothing
  }
}

/** The first value of each attribute, and the trust anchor that stands in a comment. */
function toAttributes(block: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const { name, value, comment } of readAttributes(block)) {
    if (!fields.has(name)) fields.set(name, value)
    const anchor = /^Trust Anchor:\s*(\S.*)$/i.exec(comment)?.[1]
    if (anchor) fields.set('trust anchor', anchor.trim())
  }
  return fields
}
