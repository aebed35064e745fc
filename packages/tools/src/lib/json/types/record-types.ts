import { toFreeName } from '../free-name.ts'
import { toSingular, type Shape } from '../schema.ts'
import { toNameText } from '../name-text.ts'

/** A type as the languages with records have it. `any` is a value of any type, `null` among them. */
export type TypeRef = {
  readonly kind:
    | 'any'
    | 'boolean'
    | 'integer'
    | 'big-integer'
    | 'number'
    | 'string'
    | 'date-time'
    | 'date'
    | 'uuid'
    | 'record'
    | 'list'
  /** Of a record. */
  readonly name?: string
  /** Of a list. */
  readonly item?: TypeRef
  readonly isNullable: boolean
}

export type RecordField = {
  /** As the document has it. */
  readonly key: string
  /** As the language has it, unique in its record. */
  readonly name: string
  readonly type: TypeRef
  /** Some objects do not have the key. */
  readonly isOptional: boolean
}

export type RecordType = { readonly name: string; readonly fields: readonly RecordField[] }

export type RecordTypes = {
  /** Name of the whole; a record has it, or it stands for `root`. */
  readonly name: string
  readonly root: TypeRef
  /** The outermost first. */
  readonly records: readonly RecordType[]
}

/** How a language spells names, and which ones it has no room for. */
export type Naming = {
  readonly toFieldName: (words: readonly string[]) => string
  /** Words and members that no field may be called by. */
  readonly reservedFields: ReadonlySet<string>
  /** Types of the language that ours must not hide. */
  readonly reservedTypes: readonly string[]
  /** A field may be called as any type is but its own record. */
  readonly sharesTypeNames?: boolean
}

const TEXT_KINDS = new Set(['date-time', 'date', 'uuid'] as const)
const isTextKind = (format: string | undefined): format is 'date-time' | 'date' | 'uuid' =>
  (TEXT_KINDS as ReadonlySet<string | undefined>).has(format)

/** One record for each object of the values, with fields that hold every value that was there. */
export function toRecordTypes(shape: Shape, naming: Naming, name = 'Root'): RecordTypes {
  const records: RecordType[] = []
  const taken = new Set<string>(naming.reservedTypes)
  const toRecord = (each: Shape, hint: string): string => {
    const title = toFreeName(toTypeName(hint), taken)
    const place = records.push({ name: title, fields: [] }) - 1
    const names = new Set<string>()
    const fields = [...each.keys].map(([key, { shape: inner, seen }]) => ({
      key,
      name: toFieldName(key, naming, names),
      type: toType(inner, key),
      isOptional: seen < each.objects,
    }))
    records[place] = { name: title, fields }
    return title
  }
  const toType = (each: Shape, hint: string): TypeRef => {
    const [kind, ...others] = [...each.types].filter(
      (type) => type !== 'null' && !(type === 'integer' && each.types.has('number')),
    )
    const isNullable = each.types.has('null')
    if (kind === undefined || kind === 'null' || others.length > 0) return { kind: 'any', isNullable: true }
    if (kind === 'object') return { kind: 'record', name: toRecord(each, hint), isNullable }
    if (kind === 'array') {
      const item = each.items ? toType(each.items, toSingular(hint)) : ({ kind: 'any', isNullable: true } as const)
      return { kind: 'list', item, isNullable }
    }
    if (kind === 'integer') return { kind: each.isBig ? 'big-integer' : 'integer', isNullable }
    if (kind === 'string') return { kind: isTextKind(each.format) ? each.format : 'string', isNullable }
    return { kind, isNullable }
  }
  const root = toType(shape, name)
  const whole = root.kind === 'record' ? root.name! : toFreeName(name, taken)
  const findTaken = (record: RecordType) => (naming.sharesTypeNames ? new Set([record.name]) : taken)
  return { name: whole, root, records: records.map((record) => withFreeFields(record, findTaken(record))) }
}

/** Letters without case make a type and a field of one name, which some languages cannot tell apart. */
function withFreeFields({ name, fields }: RecordType, types: ReadonlySet<string>): RecordType {
  return { name, fields: fields.map((field) => (types.has(field.name) ? { ...field, name: `${field.name}_` } : field)) }
}

/** Whether any type of these is of the kind. */
export function hasKind({ root, records }: RecordTypes, kind: TypeRef['kind']): boolean {
  const isIt = (type: TypeRef): boolean => type.kind === kind || (type.item !== undefined && isIt(type.item))
  return isIt(root) || records.some(({ fields }) => fields.some(({ type }) => isIt(type)))
}

/** `homeURL2` → `home`, `URL2`. */
function toWords(key: string): string[] {
  return toNameText(key).match(WORDS) ?? []
}

const WORDS = /\p{Lu}+(?!\p{Ll})[\p{Nd}\p{Nl}]*|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+[\p{Nd}\p{Nl}]*|[\p{Nd}\p{Nl}]+/gu

const toCapital = (word: string): string => {
  const [first = '', ...rest] = word
  return first.toUpperCase() + rest.join('')
}

function toTypeName(hint: string): string {
  const name = toWords(hint).map(toCapital).join('')
  return /^\p{L}/u.test(name) ? name : `Value${name}`
}

export const toPascal = (words: readonly string[]): string => words.map((word) => toCapital(word.toLowerCase())).join('')

export const toCamel = ([first = '', ...rest]: readonly string[]): string =>
  first.toLowerCase() + rest.map((word) => toCapital(word.toLowerCase())).join('')

export const toSnake = (words: readonly string[]): string => words.map((word) => word.toLowerCase()).join('_')

function toFieldName(key: string, { toFieldName: spell, reservedFields }: Naming, taken: Set<string>): string {
  const words = toWords(key)
  const isName = /^\p{L}/u.test(words[0] ?? '')
  const name = spell(isName ? words : ['value', ...words])
  return toFreeName(reservedFields.has(name) ? `${name}_` : name, taken)
}
