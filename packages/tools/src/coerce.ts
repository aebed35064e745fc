import { AppError, isAppError } from '@octet/core/errors.ts'
import { toJsonSchema } from '@octet/core/field.ts'
import { parseJson } from '@octet/core/parse-json.ts'
import type { AnyTool } from '@octet/core/tool.ts'
import type * as z from 'zod'

type Schema = z.core.JSONSchema.JSONSchema
const schemas = new WeakMap<z.ZodType, Schema>()

/**
 * Turns the fields of a form, a query or a command line into the types of a schema: `"3"` → 3, `"true"` → true,
 * a repeated field → array, JSON text → object, base64 → Blob. What cannot be turned stays and is refused by the schema.
 */
export function coerceFields(schema: z.ZodType, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const properties = toCachedSchema(schema).properties ?? {}
  const result: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    result[name] = typeof property === 'object' ? coerceValue(property, value, name) : value
  }
  return result
}

/** {@link coerceFields} for the input of a tool. */
export function coerceToolInput(tool: AnyTool, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return coerceFields(tool.input, fields)
}

/** The JSON Schema of a schema, made once. */
export function toCachedSchema(schema: z.ZodType): Schema {
  let made = schemas.get(schema)
  if (!made) schemas.set(schema, (made = toJsonSchema(schema)))
  return made
}

function coerceValue(schema: Schema, value: unknown, name: string): unknown {
  if (schema.format === 'binary') return typeof value === 'string' ? toBlob(value, name) : value
  const types = toTypes(schema)
  if (value === null && types.has('null')) return null
  if (types.has('array')) return coerceArray(schema, value, name)
  if (typeof value !== 'string' || types.has('string')) return value
  if ((types.has('number') || types.has('integer')) && /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(value.trim()))
    return Number(value)
  if (types.has('boolean')) {
    const word = value.trim().toLowerCase()
    if (['true', '1', 'on', 'yes'].includes(word)) return true
    if (['false', '0', 'off', 'no', ''].includes(word)) return false
  }
  if (types.has('object')) return toJson(value, name)
  if (types.has('null') && value === '') return null
  return value
}

function coerceArray(schema: Schema, value: unknown, name: string): unknown {
  const list = Array.isArray(value)
    ? value
    : typeof value === 'string' && value.trim().startsWith('[')
      ? toJson(value, name)
      : [value]
  const item = schema.items
  return Array.isArray(list) && typeof item === 'object' && !Array.isArray(item)
    ? list.map((part) => coerceValue(item, part, name))
    : list
}

function toTypes(schema: Schema): Set<string> {
  const alternatives = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  const types = alternatives.flatMap((part) => (typeof part === 'object' ? (part.type ?? toConstType(part)) : []))
  return new Set(types as string[])
}

function toConstType(schema: Schema): string[] {
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const])
  return values.map((value) => typeof value)
}

function toJson(text: string, field: string): unknown {
  try {
    return parseJson(text, { field })
  } catch (error) {
    if (isAppError(error)) throw error
    return text
  }
}

function toBlob(text: string, field: string): Blob {
  const bytes = readBase64(text.replace(/^data:[^,]*;base64,/i, ''))
  if (!bytes)
    throw new AppError('bad_input', {
      field,
      expected: { en: 'base64 (RFC 4648 §4)', zh: 'Base64（RFC 4648 §4）' },
      got: `${text.slice(0, 40)}`,
    })
  return new Blob([bytes])
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const VALUES = Int8Array.from({ length: 128 }, (_, code) => DIGITS.indexOf(String.fromCharCode(code)))
const EQUALS = 0x3d
const LINE_FEED = 0x0a

/**
 * The bytes of base64 with or without its ending, white space anywhere; undefined where it is none. In one pass: to take
 * a million line ends out of the text first takes longer than all the rest.
 */
function readBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4))
  let [size, digits, equals, held] = [0, 0, 0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const value = VALUES[code] ?? -1
    if (value >= 0) {
      if (equals > 0) return undefined
      held = (held << 6) | value
      if (++digits % 4 === 0) {
        bytes[size++] = held >> 16
        bytes[size++] = held >> 8
        bytes[size++] = held
        held = 0
      }
    } else if (code === EQUALS) {
      if (++equals > 2) return undefined
    } else if (code !== LINE_FEED && !/\s/.test(text[at]!)) return undefined
  }
  // Four digits hold three bytes; one digit more holds no byte.
  if (digits % 4 === 1) return undefined
  if (digits % 4 === 2) bytes[size++] = held >> 4
  if (digits % 4 === 3) {
    bytes[size++] = held >> 10
    bytes[size++] = held >> 2
  }
  return bytes.subarray(0, size)
}
