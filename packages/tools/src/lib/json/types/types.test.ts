import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import * as z from 'zod'
import { toShape, type Shape } from '../schema.ts'
import { parseJsonTree } from '../tree.ts'
import { toJavaTypes } from './java.ts'
import { toPythonTypes } from './python.ts'
import { toRustTypes } from './rust.ts'
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
  ['Python', toPythonTypes, '"a\\"\\\\b\\u0001\\b$"'],
]
for (const [language, write, literal] of LITERALS)
  test(`any key is a literal of ${language}`, () =>
    assert.ok(write(shapeOf(JSON.stringify({ 'a"\\b\u0001\b$': 1 }))).includes(literal)))

const RESERVED: readonly (readonly [string, (shape: Shape) => string, readonly string[]])[] = [
  ['Rust', toRustTypes, ['rename = "self")]\n    pub self_:', 'pub option: Option2,', 'pub struct Option2', 'pub 名称_: 名称,']],
  ['Java', toJavaTypes, ['@JsonProperty("getClass") long getClass_', 'List2 list', 'record List2', '名称 名称_']],
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
