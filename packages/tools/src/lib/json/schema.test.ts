import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toJsonSchemaText, toShape, toSingular, toTypeScript } from './schema.ts'
import { parseJsonTree } from './tree.ts'

const shapeOf = (text: string) => toShape([parseJsonTree(text)])
const readSchema = (text: string) => JSON.parse(toJsonSchemaText(shapeOf(text))) as Record<string, unknown>

test('a schema names its dialect and is indented by two', () =>
  assert.equal(
    toJsonSchemaText(shapeOf('"a"')),
    '{\n  "$schema": "https://json-schema.org/draft/2020-12/schema",\n  "type": "string"\n}',
  ))

for (const [what, text, schema] of [
  ['one type', '1', { type: 'integer' }],
  ['whole numbers among others', '[1, 1.5]', { type: 'array', items: { type: 'number' } }],
  ['several types', '[1, "a", null]', { type: 'array', items: { type: ['integer', 'string', 'null'] } }],
  ['nothing in a list', '[]', { type: 'array' }],
  ['no keys', '{}', { type: 'object', properties: {} }],
  [
    'keys that only some have',
    '[{"a":1,"b":2},{"a":3}]',
    {
      type: 'array',
      items: { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'integer' } }, required: ['a'] },
    },
  ],
  [
    'a key that stands twice in one object',
    '{"a":"x","a":1}',
    { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
  ],
] as const)
  test(`schema of ${what}`, () => {
    const { $schema: _dialect, ...rest } = readSchema(text)
    assert.deepEqual(rest, schema)
  })

for (const [text, format] of [
  ['2026-01-02T03:04:05.5+01:00', 'date-time'],
  ['2026-01-02', 'date'],
  ['20260-01-02', undefined],
  ['123e4567-e89b-12d3-a456-426614174000', 'uuid'],
  ['123e4567-e89b-12d3-a456-4266141740000', undefined],
  ['123e4567-e89b-12d3-a456-a456-426614174000', undefined],
  ['a@example.org', 'email'],
  ['https://example.org/a', 'uri'],
  ['203.0.113.249', 'ipv4'],
  ['255.255.255.255', 'ipv4'],
  ['203.0.113.256', undefined],
  ['203.0.113', undefined],
  ['203.0.113.1.', undefined],
] as const)
  test(`format of ${text}: ${format ?? 'none'}`, () => assert.equal(readSchema(JSON.stringify(text))['format'], format))

test('a format is said only where every text has it', () => {
  const formatOf = (...texts: string[]) => (readSchema(JSON.stringify(texts))['items'] as { format?: string }).format
  assert.equal(formatOf('2026-01-02', '2026-01-03', '2026-01-04'), 'date')
  assert.equal(formatOf('2026-01-02', 'a', '2026-01-04'), undefined)
  assert.equal(formatOf('a', '2026-01-02'), undefined)
  assert.equal(formatOf('2026-01-02', 'a@example.org'), undefined)
})

for (const [what, text, types] of [
  ['a value', '1', 'export type Root = number\n'],
  ['an empty list', '[]', 'export type Root = unknown[]\n'],
  ['numbers of both kinds', '[1,2.5]', 'export type Root = number[]\n'],
  ['no keys', '{}', 'export interface Root {\n}\n'],
  ['lists of lists', '{"rows":[[1],[2]]}', 'export interface Root {\n  rows: number[][]\n}\n'],
  [
    'names of parts, in the order of the text',
    '{"user list":[{"id":1}],"2nd-place":{"名":"x"},"user_lists":{"id":2}}',
    'export interface Root {\n  "user list": UserList[]\n  "2nd-place": NdPlace\n  user_lists: UserLists\n}\n\n' +
      'export interface UserList {\n  id: number\n}\n\nexport interface NdPlace {\n  名: string\n}\n\n' +
      'export interface UserLists {\n  id: number\n}\n',
  ],
  [
    'parts of the same name, and of none',
    '{"a":{"pos":{}},"b":{"pos":{}},"12":{}}',
    'export interface Root {\n  a: A\n  b: B\n  "12": Value\n}\n\nexport interface A {\n  pos: Pos\n}\n\n' +
      'export interface Pos {\n}\n\nexport interface B {\n  pos: Pos2\n}\n\nexport interface Pos2 {\n}\n\n' +
      'export interface Value {\n}\n',
  ],
] as const)
  test(`TypeScript of ${what}`, () => assert.equal(toTypeScript(shapeOf(text)), types))

for (const [many, one] of [
  ['tags', 'tag'],
  ['cities', 'city'],
  ['ties', 'tie'],
  ['address', 'address'],
  ['data', 'data'],
  ['Root', 'Item'],
] as const)
  test(`one of ${many}: ${one}`, () => assert.equal(toSingular(many), one))
