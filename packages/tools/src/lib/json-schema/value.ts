import { readJson5Text, toPlainNumber } from '../json/json5.ts'
import { EVENT, JsonReader, type JsonSyntax } from '../json/reader.ts'
import { syntaxError } from '../syntax-error.ts'
import { toExact, type Exact } from './exact.ts'

/** A value of JSON with its place in the text; of a key that is there twice the last counts. */
export type Value =
  | { readonly type: 'object'; readonly start: number; readonly members: Map<string, Member> }
  | { readonly type: 'array'; readonly start: number; readonly items: Value[] }
  | { readonly type: 'string'; readonly start: number; readonly text: string }
  | { readonly type: 'number'; readonly start: number; readonly raw: string; readonly number: Exact }
  | { readonly type: 'boolean'; readonly start: number; readonly isTrue: boolean }
  | { readonly type: 'null'; readonly start: number }
export type Member = { readonly start: number; readonly value: Value }
export type ObjectValue = Extract<Value, { type: 'object' }>

type Frame = { readonly value: Extract<Value, { type: 'object' | 'array' }>; key: string; keyStart: number }

/** Reads all values of a text. Throws `syntax_error`, `too_large`. */
export function readValues(text: string, options: { syntax: JsonSyntax; isMany: boolean }): Value[] {
  const reader = new JsonReader(text, options)
  const roots: Value[] = []
  const frames: Frame[] = []
  for (let event = reader.next(); event !== EVENT.end; event = reader.next()) {
    const { start } = reader
    let value: Value | undefined
    if (event === EVENT.key) Object.assign(frames.at(-1)!, { key: readKey(reader), keyStart: start })
    else if (event === EVENT.openObject) value = { type: 'object', start, members: new Map() }
    else if (event === EVENT.openArray) value = { type: 'array', start, items: [] }
    else if (event === EVENT.scalar) value = readScalar(reader)
    else if (event === EVENT.closeObject || event === EVENT.closeArray) frames.pop()
    if (!value) continue
    const top = frames.at(-1)
    if (!top) roots.push(value)
    else if (top.value.type === 'array') top.value.items.push(value)
    else top.value.members.set(top.key, { start: top.keyStart, value })
    if (value.type === 'object' || value.type === 'array') frames.push({ value, key: '', keyStart: 0 })
  }
  return roots
}

function readKey({ raw, syntax }: JsonReader): string {
  return syntax === 'json5' ? readJson5Text(raw) : (JSON.parse(raw) as string)
}

function readScalar(reader: JsonReader): Value {
  const { raw, syntax, start } = reader
  if (raw === 'true' || raw === 'false') return { type: 'boolean', start, isTrue: raw === 'true' }
  if (raw === 'null') return { type: 'null', start }
  if (/^["']/.test(raw)) return { type: 'string', start, text: syntax === 'json5' ? readJson5Text(raw) : JSON.parse(raw) }
  const plain = syntax === 'json5' ? toPlainNumber(raw) : raw
  if (plain === undefined)
    throw syntaxError({
      format: 'JSON5',
      text: reader.text,
      offset: start,
      reason: { en: `plain JSON has no ${raw}`, zh: `普通 JSON 不能表示 ${raw}` },
    })
  return { type: 'number', start, raw: plain, number: toExact(plain) }
}

const keys = new WeakMap<Value, string>()

/** A text that is the same for equal values: numbers by their size, objects without regard to order. */
export function toEqualityKey(value: Value): string {
  let key = keys.get(value)
  if (key === undefined) keys.set(value, (key = makeKey(value)))
  return key
}

function makeKey(value: Value): string {
  switch (value.type) {
    case 'object': {
      const members = [...value.members].map(([name, member]) => `${JSON.stringify(name)}:${toEqualityKey(member.value)}`)
      return `{${members.sort().join(',')}}`
    }
    case 'array':
      return `[${value.items.map(toEqualityKey).join(',')}]`
    case 'string':
      return JSON.stringify(value.text)
    case 'number':
      return `${value.number.isNegative ? '-' : ''}${value.number.digits}e${value.number.exponent}`
    default:
      return value.type === 'null' ? 'null' : String(value.isTrue)
  }
}

/** A value in few characters, for messages. */
export function toShortText(value: Value): string {
  const text = write(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

function write(value: Value): string {
  switch (value.type) {
    case 'object':
      return `{${[...value.members.keys()]
        .slice(0, 8)
        .map((name) => JSON.stringify(name))
        .join(', ')}${value.members.size > 8 ? ', …' : ''}}`
    case 'array':
      return `[${value.items.slice(0, 8).map(write).join(', ')}${value.items.length > 8 ? ', …' : ''}]`
    case 'string':
      return JSON.stringify(value.text.slice(0, 80))
    case 'number':
      return value.raw
    default:
      return value.type === 'null' ? 'null' : String(value.isTrue)
  }
}
