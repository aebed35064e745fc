import { isEqual } from './path.ts'
import { toCanonicalNumber } from './number.ts'
import type { JsonNode, JsonScalar } from './tree.ts'
import { writeJson } from './write.ts'

export type JsonChange = {
  /** JSONPath, as people read it. */
  readonly path: string
  /** JSON Pointer (RFC 6901). */
  readonly pointer: string
  /** Whether the place is in a list. */
  readonly isItem: boolean
  readonly change: 'added' | 'removed' | 'changed'
  readonly before: string
  readonly after: string
}
export type JsonDiffOptions = {
  /** Arrays are compared as bags: an item counts wherever it stands. */
  readonly ignoresOrder: boolean
  /** Keys that are left aside, at any depth. */
  readonly ignoredKeys: ReadonlySet<string>
  /** Keys of which the first that all objects of a list have, each with a value of its own, says which are the same. */
  readonly itemKeys?: readonly string[]
}

const MOST = 10_000

/** What differs between two documents, by path; the order of keys never counts, 1.0 and 1 are equal. */
export function diffJson(left: JsonNode, right: JsonNode, options: JsonDiffOptions): JsonChange[] {
  const changes: JsonChange[] = []
  const add = ({ path, pointer, isItem }: Place, before: JsonNode | undefined, after: JsonNode | undefined) => {
    if (changes.length >= MOST) return
    const change = !before ? 'added' : !after ? 'removed' : 'changed'
    changes.push({
      path,
      pointer,
      isItem,
      change,
      before: before ? writeJson(before, { indent: '' }) : '',
      after: after ? writeJson(after, { indent: '' }) : '',
    })
  }
  const compare = (place: Place, before: JsonNode, after: JsonNode): void => {
    if (before.type === 'object' && after.type === 'object') {
      const [own, other] = [before, after].map(
        ({ entries }) =>
          new Map(entries.filter(({ key }) => !options.ignoredKeys.has(key)).map(({ key, value }) => [key, value])),
      )
      for (const key of new Set([...own!.keys(), ...other!.keys()])) step(toMember(place, key), own!.get(key), other!.get(key))
    } else if (before.type === 'array' && after.type === 'array') {
      const pairs = pairByKey(before.items, after.items, options)
      if (pairs) for (const pair of pairs) step(toKeyedItem(place, pair), pair.before, pair.after)
      else if (options.ignoresOrder) compareBags(place, before.items, after.items)
      else
        for (let i = 0; i < Math.max(before.items.length, after.items.length); i++)
          step(toItem(place, i), before.items[i], after.items[i])
    } else if (!isEqual(before, after)) add(place, before, after)
  }
  const step = (place: Place, before: JsonNode | undefined, after: JsonNode | undefined) =>
    before && after ? compare(place, before, after) : add(place, before, after)
  const compareBags = (place: Place, before: readonly JsonNode[], after: readonly JsonNode[]) => {
    const left = new Map<string, number[]>()
    before.forEach((item, index) => {
      const key = toCanonical(item, options)
      const indexes = left.get(key)
      if (indexes) indexes.push(index)
      else left.set(key, [index])
    })
    const used = new Map<string, number>()
    const rest = after
      .map((item, index) => ({ item, index }))
      .filter(({ item }) => {
        const key = toCanonical(item, options)
        const count = used.get(key) ?? 0
        used.set(key, count + 1)
        return count >= (left.get(key)?.length ?? 0)
      })
    const gone = [...left].flatMap(([key, indexes]) => indexes.slice(used.get(key) ?? 0))
    for (const index of gone.sort((a, b) => a - b)) add(toItem(place, index), before[index], undefined)
    for (const { item, index } of rest) add(toItem(place, index), undefined, item)
  }
  compare({ path: '$', pointer: '', isItem: false }, left, right)
  return changes
}

/** The same text for documents that are equal under the options. */
export function toCanonical(node: JsonNode, options: JsonDiffOptions): string {
  if (node.type === 'number') return toCanonicalNumber(node.raw)
  if (node.type === 'string') return JSON.stringify(JSON.parse(node.raw))
  if (node.type === 'array')
    return `[${node.items
      .map((item) => toCanonical(item, options))
      .sort()
      .join(',')}]`
  if (node.type !== 'object') return node.raw
  const last = new Map(node.entries.filter(({ key }) => !options.ignoredKeys.has(key)).map(({ key, value }) => [key, value]))
  return `{${[...last]
    .map(([key, value]) => `${JSON.stringify(key)}:${toCanonical(value, options)}`)
    .sort()
    .join(',')}}`
}

/** Items of two lists that a key finds to be the same; of one list alone where the other has none. */
export type KeyedPair = {
  readonly key: string
  /** What stands under the key, as it is written. */
  readonly value: string
  /** Where it stands in the first list, or else in the second. */
  readonly index: number
  readonly before: JsonNode | undefined
  readonly after: JsonNode | undefined
}

/** The items of two lists in pairs, if all are objects that one of the keys tells apart. */
export function pairByKey(
  before: readonly JsonNode[],
  after: readonly JsonNode[],
  { itemKeys = [] }: JsonDiffOptions,
): KeyedPair[] | undefined {
  for (const key of itemKeys) {
    const list = (items: readonly JsonNode[]) => new Map(items.map((item, index) => [readKey(item, key), index]))
    const [own, other] = [list(before), list(after)] as const
    const isKey = own.size === before.length && other.size === after.length && !own.has(undefined) && !other.has(undefined)
    if (!isKey) continue
    return [...new Set([...own.keys(), ...other.keys()])].map((value) => {
      const [at, otherAt] = [own.get(value), other.get(value)]
      const [item, otherItem] = [at === undefined ? at : before[at], otherAt === undefined ? otherAt : after[otherAt]]
      return { key, value: findValue((item ?? otherItem)!, key)!.raw, index: (at ?? otherAt)!, before: item, after: otherItem }
    })
  }
  return undefined
}

/** The text or number that an object has under a key, in the form that equal ones share. */
function readKey(item: JsonNode, key: string): string | undefined {
  const value = findValue(item, key)
  return value?.type === 'number' ? toCanonicalNumber(value.raw) : value && JSON.stringify(JSON.parse(value.raw))
}

/** The text or number under a key, of duplicate keys the last. */
function findValue(item: JsonNode, key: string): JsonScalar | undefined {
  const value = item.type === 'object' ? item.entries.findLast((entry) => entry.key === key)?.value : undefined
  return value?.type === 'number' || value?.type === 'string' ? value : undefined
}

type Place = Pick<JsonChange, 'path' | 'pointer' | 'isItem'>

const toMember = ({ path, pointer }: Place, key: string): Place => ({
  path: `${path}${toStep(key)}`,
  pointer: `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  isItem: false,
})

const toItem = ({ path, pointer }: Place, index: number): Place => ({
  path: `${path}[${index}]`,
  pointer: `${pointer}/${index}`,
  isItem: true,
})

/** The pointer counts in the first list; the path finds the item in both. */
const toKeyedItem = (place: Place, { key, value, index }: KeyedPair): Place => ({
  ...toItem(place, index),
  path: `${place.path}[?@${toStep(key)}==${value}]`,
})

function toStep(key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}
