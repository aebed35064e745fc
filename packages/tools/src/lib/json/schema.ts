import { toFreeName } from './free-name.ts'
import { toNameText } from './name-text.ts'
import { readText, type JsonNode } from './tree.ts'

/** What is known of the values at one place of a document. */
export type Shape = {
  readonly types: Set<'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'>
  /** Key → shape and in how many of the objects it is. */
  readonly keys: Map<string, { shape: Shape; seen: number }>
  objects: number
  items: Shape | undefined
  format: string | undefined
  strings: number
  /** A whole number was there that 64 bits with a sign cannot hold. */
  isBig: boolean
}

const FORMATS: readonly (readonly [string, RegExp])[] = [
  [
    'date-time',
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i,
  ],
  ['date', /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/],
  ['uuid', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i],
  ['email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['uri', /^[a-z][a-z\d+.-]*:\/\/\S+$/i],
  ['ipv4', /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/],
]

/** Looks at values and gathers what they have in common. */
export function toShape(nodes: readonly JsonNode[]): Shape {
  const shape: Shape = {
    types: new Set(),
    keys: new Map(),
    objects: 0,
    items: undefined,
    format: undefined,
    strings: 0,
    isBig: false,
  }
  for (const node of nodes) addNode(shape, node)
  return shape
}

function addNode(shape: Shape, node: JsonNode): void {
  if (node.type === 'number') addNumber(shape, node.raw)
  else shape.types.add(node.type)
  if (node.type === 'string') {
    const format = findFormat(readText(node))
    shape.format = shape.strings++ === 0 || shape.format === format ? format : undefined
  } else if (node.type === 'array') {
    shape.items ??= toShape([])
    for (const item of node.items) addNode(shape.items, item)
  } else if (node.type === 'object') {
    shape.objects++
    for (const [key, value] of new Map(node.entries.map((entry) => [entry.key, entry.value]))) {
      const known = shape.keys.get(key) ?? { shape: toShape([]), seen: 0 }
      addNode(known.shape, value)
      shape.keys.set(key, { shape: known.shape, seen: known.seen + 1 })
    }
  }
}

function addNumber(shape: Shape, raw: string): void {
  const isInteger = /^-?\d+$/.test(raw)
  shape.types.add(isInteger ? 'integer' : 'number')
  if (isInteger && BigInt.asIntN(64, BigInt(raw)) !== BigInt(raw)) shape.isBig = true
}

function findFormat(text: string): string | undefined {
  return FORMATS.find(([, pattern]) => pattern.test(text))?.[0]
}

/** JSON Schema 2020-12 that the values fulfil: types, keys (required where every object has them), items, formats. */
export function toJsonSchemaText(shape: Shape): string {
  return JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...toSchema(shape) }, null, 2)
}

function toSchema(shape: Shape): Record<string, unknown> {
  const types = [...shape.types].filter((type) => type !== 'integer' || !shape.types.has('number'))
  const schema: Record<string, unknown> = {}
  if (types.length > 0) schema['type'] = types.length === 1 ? types[0] : types
  if (shape.format && shape.types.has('string')) schema['format'] = shape.format
  if (shape.types.has('object')) {
    // No prototype: a key called __proto__ stays a key.
    const properties: Record<string, unknown> = Object.create(null)
    for (const [key, known] of shape.keys) properties[key] = toSchema(known.shape)
    schema['properties'] = properties
    const required = [...shape.keys].filter(([, { seen }]) => seen === shape.objects).map(([key]) => key)
    if (required.length > 0) schema['required'] = required
  }
  if (shape.items && shape.items.types.size > 0) schema['items'] = toSchema(shape.items)
  return schema
}

/** TypeScript types for the values: one interface per object, optional keys marked. */
export function toTypeScript(shape: Shape, name = 'Root'): string {
  const written: string[] = []
  const taken = new Set<string>()
  const toType = (each: Shape, hint: string): string => {
    const parts = [...each.types]
      .filter((type) => type !== 'integer' || !each.types.has('number'))
      .map((type) => toPart(each, type, hint))
    return parts.length === 0 ? 'unknown' : [...new Set(parts)].join(' | ')
  }
  const toPart = (each: Shape, type: string, hint: string): string => {
    if (type === 'integer') return 'number'
    if (type === 'array') {
      const inner = each.items ? toType(each.items, toSingular(hint)) : 'unknown'
      return inner.includes(' | ') ? `(${inner})[]` : `${inner}[]`
    }
    return type === 'object' ? toInterface(each, hint) : type
  }
  const toInterface = (each: Shape, hint: string): string => {
    const title = toTypeName(hint, taken)
    const place = written.push('') - 1
    const lines = [...each.keys].map(
      ([key, { shape: inner, seen }]) => `  ${toMember(key)}${seen < each.objects ? '?' : ''}: ${toType(inner, key)}`,
    )
    written[place] = `export interface ${title} {\n${lines.join('\n')}${lines.length ? '\n' : ''}}`
    return title
  }
  const root = toType(shape, name)
  const alias = root === name ? [] : [`export type ${toTypeName(name, taken)} = ${root}`]
  return `${[...alias, ...written].join('\n\n')}\n`
}

/** A key as a member of an object type or literal of JavaScript. */
export function toMember(key: string): string {
  return /^[\p{L}_$][\p{L}\p{Nd}_$]*$/u.test(key) ? key : JSON.stringify(key)
}

/** The name of one of many: `tags` → `tag`. */
export function toSingular(hint: string): string {
  return hint === 'Root' ? 'Item' : hint.replace(/(?<=..)ies$/i, 'y').replace(/(?<=[^s])s$/i, '')
}

function toTypeName(hint: string, taken: Set<string>): string {
  const plain = toNameText(hint)
    .replaceAll(/[^\p{L}\p{Nd}]+(.)?/gu, (_, next: string | undefined) => next?.toUpperCase() ?? '')
    .replace(/^\P{L}+/u, '')
  const base = plain ? plain[0]!.toUpperCase() + plain.slice(1) : 'Value'
  return toFreeName(base, taken)
}
