import { countOf } from '@octet/core/counted.ts'
import type { Text } from '@octet/core/text.ts'
import { compareExact, isMultiple, isWhole, toExact, type Exact } from './exact.ts'
import { FORMATS } from './formats.ts'
import { findKeyword, toProblem, type Problem, type Site } from './outcome.ts'
import { toEqualityKey, toShortText, type Value } from './value.ts'

type Test = (value: Value, by: Value, site: Site) => Text | undefined

/** Keywords that look at one value by itself (validation §6.1–6.3, sizes of 6.4 and 6.5); each says what is wrong. */
const TESTS: Readonly<Record<string, Test>> = {
  type: (value, by) => {
    const names = by.type === 'array' ? by.items.map(toName) : [toName(by)]
    if (names.some((name) => isOfType(value, name))) return undefined
    return expectation(names.join(' | '), isOfType(value, 'integer') ? 'integer' : value.type)
  },
  enum: (value, by) => {
    if (by.type !== 'array' || by.items.some((each) => isEqual(each, value))) return undefined
    const allowed = by.items.map(toShortText).join(', ')
    const got = toShortText(value)
    return { en: `expected one of ${allowed}; got ${got}`, zh: `应为 ${allowed} 之一，实际为 ${got}` }
  },
  const: (value, by) => (isEqual(value, by) ? undefined : expectation(toShortText(by), toShortText(value))),
  multipleOf: (value, by) =>
    value.type !== 'number' || by.type !== 'number' || isMultiple(value.number, by.number)
      ? undefined
      : { en: `${value.raw} is not a multiple of ${by.raw}`, zh: `${value.raw} 不是 ${by.raw} 的整数倍` },
  maximum: (value, by, site) => testBound({ value, by, sign: isStrict(site, 'exclusiveMaximum') ? '<' : '≤' }),
  minimum: (value, by, site) => testBound({ value, by, sign: isStrict(site, 'exclusiveMinimum') ? '>' : '≥' }),
  exclusiveMaximum: (value, by) => testBound({ value, by, sign: '<' }),
  exclusiveMinimum: (value, by) => testBound({ value, by, sign: '>' }),
  maxLength: (value, by) =>
    value.type === 'string' ? testSize([...value.text].length, { by, sign: '≤', unit: CHARACTERS }) : undefined,
  minLength: (value, by) =>
    value.type === 'string' ? testSize([...value.text].length, { by, sign: '≥', unit: CHARACTERS }) : undefined,
  maxItems: (value, by) => (value.type === 'array' ? testSize(value.items.length, { by, sign: '≤', unit: ITEMS }) : undefined),
  minItems: (value, by) => (value.type === 'array' ? testSize(value.items.length, { by, sign: '≥', unit: ITEMS }) : undefined),
  maxProperties: (value, by) =>
    value.type === 'object' ? testSize(value.members.size, { by, sign: '≤', unit: KEYS }) : undefined,
  minProperties: (value, by) =>
    value.type === 'object' ? testSize(value.members.size, { by, sign: '≥', unit: KEYS }) : undefined,
  uniqueItems: (value, by) =>
    value.type === 'array' && by.type === 'boolean' && by.isTrue ? findDouble(value.items) : undefined,
  pattern: (value, by, { schemas }) =>
    value.type !== 'string' || by.type !== 'string' || schemas.getPattern(by, by.text).test(value.text)
      ? undefined
      : { en: `${toShortText(value)} does not match ${by.text}`, zh: `${toShortText(value)} 与 ${by.text} 不匹配` },
  format: (value, by, { hasFormats }) => {
    if (!hasFormats || value.type !== 'string' || by.type !== 'string') return undefined
    const test = Object.hasOwn(FORMATS, by.text) ? FORMATS[by.text] : undefined
    if (!test || test(value.text)) return undefined
    return { en: `${toShortText(value)} is not of the format ${by.text}`, zh: `${toShortText(value)} 不符合 ${by.text} 格式` }
  },
}

const CHARACTERS: Text = { en: 'character', zh: '个字符' }
const ITEMS: Text = { en: 'item', zh: '个元素' }
const KEYS: Text = { en: 'key', zh: '个键' }

/** Everything that one value does wrong by itself. */
export function testValue(site: Site): Problem[] {
  const problems: Problem[] = []
  for (const [keyword, { value: by }] of site.schema.members) {
    const message = Object.hasOwn(TESTS, keyword) ? TESTS[keyword]?.(site.value, by, site) : undefined
    if (message) problems.push(toProblem(site, { keyword, by, message }))
  }
  return problems
}

function isOfType(value: Value, name: string): boolean {
  return name === 'integer' ? value.type === 'number' && isWhole(value.number) : value.type === name
}

function toName(value: Value): string {
  return value.type === 'string' ? value.text : ''
}

function isEqual(a: Value, b: Value): boolean {
  return a.type === b.type && toEqualityKey(a) === toEqualityKey(b)
}

/** In draft-04 a flag beside the bound makes it strict. */
function isStrict(site: Site, keyword: string): boolean {
  const flag = findKeyword(site, keyword)
  return flag?.type === 'boolean' && flag.isTrue
}

type Sign = '<' | '≤' | '>' | '≥'

function holds(a: Exact, sign: Sign, b: Exact): boolean {
  const order = compareExact(a, b)
  return sign === '<' ? order < 0 : sign === '≤' ? order <= 0 : sign === '>' ? order > 0 : order >= 0
}

function testBound({ value, by, sign }: { value: Value; by: Value; sign: Sign }): Text | undefined {
  if (value.type !== 'number' || by.type !== 'number' || holds(value.number, sign, by.number)) return undefined
  return expectation(`${sign} ${by.raw}`, value.raw)
}

function testSize(size: number, { by, sign, unit }: { by: Value; sign: '≤' | '≥'; unit: Text }): Text | undefined {
  if (by.type !== 'number' || holds(toExact(String(size)), sign, by.number)) return undefined
  return {
    en: `expected ${sign} ${countOf(by.raw, unit.en)}, got ${size}`,
    zh: `应${sign} ${by.raw} ${unit.zh}，实际为 ${size} 个`,
  }
}

function findDouble(items: readonly Value[]): Text | undefined {
  const seen = new Map<string, number>()
  for (const [place, item] of items.entries()) {
    const key = toEqualityKey(item)
    const earlier = seen.get(key)
    if (earlier !== undefined)
      return { en: `items ${earlier} and ${place} are equal`, zh: `第 ${earlier} 与第 ${place} 个元素相同（从 0 起）` }
    seen.set(key, place)
  }
  return undefined
}

function expectation(expected: string, got: string): Text {
  return { en: `expected ${expected}, got ${got}`, zh: `应为 ${expected}，实际为 ${got}` }
}
