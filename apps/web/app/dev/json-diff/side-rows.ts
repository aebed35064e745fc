import { diffJson, pairByKey, toCanonical, type JsonDiffOptions } from '@octet/tools/lib/json/diff.ts'
import type { JsonNode } from '@octet/tools/lib/json/tree.ts'
import { parseJsonTree } from '@octet/tools/lib/json/tree.ts'
import { writeJson } from '@octet/tools/lib/json/write.ts'
import type { DiffLine, DiffRow } from '../diff-rows.ts'

const INDENT = '  '

/** One place of both documents: what stands there on each side, and what it is called. */
type Pair = { readonly name: string; readonly before: JsonNode | undefined; readonly after: JsonNode | undefined }

/**
 * Both documents line by line, the same place facing itself whatever the order of keys. What the comparison takes for
 * equal is not marked, however it is written. Throws what the reader throws.
 */
export function toSideRows(left: string, right: string, options: JsonDiffOptions): DiffRow[] {
  const rows: { left: string | undefined; right: string | undefined; isSame: boolean }[] = []
  const isSame = (before: JsonNode, after: JsonNode) => diffJson(before, after, options).length === 0
  const put = (left: string | undefined, right: string | undefined, isSame: boolean) => rows.push({ left, right, isSame })

  const visit = ({ name, before, after }: Pair, depth: number, commas: readonly [string, string]): void => {
    const start = INDENT.repeat(depth) + name
    const pairs = before && after && toPairs(before, after, options)
    if (pairs) {
      const [open, close] = before.type === 'array' ? '[]' : '{}'
      put(start + open, start + open, true)
      pairs.forEach((pair, index) => {
        const rest = pairs.slice(index + 1)
        const comma = (side: 'before' | 'after') => (rest.some((other) => other[side]) ? ',' : '')
        visit(pair, depth + 1, [comma('before'), comma('after')])
      })
      const end = INDENT.repeat(depth) + close
      put(end + commas[0], end + commas[1], true)
      return
    }
    const write = (node: JsonNode | undefined, comma: string) =>
      node ? (start + writeJson(node, { indent: INDENT }).replaceAll('\n', `\n${INDENT.repeat(depth)}`) + comma).split('\n') : []
    const [own, other] = [write(before, commas[0]), write(after, commas[1])]
    const isEqual = before !== undefined && after !== undefined && isSame(before, after)
    for (let at = 0; at < Math.max(own.length, other.length); at++) put(own[at], other[at], isEqual)
  }
  visit({ name: '', before: parseJsonTree(left), after: parseJsonTree(right) }, 0, ['', ''])
  return toLines(rows)
}

/** The places inside two objects or two lists; undefined where both are not of one kind, or one is empty. */
function toPairs(before: JsonNode, after: JsonNode, options: JsonDiffOptions): Pair[] | undefined {
  if (before.type === 'object' && after.type === 'object') {
    const [own, other] = [before, after].map(({ entries }) => new Map(entries.map(({ key, value }) => [key, value]))) as [
      Map<string, JsonNode>,
      Map<string, JsonNode>,
    ]
    const keys = [...new Set([...own.keys(), ...other.keys()])].filter((key) => !options.ignoredKeys.has(key))
    return own.size && other.size
      ? keys.map((key) => ({ name: `${JSON.stringify(key)}: `, before: own.get(key), after: other.get(key) }))
      : undefined
  }
  if (before.type !== 'array' || after.type !== 'array' || !before.items.length || !after.items.length) return undefined
  const keyed = pairByKey(before.items, after.items, options)
  if (keyed) return keyed.map((pair) => ({ name: '', before: pair.before, after: pair.after }))
  if (options.ignoresOrder) return toBagPairs(before.items, after.items, options)
  const length = Math.max(before.items.length, after.items.length)
  return Array.from({ length }, (_, at) => ({ name: '', before: before.items[at], after: after.items[at] }))
}

/** Items that both lists have face each other; the rest stands alone. */
function toBagPairs(before: readonly JsonNode[], after: readonly JsonNode[], options: JsonDiffOptions): Pair[] {
  const rest = new Map<string, JsonNode[]>()
  for (const item of after) rest.set(toCanonical(item, options), [...(rest.get(toCanonical(item, options)) ?? []), item])
  const pairs = before.map((item): Pair => ({ name: '', before: item, after: rest.get(toCanonical(item, options))?.shift() }))
  return [...pairs, ...[...rest.values()].flat().map((item): Pair => ({ name: '', before: undefined, after: item }))]
}

/** Numbers the lines of each side. */
function toLines(rows: readonly { left: string | undefined; right: string | undefined; isSame: boolean }[]): DiffRow[] {
  const counts = { left: 0, right: 0 }
  const toLine = (side: 'left' | 'right', text: string | undefined): DiffLine | undefined =>
    text === undefined ? undefined : { at: ++counts[side], pieces: [{ text, isChanged: false }] }
  return rows.map(({ left, right, isSame }) => ({ left: toLine('left', left), right: toLine('right', right), isSame }))
}
