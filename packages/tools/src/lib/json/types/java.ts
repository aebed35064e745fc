import type { Shape } from '../schema.ts'
import { hasKind, toCamel, toRecordTypes, type Naming, type RecordType, type TypeRef } from './record-types.ts'

/** Java Language Specification 21 §3.9, and names that a record may not give its components (§8.10.1). */
const RESERVED =
  'abstract assert boolean break byte case catch char class const continue default do double else enum extends false final finally float for goto if implements import instanceof int interface long native new null package private protected public return short static strictfp super switch synchronized this throw throws transient true try void volatile while clone finalize getClass hashCode notify notifyAll toString wait'

const NAMING: Naming = {
  toFieldName: toCamel,
  reservedFields: new Set(RESERVED.split(' ')),
  reservedTypes: 'BigInteger Boolean Double JsonNode JsonProperty List Long Object Record String UUID'.split(' '),
}

/** Jackson takes an empty name for none given. */
const NO_NAME = '/* the key "" has no annotation */ '

const BOXED = { boolean: 'Boolean', long: 'Long', double: 'Double' } as const
type Primitive = keyof typeof BOXED

/** Records of Java 16 for Jackson 2.12 or later: what may be missing or null is an object type, `JsonNode` is any value. */
export function toJavaTypes(shape: Shape): string {
  const types = toRecordTypes(shape, NAMING)
  const imports = [
    types.records.some(({ fields }) => fields.some(({ key, name }) => key !== name)) &&
      'com.fasterxml.jackson.annotation.JsonProperty',
    hasKind(types, 'any') && 'com.fasterxml.jackson.databind.JsonNode',
    hasKind(types, 'big-integer') && 'java.math.BigInteger',
    hasKind(types, 'list') && 'java.util.List',
    hasKind(types, 'uuid') && 'java.util.UUID',
  ].filter((path) => path !== false)
  const isRecord = types.root.kind === 'record'
  return (
    [
      ...(imports.length > 0 ? [imports.map((path) => `import ${path};`).join('\n')] : []),
      ...(isRecord ? [] : [`// ${types.name}: ${toBoxed(types.root)}`]),
      // A file has one public type.
      ...types.records.map((record, at) => (at === 0 ? 'public ' : '') + writeRecord(record)),
    ].join('\n\n') + '\n'
  )
}

function writeRecord({ name, fields }: RecordType): string {
  const lines = fields.map(({ key, name: own, type, isOptional }) => {
    const mark = key === own ? '' : key === '' ? NO_NAME : `@JsonProperty(${JSON.stringify(key)}) `
    return `    ${mark}${isOptional || type.isNullable ? toBoxed(type) : toPlain(type)} ${own}`
  })
  return lines.length === 0 ? `record ${name}() {}` : `record ${name}(\n${lines.join(',\n')}\n) {}`
}

function toBoxed(type: TypeRef): string {
  const plain = toPlain(type)
  return BOXED[plain as Primitive] ?? plain
}

function toPlain({ kind, name, item }: TypeRef): string {
  switch (kind) {
    case 'boolean':
      return 'boolean'
    case 'integer':
      return 'long'
    case 'number':
      return 'double'
    case 'big-integer':
      return 'BigInteger'
    case 'uuid':
      return 'UUID'
    // Times need a module of Jackson that not every program has.
    case 'string':
    case 'date':
    case 'date-time':
      return 'String'
    case 'list':
      return `List<${toBoxed(item!)}>`
    case 'record':
      return name!
    case 'any':
      return 'JsonNode'
  }
}
