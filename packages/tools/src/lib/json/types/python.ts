import type { Shape } from '../schema.ts'
import { hasKind, toRecordTypes, toSnake, type Naming, type RecordField, type RecordType, type TypeRef } from './record-types.ts'

/** Python 3 «Keywords»; names of types, which a field would hide from those after it; members of pydantic's models. */
const RESERVED =
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield any bool date datetime float int list str construct copy dict from_orm json parse_file parse_obj parse_raw schema schema_json update_forward_refs validate model_computed_fields model_config model_construct model_copy model_extra model_fields model_fields_set model_json_schema model_parametrized_name model_post_init model_rebuild'

const NAMING: Naming = {
  // Names that begin like members of a model draw a warning.
  toFieldName: (words) => toSnake(words).replace(/^model_(?=dump|validate)/, 'the_model_'),
  reservedFields: new Set(RESERVED.split(' ')),
  reservedTypes: ['Any', 'BaseModel', 'Exception', 'Field', 'False', 'None', 'True', 'UUID'],
}

/** Models of pydantic 2 for Python 3.10 or later: what may be missing is `None` then, `Any` is any value. */
export function toPythonTypes(shape: Shape): string {
  const types = toRecordTypes(shape, NAMING)
  const times = [hasKind(types, 'date') && 'date', hasKind(types, 'date-time') && 'datetime'].filter((name) => name !== false)
  const standard = [
    times.length > 0 && `from datetime import ${times.join(', ')}`,
    hasKind(types, 'any') && 'from typing import Any',
    hasKind(types, 'uuid') && 'from uuid import UUID',
  ].filter((line) => line !== false)
  const hasAlias = types.records.some(({ fields }) => fields.some(({ key, name }) => key !== name))
  const parts = [
    ['from __future__ import annotations', standard.join('\n'), `from pydantic import BaseModel${hasAlias ? ', Field' : ''}`]
      .filter((part) => part !== '')
      .join('\n\n'),
    ...types.records.map(writeModel),
    // Unlike annotations it is read at once, so it comes after what it names.
    ...(types.root.kind === 'record' ? [] : [`${types.name} = ${toText(types.root)}`]),
  ]
  return `${parts.join('\n\n\n')}\n`
}

function writeModel({ name, fields }: RecordType): string {
  return `class ${name}(BaseModel):\n${fields.length === 0 ? '    pass' : fields.map(writeField).join('\n')}`
}

function writeField({ key, name, type, isOptional }: RecordField): string {
  const text = toText({ ...type, isNullable: type.isNullable || isOptional })
  const settings = [...(isOptional ? ['default=None'] : []), ...(key === name ? [] : [`alias=${JSON.stringify(key)}`])]
  const value = key === name ? (isOptional ? ' = None' : '') : ` = Field(${settings.join(', ')})`
  return `    ${name}: ${text}${value}`
}

function toText({ kind, name, item, isNullable }: TypeRef): string {
  if (kind === 'any') return 'Any'
  const plain = {
    boolean: 'bool',
    integer: 'int',
    'big-integer': 'int',
    number: 'float',
    string: 'str',
    'date-time': 'datetime',
    date: 'date',
    uuid: 'UUID',
    record: name!,
    list: item && `list[${toText(item)}]`,
  }[kind]
  return isNullable ? `${plain} | None` : plain!
}
