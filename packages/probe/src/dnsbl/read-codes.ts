import type { BlockListProblem } from '@octet/core/probe/dnsbl.ts'
import type { Text } from '@octet/core/text.ts'
import type { BlockList } from './lists.ts'

/** What the addresses in an answer say of the name that was asked. */
export type Reading =
  | { readonly state: 'clean' | 'listed' | 'noted' }
  | { readonly state: 'refused' | 'broken'; readonly problem: BlockListProblem }

/** Addresses by which lists say that they did not look: https://www.spamhaus.org/faqs/dnsbl-usage/#200, used by others, too. */
const REFUSALS: Readonly<Record<string, BlockListProblem>> = {
  '127.255.255.252': 'mistyped',
  '127.255.255.254': 'public_resolver',
  '127.255.255.255': 'too_many',
}

/** Only 127.0.0.0/8 are codes (RFC 5782 §2.1): anything else comes from whoever bought the domain, or from the resolver. */
export function readCodes(codes: readonly string[], list: BlockList): Reading {
  if (codes.length === 0) return { state: 'clean' }
  const outside = codes.some((code) => !code.startsWith('127.'))
  if (outside) return { state: 'broken', problem: 'not_a_code' }
  const noted = list.notedCodes ?? []
  for (const code of codes) {
    if (REFUSALS[code] ?? code.startsWith('127.255.255.')) return { state: 'refused', problem: REFUSALS[code] ?? 'refused' }
    const isOne = code === '127.0.0.1' && !list.usesOne && !noted.includes(code)
    if (isOne || list.refusalCodes?.includes(code)) return { state: 'refused', problem: 'refused' }
  }
  return { state: codes.every((code) => noted.includes(code)) ? 'noted' : 'listed' }
}

/** What codes stand for, each once. */
export function toMeanings(codes: readonly string[], { codes: known = {}, bits = {} }: BlockList): Text[] {
  const texts = codes.flatMap((code) => {
    const sum = Number(code.split('.').at(-1))
    const summed = Object.entries(bits).flatMap(([bit, text]) => ((sum & Number(bit)) === 0 ? [] : [text]))
    return known[code] ? [known[code]] : summed
  })
  return [...new Map(texts.map((text) => [text.en, text])).values()]
}
