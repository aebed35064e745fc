import { toCanonicalNumber } from './number.ts'
import type { JsonNode } from './tree.ts'

/**
 * Doubles that stand for the numbers of some documents: as near as they can be, equal for equal values only and in the
 * same order, so that a program of doubles compares, sorts and finds exactly; and the way back to the digits.
 */
export type StandIns = {
  /** The tree with its numbers replaced. */
  put(node: JsonNode): JsonNode
  /** The digits that a double stands for; its own where it was calculated. */
  toDigits(value: number): string
}

export function createStandIns(documents: readonly JsonNode[]): StandIns {
  const spellings = new Map<string, string>()
  for (const document of documents) collect(document, spellings)
  const doubles = new Map<string, number>()
  const digits = new Map<number, string>()
  let last = -Infinity
  for (const [canonical, raw] of [...spellings].sort(([a, rawA], [b, rawB]) => compare({ a, rawA, b, rawB }))) {
    last = last < toNearest(raw) ? toNearest(raw) : toNext(last)
    doubles.set(canonical, last)
    digits.set(last, raw)
  }
  return {
    put: (node) => replace(node, (raw) => String(doubles.get(toCanonicalNumber(raw)))),
    toDigits: (value) => digits.get(value) ?? JSON.stringify(value),
  }
}

/** The numbers of a tree by value, each as it is first written. */
function collect(node: JsonNode, spellings: Map<string, string>): void {
  if (node.type === 'array') for (const item of node.items) collect(item, spellings)
  else if (node.type === 'object') for (const { value } of node.entries) collect(value, spellings)
  else if (node.type === 'number') {
    const canonical = toCanonicalNumber(node.raw)
    if (!spellings.has(canonical)) spellings.set(canonical, node.raw)
  }
}

/** Above these there is room for what is greater than any double. */
const GREATEST = 2 ** 1023
const toNearest = (raw: string): number => {
  const value = Number(raw)
  return value === Infinity ? GREATEST : value === -Infinity ? -Number.MAX_VALUE : value
}

/** By value; numbers of one double by their digits. */
function compare({ a, rawA, b, rawB }: { a: string; rawA: string; b: string; rawB: string }): number {
  const [valueA, valueB] = [Number(rawA), Number(rawB)]
  if (valueA !== valueB) return valueA < valueB ? -1 : 1
  const [x, y] = [split(a), split(b)]
  if (x.sign !== y.sign) return x.sign - y.sign
  const size = x.size === y.size ? (x.digits < y.digits ? -1 : 1) : x.size < y.size ? -1 : 1
  return x.sign < 0 ? -size : size
}

/** Sign, digits, and the power of ten of the first digit, of a canonical number; nothing has no size. */
function split(canonical: string): { sign: number; digits: string; size: bigint } {
  const [, minus, digits = '', exponent = '0'] = /^(-?)(\d+)(?:e(-?\d+))?$/.exec(canonical) ?? []
  if (digits === '0') return { sign: 0, digits, size: 0n }
  return { sign: minus ? -1 : 1, digits, size: BigInt(exponent) + BigInt(digits.length) }
}

/** The next double above. */
function toNext(value: number): number {
  if (value === 0) return Number.MIN_VALUE
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  view.setBigInt64(0, view.getBigInt64(0) + (value > 0 ? 1n : -1n))
  return view.getFloat64(0)
}

function replace(node: JsonNode, spell: (raw: string) => string): JsonNode {
  if (node.type === 'array') return { type: 'array', items: node.items.map((item) => replace(item, spell)) }
  if (node.type === 'object')
    return { type: 'object', entries: node.entries.map((entry) => ({ ...entry, value: replace(entry.value, spell) })) }
  return node.type === 'number' ? { type: 'number', raw: spell(node.raw) } : node
}
