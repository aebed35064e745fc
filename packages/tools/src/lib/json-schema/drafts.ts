import type { Text } from '@octet/core/text.ts'
import { syntaxError } from '../syntax-error.ts'
import type { Draft } from './draft-names.ts'
import { compareExact, isWhole, toExact } from './exact.ts'
import { toShortText, type Value } from './value.ts'
import { findOwn } from '../find-own.ts'

const IDS: readonly (readonly [RegExp, Draft])[] = [
  [/json-schema\.org\/draft\/2020-12\/schema/, '2020-12'],
  [/json-schema\.org\/draft\/2019-09\/schema/, '2019-09'],
  [/json-schema\.org\/draft-0[67]\/schema/, '7'],
  [/json-schema\.org\/draft-04\/schema/, '4'],
]

/** The edition that a schema names in `$schema`; 2020-12 when it names none. Throws `syntax_error` for an unknown one. */
export function findDraft(schema: Value, text: string): Draft {
  const named = schema.type === 'object' ? schema.members.get('$schema')?.value : undefined
  if (named?.type !== 'string') return '2020-12'
  const draft = IDS.find(([id]) => id.test(named.text))?.[1]
  if (draft) return draft
  throw badSchema(text, named, {
    en: `the version ${named.text} is not supported; expected 2020-12, 2019-09, draft-07, draft-06 or draft-04`,
    zh: `不支持规范版本 ${named.text}；应为 2020-12、2019-09、draft-07、draft-06 或 draft-04`,
  })
}

/** The error for a place of a schema that is wrong. */
export function badSchema(text: string, { start }: Pick<Value, 'start'>, reason: Text) {
  return syntaxError({ format: 'JSON Schema', text, offset: Math.max(0, start), reason })
}

/** What the value of a keyword has to be. */
type Shape =
  | 'schema'
  | 'schemas'
  | 'map'
  | 'items'
  | 'dependencies'
  | 'count'
  | 'number'
  | 'positive'
  | 'text'
  | 'names'
  | 'flag'
  | 'list'
  | 'type'
  | 'bound'

/** The keywords that are evaluated, with the shape of their values; others are annotations and pass. */
export const KEYWORDS: Readonly<Record<string, Shape>> = {
  $ref: 'text',
  $dynamicRef: 'text',
  $recursiveRef: 'text',
  $recursiveAnchor: 'flag',
  $anchor: 'text',
  $dynamicAnchor: 'text',
  $defs: 'map',
  definitions: 'map',
  type: 'type',
  enum: 'list',
  multipleOf: 'positive',
  maximum: 'number',
  minimum: 'number',
  exclusiveMaximum: 'bound',
  exclusiveMinimum: 'bound',
  maxLength: 'count',
  minLength: 'count',
  pattern: 'text',
  items: 'items',
  prefixItems: 'schemas',
  additionalItems: 'schema',
  contains: 'schema',
  maxContains: 'count',
  minContains: 'count',
  maxItems: 'count',
  minItems: 'count',
  uniqueItems: 'flag',
  properties: 'map',
  patternProperties: 'map',
  additionalProperties: 'schema',
  propertyNames: 'schema',
  maxProperties: 'count',
  minProperties: 'count',
  required: 'names',
  dependentRequired: 'map',
  dependentSchemas: 'map',
  dependencies: 'dependencies',
  allOf: 'schemas',
  anyOf: 'schemas',
  oneOf: 'schemas',
  not: 'schema',
  if: 'schema',
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: 'schema',
  else: 'schema',
  unevaluatedItems: 'schema',
  unevaluatedProperties: 'schema',
  format: 'text',
}

const TYPES: ReadonlySet<string> = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'])

/** What a keyword of this value would have to be; nothing when it is right. Subschemas are looked at by the caller. */
export function findMistake(keyword: string, value: Value, draft: Draft): Text | undefined {
  const shape = findOwn(KEYWORDS, keyword)
  if (!shape || fits(shape, value, draft)) return undefined
  const expected = EXPECTED[shape]
  const got = toShortText(value)
  return {
    en: `“${keyword}” has to be ${expected.en}, got ${got}`,
    zh: `“${keyword}”应为${expected.zh}，实际为 ${got}`,
  }
}

function fits(shape: Shape, value: Value, draft: Draft): boolean {
  switch (shape) {
    case 'schema':
      return value.type === 'object' || value.type === 'boolean'
    case 'items':
      return value.type === 'object' || value.type === 'boolean' || (draft !== '2020-12' && value.type === 'array')
    case 'schemas':
      return value.type === 'array' && value.items.length > 0
    case 'map':
    case 'dependencies':
      return value.type === 'object'
    case 'number':
      return value.type === 'number'
    case 'positive':
      return value.type === 'number' && compareExact(value.number, ZERO) > 0
    case 'count':
      return value.type === 'number' && isWhole(value.number) && compareExact(value.number, ZERO) >= 0
    case 'bound':
      return draft === '4' ? value.type === 'boolean' : value.type === 'number'
    case 'text':
      return value.type === 'string'
    case 'flag':
      return value.type === 'boolean'
    case 'list':
      return value.type === 'array'
    case 'names':
      return value.type === 'array' && value.items.every(({ type }) => type === 'string')
    case 'type': {
      const names = value.type === 'array' ? value.items : [value]
      return names.length > 0 && names.every((name) => name.type === 'string' && TYPES.has(name.text))
    }
  }
}

const ZERO = toExact('0')
const EXPECTED: Readonly<Record<Shape, Text>> = {
  schema: { en: 'a schema (an object or true or false)', zh: '一个 Schema（对象或 true、false）' },
  items: { en: 'a schema (an object or true or false)', zh: '一个 Schema（对象或 true、false）' },
  schemas: { en: 'a list of at least one schema', zh: '至少含一个 Schema 的数组' },
  map: { en: 'an object', zh: '对象' },
  dependencies: { en: 'an object', zh: '对象' },
  number: { en: 'a number', zh: '数字' },
  positive: { en: 'a number above 0', zh: '大于 0 的数字' },
  count: { en: 'a whole number of 0 or more', zh: '非负整数' },
  bound: { en: 'a number (draft-04: true or false)', zh: '数字（draft-04 为 true 或 false）' },
  text: { en: 'a string', zh: '字符串' },
  flag: { en: 'true or false', zh: 'true 或 false' },
  list: { en: 'a list', zh: '数组' },
  names: { en: 'a list of strings', zh: '字符串数组' },
  type: {
    en: 'one or several of array, boolean, integer, null, number, object, string',
    zh: 'array、boolean、integer、null、number、object、string 中的一个或多个',
  },
}
