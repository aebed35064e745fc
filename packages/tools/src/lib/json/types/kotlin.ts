import type { Shape } from '../schema.ts'
import { hasKind, toCamel, toRecordTypes, type Naming, type RecordField, type RecordType, type TypeRef } from './record-types.ts'

/** Kotlin language specification, «Keywords»: the hard ones. */
const RESERVED =
  'as break class continue do else false for fun if in interface is null object package return super this throw true try typealias typeof val var when while'

const NAMING: Naming = {
  toFieldName: toCamel,
  reservedFields: new Set(RESERVED.split(' ')),
  reservedTypes: 'Any Boolean Double JsonElement JsonPrimitive List Long Nothing SerialName Serializable String Unit'.split(' '),
}

/** Data classes for kotlinx.serialization: what may be missing is null by default, `JsonElement` is any value. */
export function toKotlinTypes(shape: Shape): string {
  const types = toRecordTypes(shape, NAMING)
  const { name, root, records } = types
  const imports = [
    records.some(({ fields }) => fields.some(({ key, name: own }) => key !== own)) && 'kotlinx.serialization.SerialName',
    records.length > 0 && 'kotlinx.serialization.Serializable',
    hasKind(types, 'any') && 'kotlinx.serialization.json.JsonElement',
    hasKind(types, 'big-integer') && 'kotlinx.serialization.json.JsonPrimitive',
  ].filter((path) => path !== false)
  return (
    [
      ...(imports.length > 0 ? [imports.map((path) => `import ${path}`).join('\n')] : []),
      ...(root.kind === 'record' ? [] : [`typealias ${name} = ${toText(root)}`]),
      ...records.map(writeClass),
    ].join('\n\n') + '\n'
  )
}

/** A data class has a field at least. */
function writeClass({ name, fields }: RecordType): string {
  const head = `@Serializable\n${fields.length === 0 ? 'class' : 'data class'} ${toIdentifier(name)}`
  return fields.length === 0 ? head : `${head}(\n${fields.map(writeField).join('\n')}\n)`
}

function writeField({ key, name, type, isOptional }: RecordField): string {
  const mark = key === name ? '' : `@SerialName(${toLiteral(key)}) `
  const text = toText(type)
  const field = `    ${mark}val ${toIdentifier(name)}: ${text}`
  return isOptional ? `${field}${text.endsWith('?') ? '' : '?'} = null,` : `${field},`
}

/** Names hold letters and decimal digits, others stand between grave accents. */
const toIdentifier = (name: string): string => (/^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}_]*$/u.test(name) ? name : `\`${name}\``)

/** A string literal: a `$` would begin a template, and there is no `\f`. */
const toLiteral = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /\\.|\$/g,
    (sign) => ({ $: String.raw`\$`, [String.raw`\f`]: String.raw`\u000c` })[sign] ?? sign,
  )

function toText({ kind, name, item, isNullable }: TypeRef): string {
  // It holds null as well.
  if (kind === 'any') return 'JsonElement'
  const plain = {
    boolean: 'Boolean',
    integer: 'Long',
    // It keeps the digits.
    'big-integer': 'JsonPrimitive',
    number: 'Double',
    string: 'String',
    // Types for these need a serializer that not every program has.
    'date-time': 'String',
    date: 'String',
    uuid: 'String',
    record: toIdentifier(name ?? ''),
    list: item && `List<${toText(item)}>`,
  }[kind]
  return isNullable ? `${plain}?` : plain!
}
