import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import * as z from 'zod'
import { toShape, type Shape } from '../schema.ts'
import { parseJsonTree } from '../tree.ts'
import { toCsharpTypes } from './csharp.ts'
import { toJavaTypes } from './java.ts'
import { toKotlinTypes } from './kotlin.ts'
import { toPythonTypes } from './python.ts'
import { toRustTypes } from './rust.ts'
import { toSwiftTypes } from './swift.ts'
import { toZodSchemas } from './zod.ts'

const shapeOf = (text: string) => toShape([parseJsonTree(text)])
const ORDERS = shapeOf(
  '[{"id":1,"homeUrl":"x","nick_name":null,"on":"2026-01-02"},{"id":2,"nick_name":"a","tags":["x",null],"pos":{"lat":1.5}}]',
)

// What javac with Jackson 2.14, pydantic 2.13, rustc with serde and Zod 4 took, and read the same values with.
test('Java has a record for each object, with object types for what may be missing', () =>
  assert.equal(
    toJavaTypes(ORDERS),
    'import com.fasterxml.jackson.annotation.JsonProperty;\nimport java.util.List;\n\n// Root: List<Item>\n\n' +
      'public record Item(\n    long id,\n    String homeUrl,\n    @JsonProperty("nick_name") String nickName,\n    String on,\n' +
      '    List<String> tags,\n    Pos pos\n) {}\n\nrecord Pos(\n    double lat\n) {}\n',
  ))

// kotlinc 1.3 took this without its last commas, for which it is too old.
test('Kotlin has a class for each object, with null for what may be missing', () =>
  assert.equal(
    toKotlinTypes(ORDERS),
    'import kotlinx.serialization.SerialName\nimport kotlinx.serialization.Serializable\n\ntypealias Root = List<Item>\n\n' +
      '@Serializable\ndata class Item(\n    val id: Long,\n    val homeUrl: String? = null,\n    @SerialName("nick_name") val nickName: String?,\n' +
      '    val on: String? = null,\n    val tags: List<String?>? = null,\n    val pos: Pos? = null,\n)\n\n' +
      '@Serializable\ndata class Pos(\n    val lat: Double,\n)\n',
  ))

test('Kotlin has no data class without a field', () =>
  assert.match(toKotlinTypes(shapeOf('{"a":{}}')), /@Serializable\nclass A\n$/))

test('C# requires what every object has, though it may be null', () =>
  assert.equal(
    toCsharpTypes(shapeOf('[{"id":1,"nick_name":null,"Pos":{}},{"id":2,"nick_name":"a","tags":["x"],"Pos":{}}]')),
    '#nullable enable\n\nusing System.Collections.Generic;\nusing System.Text.Json.Serialization;\n\n// Root: List<Item>\n\n' +
      'public sealed record Item\n{\n    [JsonPropertyName("id")]\n    public required long Id { get; init; }\n\n' +
      '    [JsonPropertyName("nick_name")]\n    public required string? NickName { get; init; }\n\n' +
      '    public required Pos Pos { get; init; }\n\n    [JsonPropertyName("tags")]\n    public List<string>? Tags { get; init; }\n}\n\n' +
      'public sealed record Pos;\n',
  ))

test('Swift names the keys where one differs, and has a type of its own for any value', () => {
  const text = toSwiftTypes(shapeOf('{"id":1,"nick_name":null,"any":[1,"a"],"pos":{"lat":1.5}}'))
  assert.ok(
    text.startsWith(
      'struct Root: Codable {\n    let id: Int\n    let nickName: JSONValue\n    let any: [JSONValue]\n    let pos: Pos\n\n' +
        '    enum CodingKeys: String, CodingKey {\n        case id\n        case nickName = "nick_name"\n        case any\n        case pos\n' +
        '    }\n}\n\nstruct Pos: Codable {\n    let lat: Double\n}\n\nenum JSONValue: Codable {\n',
    ),
    text,
  )
  assert.doesNotMatch(toSwiftTypes(ORDERS), /JSONValue|Foundation/)
})

test('digits beyond 64 bits have a type that keeps them', () => {
  const big = shapeOf('{"n":12345678901234567890}')
  assert.match(toKotlinTypes(big), /val n: JsonPrimitive,/)
  assert.match(toCsharpTypes(big), /required JsonElement N /)
  assert.match(toSwiftTypes(big), /^\/\/ A Decimal keeps 38 digits\.\n\nimport Foundation\n\n.*let n: Decimal/s)
})

test('Python has a model for each object, and names the whole last', () =>
  assert.equal(
    toPythonTypes(ORDERS),
    'from __future__ import annotations\n\nfrom datetime import date\n\nfrom pydantic import BaseModel, Field\n\n\n' +
      'class Item(BaseModel):\n    id: int\n    home_url: str | None = Field(default=None, alias="homeUrl")\n' +
      '    nick_name: str | None\n    on: date | None = None\n    tags: list[str | None] | None = None\n    pos: Pos | None = None\n\n\n' +
      'class Pos(BaseModel):\n    lat: float\n\n\nRoot = list[Item]\n',
  ))

