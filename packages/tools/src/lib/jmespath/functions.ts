import { AppError } from '@octet/core/errors.ts'
import { countOf } from '@octet/core/counted.ts'
import type { Text } from '@octet/core/text.ts'
import { findOwn } from '../find-own.ts'
import { toTypeName } from '../foreign-reason.ts'
import { compareTexts } from '../compare-texts.ts'
import { compareNumbers, isJsonNumber } from '../json/number.ts'
import { isEqual } from '../json/path.ts'
import { NULL, toEntry, toTextNode, type JsonArray, type JsonNode, type JsonObject } from '../json/tree.ts'
import { writeJson } from '../json/write.ts'
import { readString, toBoolean, toMap, type Reference, type Value } from './values.ts'

/** Lists are of numbers, of texts, or of either of them. */
type Kind = Value['type'] | 'any' | 'number[]' | 'string[]'
type Fun = { readonly takes: readonly (readonly Kind[])[]; readonly takesMore?: true; run(...args: never[]): JsonNode }

const number = (value: number): JsonNode => (Number.isFinite(value) ? { type: 'number', raw: JSON.stringify(value) } : NULL)
const array = (items: JsonNode[]): JsonNode => ({ type: 'array', items })
const compareKeys = (a: JsonNode, b: JsonNode): number =>
  a.type === 'number' && b.type === 'number' ? compareNumbers(a.raw, b.raw) : compareTexts(readString(a), readString(b))
const SORTED = ['number[]', 'string[]'] as const

/** The functions of the specification. */
const FUNCTIONS: Readonly<Record<string, Fun>> = {
  abs: { takes: [['number']], run: ({ raw }: { raw: string }) => ({ type: 'number', raw: raw.replace('-', '') }) },
  avg: {
    takes: [['number[]']],
    run: ({ items }: JsonArray) => (items.length === 0 ? NULL : number(add(items) / items.length)),
  },
  ceil: { takes: [['number']], run: ({ raw }: { raw: string }) => round(raw, 'ceil') },
  contains: {
    takes: [['array', 'string'], ['any']],
    run: (subject: JsonNode, wanted: JsonNode) =>
      toBoolean(
        subject.type === 'array'
          ? subject.items.some((item) => isEqual(item, wanted))
          : wanted.type === 'string' && readString(subject).includes(readString(wanted)),
      ),
  },
  ends_with: {
    takes: [['string'], ['string']],
    run: (text: JsonNode, end: JsonNode) => toBoolean(readString(text).endsWith(readString(end))),
  },
  floor: { takes: [['number']], run: ({ raw }: { raw: string }) => round(raw, 'floor') },
  join: {
    takes: [['string'], ['string[]']],
    run: (glue: JsonNode, { items }: JsonArray) => toTextNode(items.map(readString).join(readString(glue))),
  },
  keys: { takes: [['object']], run: (object: JsonObject) => array([...toMap(object).keys()].map(toTextNode)) },
  length: {
    takes: [['string', 'array', 'object']],
    run: (value: JsonNode) =>
      number(
        value.type === 'array' ? value.items.length : value.type === 'object' ? toMap(value).size : [...readString(value)].length,
      ),
  },
  map: {
    takes: [['expression'], ['array']],
    run: ({ of }: Reference, { items }: JsonArray) => array(items.map(of)),
  },
  max: { takes: [SORTED], run: ({ items }: JsonArray) => findFirst(items, (a, b) => compareKeys(b, a)) ?? NULL },
  max_by: {
    takes: [['array'], ['expression']],
    run: (list: JsonArray, by: Reference) => findFirst(withKeys(list, by), (a, b) => compareKeys(b.key, a.key))?.item ?? NULL,
  },
  merge: {
    takes: [['object']],
    takesMore: true,
    run: (...objects: JsonObject[]) => {
      const merged = new Map(objects.flatMap((object) => [...toMap(object)]))
      return { type: 'object', entries: [...merged].map(([key, value]) => toEntry(key, value)) }
    },
  },
  min: { takes: [SORTED], run: ({ items }: JsonArray) => findFirst(items, compareKeys) ?? NULL },
  min_by: {
    takes: [['array'], ['expression']],
    run: (list: JsonArray, by: Reference) => findFirst(withKeys(list, by), (a, b) => compareKeys(a.key, b.key))?.item ?? NULL,
  },
  not_null: {
    takes: [['any']],
    takesMore: true,
    run: (...values: JsonNode[]) => values.find(({ type }) => type !== 'null') ?? NULL,
  },
  reverse: {
    takes: [['string', 'array']],
    run: (value: JsonNode) =>
      value.type === 'array' ? array(value.items.toReversed()) : toTextNode([...readString(value)].toReversed().join('')),
  },
  sort: { takes: [SORTED], run: ({ items }: JsonArray) => array(items.toSorted(compareKeys)) },
  sort_by: {
    takes: [['array'], ['expression']],
    run: (list: JsonArray, by: Reference) =>
      array(
        withKeys(list, by)
          .toSorted((a, b) => compareKeys(a.key, b.key))
          .map(({ item }) => item),
      ),
  },
  starts_with: {
    takes: [['string'], ['string']],
    run: (text: JsonNode, start: JsonNode) => toBoolean(readString(text).startsWith(readString(start))),
  },
  sum: { takes: [['number[]']], run: ({ items }: JsonArray) => number(add(items)) },
  to_array: { takes: [['any']], run: (value: JsonNode) => (value.type === 'array' ? value : array([value])) },
  to_number: {
    takes: [['any']],
    run: (value: JsonNode) => {
      if (value.type === 'number') return value
      const raw = readString(value)
      return isJsonNumber(raw) ? { type: 'number', raw } : NULL
    },
  },
  to_string: {
    takes: [['any']],
    run: (value: JsonNode) => (value.type === 'string' ? value : toTextNode(writeJson(value, { indent: '' }))),
  },
  type: { takes: [['any']], run: ({ type }: JsonNode) => toTextNode(type) },
  values: { takes: [['object']], run: (object: JsonObject) => array([...toMap(object).values()]) },
}

