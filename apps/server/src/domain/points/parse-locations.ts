import { AppError } from '@octet/core/errors.ts'
import { toHalfWidth } from '@octet/tools/lib/half-width.ts'

/** One place to measure from: all conditions must hold. */
export type Location = {
  readonly conditions: readonly Condition[]
  /** Points at most. */
  readonly limit: number | undefined
  /** Share of the whole beside the other locations. */
  readonly weight: number | undefined
}

/** `any` is a word of the magic language: whatever it names first. */
export type Condition = { readonly field: ConditionField; readonly value: string }
export type ConditionField = (typeof FIELDS)[number]
export const FIELDS = [
  'any',
  'continent',
  'region',
  'country',
  'city',
  'asn',
  'network',
  'prefix',
  'tag',
  'point',
  'me',
  'world',
] as const

/** A location as JSON has it, in the shape of other measurement networks. */
export type LocationObject = {
  readonly magic?: string | undefined
  readonly continent?: string | undefined
  readonly region?: string | undefined
  readonly country?: string | undefined
  readonly city?: string | undefined
  readonly asn?: number | undefined
  readonly network?: string | undefined
  readonly prefix?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly limit?: number | undefined
  readonly weight?: number | undefined
}

const MAX_LOCATIONS = 20
const MAX_CONDITIONS = 4
const MAX_LIMIT = 500
/** Names that may stand before a colon: `tag:home`, `AS:3320`. */
const NAMES: ReadonlyMap<string, ConditionField> = new Map(
  Object.entries({
    continent: 'continent',
    region: 'region',
    country: 'country',
    city: 'city',
    as: 'asn',
    asn: 'asn',
    network: 'network',
    net: 'network',
    prefix: 'prefix',
    tag: 'tag',
    label: 'tag',
    point: 'point',
  } as const),
)
const ALONE: ReadonlyMap<string, ConditionField> = new Map(
  Object.entries({ me: 'me', 我: 'me', world: 'world', anywhere: 'world', 全球: 'world' } as const),
)

/**
 * Reads the location language: locations by comma, up to four conditions of one by `+`, then `*n` for a limit or `n%` for
 * a share. `Germany+AS3320*2, Tokyo, tag:home, world, me`. An `x` in place of `*` stands alone: names end in `x2`, too.
 * Throws `bad_input`.
 */
export function parseLocations(text: string): Location[] {
  const parts = toHalfWidth(text)
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
  if (parts.length > MAX_LOCATIONS) throw refuse(text, `at most ${MAX_LOCATIONS} places`, `最多 ${MAX_LOCATIONS} 个地点`)
  return parts.map(parseLocation)
}

/** Reads locations as JSON has them; texts among them are in the location language. Throws `bad_input`. */
export function toLocations(parts: readonly (string | LocationObject)[]): Location[] {
  const objects = parts.flatMap((part): (Location | LocationObject)[] =>
    typeof part === 'string' ? parseLocations(part) : [part],
  )
  if (objects.length > MAX_LOCATIONS)
    throw refuse(`${objects.length}`, `at most ${MAX_LOCATIONS} places`, `最多 ${MAX_LOCATIONS} 个地点`)
  return objects.map((part) => ('conditions' in part ? part : toLocation(part)))
}

function toLocation({ magic, tags = [], limit, weight, ...fields }: LocationObject): Location {
  const said = magic === undefined ? undefined : parseLocation(toHalfWidth(magic))
  const named = Object.entries(fields).flatMap(([field, value]): Condition[] =>
    value === undefined ? [] : [{ field: field as ConditionField, value: String(value) }],
  )
  const conditions = [...(said?.conditions ?? []), ...named, ...tags.map((value): Condition => ({ field: 'tag', value }))]
  return {
    conditions: conditions.length > 0 ? conditions : [{ field: 'world', value: 'world' }],
    limit: limit ?? said?.limit,
    weight: weight ?? said?.weight,
  }
}

function parseLocation(text: string): Location {
  const [, words = '', count, share] = /^(.*?)\s*(?:(?:[*×]|\sx)\s*(\d{1,4})|\s(\d{1,3})\s*%)?$/iu.exec(text.trim()) ?? []
  const limit = count === undefined ? undefined : Number(count)
  const weight = share === undefined ? undefined : Number(share)
  if (limit === 0 || (limit ?? 1) > MAX_LIMIT) throw refuse(text, `*1 to *${MAX_LIMIT}`, `*1 至 *${MAX_LIMIT}`)
  if (weight === 0) throw refuse(text, 'a share of 1% or more', '不低于 1% 的占比')
  const conditions = words
    .split('+')
    .map((word) => word.trim())
    .filter(Boolean)
    .map(parseCondition)
  if (conditions.length === 0) throw refuse(text, 'a place such as Tokyo or AS3320', '地点，例如 Tokyo 或 AS3320')
  if (conditions.length > MAX_CONDITIONS)
    throw refuse(text, `at most ${MAX_CONDITIONS} conditions joined by +`, `最多 ${MAX_CONDITIONS} 个以 + 连接的条件`)
  return { conditions, limit, weight }
}

function parseCondition(word: string): Condition {
  const alone = ALONE.get(word.toLowerCase())
  if (alone) return { field: alone, value: word }
  const [, name = '', value = ''] = /^([a-z]+)\s*[:=]\s*(.+)$/iu.exec(word) ?? []
  const field = NAMES.get(name.toLowerCase())
  if (field) return { field, value: field === 'asn' ? value.replace(/^as\s*/i, '') : value }
  const asn = /^as\s?(\d{1,10})$/i.exec(word)?.[1]
  return asn === undefined ? { field: 'any', value: word } : { field: 'asn', value: asn }
}

function refuse(got: string, en: string, zh: string): AppError {
  return new AppError('bad_input', { field: 'locations', expected: { en, zh }, got: got.slice(0, 100) })
}
