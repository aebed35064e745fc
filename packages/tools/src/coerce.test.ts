import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWorkMs } from '@octet/core/testing/work.ts'
import { bytes } from '@octet/core/field.ts'
import * as z from 'zod'
import { coerceFields } from './coerce.ts'

const schema = z.object({
  count: z.number().int().optional(),
  deep: z.boolean().default(false),
  names: z.array(z.string()).optional(),
  ports: z.array(z.number()).optional(),
  text: z.string().optional(),
  more: z.object({ a: z.number() }).optional(),
  base: z.union([z.literal(2), z.literal(10)]).optional(),
})

const rows: [string, Record<string, unknown>, Record<string, unknown>][] = [
  ['a number in digits', { count: '12' }, { count: 12 }],
  ['not a number stays', { count: 'x' }, { count: 'x' }],
  ['an empty number stays', { count: '' }, { count: '' }],
  ['a switch', { deep: 'true' }, { deep: true }],
  ['one value of a list', { names: 'a' }, { names: ['a'] }],
  ['repeated field', { ports: ['1', '2'] }, { ports: [1, 2] }],
  ['a list as JSON', { ports: '[1,2]' }, { ports: [1, 2] }],
  ['text keeps its digits', { text: '007' }, { text: '007' }],
  ['an object as JSON', { more: '{"a":1}' }, { more: { a: 1 } }],
  ['a number among literals', { base: '10' }, { base: 10 }],
  ['an unknown field stays', { other: '1' }, { other: '1' }],
]
for (const [name, input, output] of rows) test(name, () => assert.deepEqual(coerceFields(schema, input), output))

test('a megabyte of digits that is no number is soon known to be none', () => {
  const count = `${'1'.repeat(1_000_000)}x`
  const startedMs = readWorkMs()
  assert.deepEqual(coerceFields(schema, { count }), { count })
  assert.ok(readWorkMs() - startedMs < 20_000)
})

test('a list as JSON has a bound', () => {
  const ports = `[${'0,'.repeat(200_000)}0]`
  assert.throws(() => coerceFields(schema, { ports }), {
    key: 'too_large',
    message: /^ports is too large: at most 100000 values/,
  })
})

test('null is null where a list may be left out with it, and else no list', () => {
  const lists = z.object({ some: z.array(z.string()).nullable(), all: z.array(z.string()) })
  assert.deepEqual(coerceFields(lists, { some: null, all: null }), { some: null, all: [null] })
  assert.deepEqual(coerceFields(lists, { some: 'a', all: 'b' }), { some: ['a'], all: ['b'] })
})

test('base64 becomes bytes', async () => {
  const { file } = coerceFields(z.object({ file: bytes() }), { file: 'AAH/' })
  assert.ok(file instanceof Blob)
  assert.deepEqual(new Uint8Array(await file.arrayBuffer()), new Uint8Array([0, 1, 255]))
})

test('8 MB of base64 are read with a line end behind each letter', async () => {
  const { file } = coerceFields(z.object({ file: bytes() }), { file: 'QUJD'.replaceAll(/./g, '$&\n').repeat(1_000_000) })
  assert.equal((file as Blob).size, 3_000_000)
  assert.equal(await (file as Blob).slice(0, 6).text(), 'ABCABC')
})

for (const text of ['x', 'AAAAx', 'AA=A', '===='])
  test(`no base64: ${text}`, () =>
    assert.throws(() => coerceFields(z.object({ file: bytes() }), { file: text }), /file: expected base64 .*, got/))