/** Calls a function of the specification. Throws `unsupported_value` for one that is not there and for what it cannot take. */
export function callFunction(name: string, args: readonly Value[], expression: string): JsonNode {
  const refuse = (reason: Text) => new AppError('unsupported_value', { got: expression.slice(0, 60), reason })
  const fun = findOwn(FUNCTIONS, name)
  if (!fun) throw refuse({ en: `there is no function ${name}()`, zh: `没有函数 ${name}()` })
  const { takes, takesMore } = fun
  if (takesMore ? args.length < takes.length : args.length !== takes.length)
    throw refuse({
      en: `${name}() takes ${takesMore ? 'at least ' : ''}${countOf(takes.length, 'argument')}, got ${args.length}`,
      zh: `${name}() 需要${takesMore ? '至少' : ''} ${takes.length} 个参数，实为 ${args.length} 个`,
    })
  args.forEach((arg, index) => {
    const kinds = takes[index] ?? takes.at(-1)!
    if (kinds.some((kind) => isKind(arg, kind))) return
    const wanted = kinds.map((kind) => kind.replace(/(.+)\[\]/, 'Array<$1>'))
    throw refuse({
      en: `argument ${index + 1} of ${name}() must be ${kinds.map(toEnglish).join(' or ')}, got ${describe(arg)}`,
      zh: `${name}() 的第 ${index + 1} 个参数应为${wanted.map(toTypeName).join('或')}，实为${toTypeName(describe(arg))}`,
    })
  })
  try {
    return fun.run(...(args as never[]))
  } catch (error) {
    if (error instanceof MixedKeysError) throw refuse(MIXED)
    throw error
  }
}

const toEnglish = (kind: Kind): string => {
  if (kind === 'any') return 'a JSON value'
  const [, item] = /^(.+)\[\]$/.exec(kind) ?? []
  return item === undefined ? `${/^[aeo]/.test(kind) ? 'an' : 'a'} ${kind}` : `an array of ${item}s`
}
const describe = (value: Value): string => (value.type === 'expression' ? 'expression' : value.type)

function isKind(value: Value, kind: Kind): boolean {
  if (kind === 'any') return value.type !== 'expression'
  if (kind === 'number[]' || kind === 'string[]')
    return value.type === 'array' && value.items.every(({ type }) => type === kind.slice(0, -2))
  return value.type === kind
}

const MIXED: Text = {
  en: 'the values to sort by must all be numbers or all be texts',
  zh: '用于排序的值应全为数字或全为字符串',
}
class MixedKeysError extends Error {}

/** Items with what they are sorted by. */
function withKeys({ items }: JsonArray, { of }: Reference): { item: JsonNode; key: JsonNode }[] {
  const pairs = items.map((item) => ({ item, key: of(item) }))
  const kind = pairs[0]?.key.type
  if (pairs.some(({ key: { type } }) => type !== kind || (type !== 'number' && type !== 'string'))) throw new MixedKeysError()
  return pairs
}

/** Of those that come first in an order the first. */
const findFirst = <T>(items: readonly T[], order: (a: T, b: T) => number): T | undefined =>
  items.reduce<T | undefined>((best, item) => (best === undefined || order(item, best) < 0 ? item : best), undefined)

const add = (items: readonly JsonNode[]): number =>
  items.reduce((sum, item) => sum + (item.type === 'number' ? Number(item.raw) : 0), 0)

/** Exactly, unless it is written with a power of ten. */
function round(raw: string, way: 'ceil' | 'floor'): JsonNode {
  const [, minus, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(raw) ?? []
  if (whole === undefined) return number(Math[way](Number(raw)))
  const isAway = /[1-9]/.test(fraction) && (way === 'floor') === (minus === '-')
  const size = BigInt(whole) + (isAway ? 1n : 0n)
  return { type: 'number', raw: `${size === 0n ? '' : minus}${size}` }
}
