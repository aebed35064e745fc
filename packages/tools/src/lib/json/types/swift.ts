import type { Shape } from '../schema.ts'
import { hasKind, toCamel, toRecordTypes, type Naming, type RecordField, type RecordType, type TypeRef } from './record-types.ts'
import { toBracedLiteral } from './string-literal.ts'

/** The Swift Programming Language, «Keywords and Punctuation», and what a key of a container has as its own. */
const RESERVED =
  'associatedtype class deinit enum extension fileprivate func import init inout internal let open operator private precedencegroup protocol public rethrows static struct subscript typealias var break case catch continue default defer do else fallthrough for guard if in repeat return switch throw where while as await false is nil self super throws true try debugDescription description hashValue intValue rawValue stringValue'

const NAMING: Naming = {
  toFieldName: toCamel,
  reservedFields: new Set(RESERVED.split(' ')),
  reservedTypes:
    'Any Array Bool CodingKey CodingKeys Codable Decimal Decodable Decoder Dictionary Double Encodable Encoder Error Int JSONValue Optional Protocol Self String Type UUID'.split(
      ' ',
    ),
}

/** Any value, since Codable has none of its own. */
const JSON_VALUE = `enum JSONValue: Codable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    func encode(to encoder: Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}`

/** Structs for Codable: an optional is what may be missing or null. */
export function toSwiftTypes(shape: Shape): string {
  const types = toRecordTypes(shape, NAMING)
  const { name, root, records } = types
  return (
    [
      ...(hasKind(types, 'big-integer') ? ['// A Decimal keeps 38 digits.'] : []),
      ...(hasKind(types, 'big-integer') || hasKind(types, 'uuid') ? ['import Foundation'] : []),
      ...(root.kind === 'record' ? [] : [`typealias ${name} = ${toText(root)}`]),
      ...records.map(writeStruct),
      ...(hasKind(types, 'any') ? [JSON_VALUE] : []),
    ].join('\n\n') + '\n'
  )
}

function writeStruct({ name, fields }: RecordType): string {
  const head = `struct ${name}: Codable {`
  if (fields.length === 0) return `${head}}`
  return `${head}\n${fields.map(writeField).join('\n')}\n${writeKeys(fields)}}`
}

function writeField({ name, type, isOptional }: RecordField): string {
  const text = toText(type)
  return `    let ${name}: ${isOptional && !text.endsWith('?') ? `${text}?` : text}`
}

/** The keys as the document has them: of all fields, or of none. */
function writeKeys(fields: readonly RecordField[]): string {
  if (fields.every(({ key, name }) => key === name)) return ''
  const cases = fields.map(({ key, name }) => `        case ${name}${key === name ? '' : ` = ${toBracedLiteral(key)}`}`)
  return `\n    enum CodingKeys: String, CodingKey {\n${cases.join('\n')}\n    }\n`
}

function toText({ kind, name, item, isNullable }: TypeRef): string {
  // It holds null as well.
  if (kind === 'any') return 'JSONValue'
  const plain = {
    boolean: 'Bool',
    integer: 'Int',
    'big-integer': 'Decimal',
    number: 'Double',
    string: 'String',
    // A decoder reads dates in one form only, which a program chooses.
    'date-time': 'String',
    date: 'String',
    uuid: 'UUID',
    record: name!,
    list: item && `[${toText(item)}]`,
  }[kind]
  return isNullable ? `${plain}?` : plain!
}