test('Rust has a struct for each object, and leaves out again what was missing', () =>
  assert.equal(
    toRustTypes(shapeOf('[{"homeUrl":"x","pos":{}},{"pos":null,"n":12345678901234567890}]')),
    '// Digits above 64 bits are kept with serde_json\'s feature "arbitrary_precision".\n\nuse serde::{Deserialize, Serialize};\n\n' +
      'pub type Root = Vec<Item>;\n\n#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]\npub struct Item {\n' +
      '    #[serde(rename = "homeUrl", skip_serializing_if = "Option::is_none")]\n    pub home_url: Option<String>,\n' +
      '    pub pos: Option<Pos>,\n    #[serde(skip_serializing_if = "Option::is_none")]\n    pub n: Option<serde_json::Number>,\n}\n\n' +
      '#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]\npub struct Pos {}\n',
  ))

const LITERALS: readonly (readonly [string, (shape: Shape) => string, string])[] = [
  ['Rust', toRustTypes, '"a\\"\\\\b\\u{0001}\\u{8}$"'],
  ['Java', toJavaTypes, '"a\\"\\\\b\\u0001\\b$"'],
  ['C#', toCsharpTypes, '"a\\"\\\\b\\u0001\\b$"'],
  ['Kotlin', toKotlinTypes, String.raw`"a\"\\b\u0001\b\$"`],
  ['Swift', toSwiftTypes, '"a\\"\\\\b\\u{0001}\\u{8}$"'],
  ['Python', toPythonTypes, '"a\\"\\\\b\\u0001\\b$"'],
]
for (const [language, write, literal] of LITERALS)
  test(`any key is a literal of ${language}`, () =>
    assert.ok(write(shapeOf(JSON.stringify({ 'a"\\b\u0001\b$': 1 }))).includes(literal)))

const RESERVED: readonly (readonly [string, (shape: Shape) => string, readonly string[]])[] = [
  ['Rust', toRustTypes, ['rename = "self")]\n    pub self_:', 'pub option: Option2,', 'pub struct Option2', 'pub 名称_: 名称,']],
  ['Java', toJavaTypes, ['@JsonProperty("getClass") long getClass_', 'List2 list', 'record List2', '名称 名称_']],
  ['Kotlin', toKotlinTypes, ['val self: Long,', 'val list: List2,', 'data class List2', 'val 名称_: 名称,']],
  ['C#', toCsharpTypes, ['long GetClass {', 'public required List2 List {', 'record List2', 'public required 名称 名称 {']],
  ['Swift', toSwiftTypes, ['let self_: Int', 'case self_ = "self"', 'struct Option: Codable {}', 'let 名称_: 名称']],
  ['Python', toPythonTypes, ['date_: date = Field(alias="date")', 'the_model_dump: int', '名称_: 名称 = Field(alias="名称")']],
]
for (const [language, write, parts] of RESERVED)
  test(`no name takes one of ${language}'s own, nor a field the name of a type`, () => {
    const text = write(
      shapeOf('{"self":1,"getClass":2,"model_dump":3,"date":"2026-01-02","Option":{},"list":{"a":[]},"名称":{"值":1}}'),
    )
    for (const part of parts) assert.ok(text.includes(part), `${part} in:\n${text}`)
  })

test('keys that would have one name get names of their own', () =>
  assert.match(
    toJavaTypes(shapeOf('{"a-b":1,"a_b":2,"":3,"1st":4}')),
    /long aB,.*long aB2,.*no annotation \*\/ long value,.*long value1St\n/s,
  ))

test('numbers that no language has in its names are written with digits, or left out', () => {
  const zod = toZodSchemas(shapeOf('{"m²":{"Ⅷ":1},"①":{},"፲":{}}'))
  for (const name of ['M2', 'Value1', 'Value']) assert.match(zod, new RegExp(`const ${name} = z\\.object`))
  assert.match(zod, /"m²": M2,/)
  assert.match(zod, /"Ⅷ": z\./)
  assert.match(toJavaTypes(shapeOf('{"areaM²":1}')), /long areaM2\b/)
})

test('the Zod schema of a value takes it, and gives it back', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const text = JSON.stringify(value)
      if (text.includes('"__proto__"')) return // Zod leaves such a key out of what it gives back
      const code = toZodSchemas(shapeOf(text))
        .replaceAll(/^(import|export type) .*$/gm, '')
        .replaceAll(/^export /gm, '')
      const schema = new Function('z', `${code}; return Root`)(z) as z.ZodType
      assert.deepEqual(schema.parse(JSON.parse(text)), JSON.parse(text))
    }),
    { numRuns: 300 },
  )
})

test('a text with the form of a date that no calendar has is a text', () =>
  assert.match(toPythonTypes(shapeOf('{"a":"2026-13-01","b":"2026-01-02T25:00:00Z"}')), /a: str\n    b: str\n/))
