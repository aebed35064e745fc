import type { Shape } from '../schema.ts'
import { hasKind, toPascal, toRecordTypes, type Naming, type RecordField, type RecordType, type TypeRef } from './record-types.ts'

/** Members that every record has (C# 9, «Records»). */
const RESERVED =
  'Clone EqualityContract Equals Finalize GetHashCode GetType MemberwiseClone PrintMembers ReferenceEquals ToString'

const NAMING: Naming = {
  toFieldName: (words) => toIdentifier(toPascal(words)),
  reservedFields: new Set(RESERVED.split(' ')),
  reservedTypes: 'Guid JsonElement JsonPropertyName JsonPropertyNameAttribute List System'.split(' '),
  sharesTypeNames: true,
}

/** Records of C# 11 for System.Text.Json: `required` is what every object has, `JsonElement` is any value. */
export function toCsharpTypes(shape: Shape): string {
  const types = toRecordTypes(shape, NAMING)
  const { root, records } = types
  const namespaces = [
    hasKind(types, 'uuid') && 'System',
    hasKind(types, 'list') && 'System.Collections.Generic',
    (hasKind(types, 'any') || hasKind(types, 'big-integer')) && 'System.Text.Json',
    records.some(({ fields }) => fields.some(({ key, name }) => key !== name)) && 'System.Text.Json.Serialization',
  ].filter((name) => name !== false)
  return (
    [
      '#nullable enable',
      ...(namespaces.length > 0 ? [namespaces.map((name) => `using ${name};`).join('\n')] : []),
      ...(root.kind === 'record' ? [] : [`// ${types.name}: ${toText(root)}`]),
      ...records.map(writeRecord),
    ].join('\n\n') + '\n'
  )
}

function writeRecord({ name, fields }: RecordType): string {
  const head = `public sealed record ${toIdentifier(name)}`
  return fields.length === 0 ? `${head};` : `${head}\n{\n${fields.map(writeField).join('\n\n')}\n}`
}

function writeField({ key, name, type, isOptional }: RecordField): string {
  const mark = key === name ? '' : `    [JsonPropertyName(${JSON.stringify(key)})]\n`
  const text = toText(type)
  const open = isOptional && !text.endsWith('?') ? `${text}?` : text
  return `${mark}    public ${isOptional ? '' : 'required '}${open} ${name} { get; init; }`
}

/** Signs that no name may hold become `_` (C# specification, «Identifiers»). */
const toIdentifier = (name: string): string => name.replaceAll(/[^\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}_]/gu, '_')

function toText({ kind, name, item, isNullable }: TypeRef): string {
  // It holds null as well.
  if (kind === 'any') return 'JsonElement'
  const plain = {
    boolean: 'bool',
    integer: 'long',
    // It keeps the digits.
    'big-integer': 'JsonElement',
    number: 'double',
    string: 'string',
    // Types for these do not give back the text that was read.
    'date-time': 'string',
    date: 'string',
    uuid: 'Guid',
    record: toIdentifier(name ?? ''),
    list: item && `List<${toText(item)}>`,
  }[kind]
  return isNullable ? `${plain}?` : plain!
}
