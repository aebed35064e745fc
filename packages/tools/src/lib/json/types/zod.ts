import { toMember, type Shape } from '../schema.ts'
import { toRecordTypes, type Naming, type RecordType, type TypeRef } from './record-types.ts'

const NAMING: Naming = { toFieldName: (words) => words.join(''), reservedFields: new Set(), reservedTypes: [] }

const PLAIN = {
  any: 'z.unknown()',
  boolean: 'z.boolean()',
  // z.int() refuses what is above 2^53, and ids often are; JSON.parse has rounded them before.
  integer: 'z.number()',
  'big-integer': 'z.number()',
  number: 'z.number()',
  string: 'z.string()',
  'date-time': 'z.iso.datetime({ offset: true })',
  date: 'z.iso.date()',
  uuid: 'z.guid()',
} as const

/** Schemas of Zod 4 with the types that follow from them; what others are made of comes first. */
export function toZodSchemas(shape: Shape): string {
  const { name, root, records } = toRecordTypes(shape, NAMING)
  const parts = records.toReversed().map(writeSchema)
  if (root.kind !== 'record') parts.push(`export const ${name} = ${toText(root)}\nexport type ${name} = z.infer<typeof ${name}>`)
  return `import * as z from 'zod'\n\n${parts.join('\n\n')}\n`
}

function writeSchema({ name, fields }: RecordType): string {
  const lines = fields.map(({ key, type, isOptional }) => `  ${toKey(key)}: ${toText(type)}${isOptional ? '.optional()' : ''},\n`)
  const members = lines.length === 0 ? '{}' : `{\n${lines.join('')}}`
  return `export const ${name} = z.object(${members})\nexport type ${name} = z.infer<typeof ${name}>`
}

function toText({ kind, name, item, isNullable }: TypeRef): string {
  if (kind === 'any') return PLAIN.any
  const plain = kind === 'record' ? name! : kind === 'list' ? `z.array(${toText(item!)})` : PLAIN[kind]
  return isNullable ? `${plain}.nullable()` : plain
}

/** In an object literal `__proto__` would set the prototype, even in quotes; computed it is a key like others. */
const toKey = (key: string): string => (key === '__proto__' ? `['__proto__']` : toMember(key))
