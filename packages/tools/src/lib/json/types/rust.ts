import type { Shape } from '../schema.ts'
import { hasKind, toRecordTypes, toSnake, type Naming, type RecordField, type RecordType, type TypeRef } from './record-types.ts'
import { toBracedLiteral } from './string-literal.ts'

/** The Rust Reference, «Keywords»: strict and reserved ones of edition 2021. */
const RESERVED =
  'abstract as async await become box break const continue crate do dyn else enum extern false final fn for if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait true try type typeof unsafe unsized use virtual where while yield'

const NAMING: Naming = {
  toFieldName: toSnake,
  reservedFields: new Set(RESERVED.split(' ')),
  reservedTypes: 'Box Clone Debug Deserialize Err None Ok Option PartialEq Result Self Serialize Some String Vec'.split(' '),
}

/** Structs for serde: `Option` where a key may be missing or null, `serde_json::Value` for any value. */
export function toRustTypes(shape: Shape): string {
  const types = toRecordTypes(shape, NAMING)
  const { name, root, records } = types
  return (
    [
      ...(hasKind(types, 'big-integer')
        ? [`// Digits above 64 bits are kept with serde_json's feature "arbitrary_precision".`]
        : []),
      ...(records.length > 0 ? ['use serde::{Deserialize, Serialize};'] : []),
      ...(root.kind === 'record' ? [] : [`pub type ${name} = ${toText(root)};`]),
      ...records.map(writeStruct),
    ].join('\n\n') + '\n'
  )
}

function writeStruct({ name, fields }: RecordType): string {
  const head = `#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]\npub struct ${name} {`
  return fields.length === 0 ? `${head}}` : `${head}\n${fields.map(writeField).join('\n')}\n}`
}

function writeField({ key, name, type, isOptional }: RecordField): string {
  const marks = [
    ...(key === name ? [] : [`rename = ${toBracedLiteral(key)}`]),
    // What was missing stays missing when it is written again.
    ...(isOptional ? ['skip_serializing_if = "Option::is_none"'] : []),
  ]
  const mark = marks.length > 0 ? `    #[serde(${marks.join(', ')})]\n` : ''
  const text = toText(type)
  return `${mark}    pub ${name}: ${isOptional && !text.startsWith('Option<') ? `Option<${text}>` : text},`
}

function toText({ kind, name, item, isNullable }: TypeRef): string {
  if (kind === 'any') return 'serde_json::Value'
  const plain = {
    boolean: 'bool',
    integer: 'i64',
    'big-integer': 'serde_json::Number',
    number: 'f64',
    string: 'String',
    // Types for these come from crates that not every program has.
    'date-time': 'String',
    date: 'String',
    uuid: 'String',
    record: name!,
    list: item && `Vec<${toText(item)}>`,
  }[kind]
  return isNullable ? `Option<${plain}>` : plain!
}
