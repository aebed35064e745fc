import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { bytes, toJsonSchema } from '@octet/core/field.ts'
import { findMainOutput, toFields, toWords } from './schema.ts'

const label = { en: 'Field', zh: '字段' }
const controlOf = (schema: z.ZodType) => toFields(toJsonSchema(z.object({ f: schema })))[0]?.control

const controls: [string, z.ZodType, string][] = [
  ['a string is a line', z.string(), 'line'],
  ['a string may ask for more lines', z.string().meta({ widget: 'text' }), 'text'],
  ['a small enum is segments', z.enum(['a', 'b']), 'segments'],
  ['a larger enum is a list', z.enum(['a', 'b', 'c', 'd', 'e', 'f']), 'select'],
  ['a boolean is a switch', z.boolean(), 'toggle'],
  ['a whole number is a number', z.int(), 'number'],
  ['bytes are a file', bytes(), 'file'],
  ['a list of strings is lines', z.array(z.string()), 'lines'],
  ['a list of objects is JSON', z.array(z.object({ a: z.string() })), 'json'],
  ['a nullable number is a number', z.number().nullable(), 'number'],
  ['a choice among numbers is segments', z.union([z.literal(128), z.literal(256)]), 'segments'],
  ['a default changes nothing', z.boolean().default(true), 'toggle'],
]
for (const [name, schema, control] of controls) test(name, () => assert.equal(controlOf(schema), control))

test('the page may start with something else than programs', () => {
  const shape = z.object({ a: z.boolean().default(false).meta({ pageDefault: true }), b: z.boolean().default(false) })
  assert.deepEqual(
    toFields(toJsonSchema(shape)).map(({ defaultValue }) => defaultValue),
    [true, false],
  )
})

test('what meta says reaches the field', () => {
  const schema = z.object({
    mode: z
      .enum(['a', 'b'])
      .default('b')
      .meta({ label, options: { a: { en: 'A!', zh: '甲' }, b: { en: 'B!', zh: '乙' } } }),
    key: z
      .string()
      .meta({ label, secret: true, when: { mode: ['a'] }, advanced: true, unit: 'bit', placeholder: label, help: label }),
  })
  const [mode, key] = toFields(toJsonSchema(schema))
  assert.deepEqual(mode?.options, [
    { value: 'a', label: { en: 'A!', zh: '甲' } },
    { value: 'b', label: { en: 'B!', zh: '乙' } },
  ])
  assert.equal(mode?.defaultValue, 'b')
  assert.equal(mode?.isRequired, false)
  assert.deepEqual(
    [key?.isSecret, key?.when, key?.isAdvanced, key?.unit, key?.placeholder, key?.help, key?.isRequired],
    [true, { mode: ['a'] }, true, { en: 'bit', zh: '位' }, label, label, true],
  )
})

test('one field is the main one: the marked, else the first text', () => {
  const marked = z.object({ a: z.string(), b: z.string().meta({ main: true }) })
  const plain = z.object({ n: z.number(), s: z.string(), t: z.string() })
  assert.deepEqual(
    toFields(toJsonSchema(marked))
      .filter(({ isMain }) => isMain)
      .map(({ name }) => name),
    ['b'],
  )
  assert.deepEqual(
    toFields(toJsonSchema(plain))
      .filter(({ isMain }) => isMain)
      .map(({ name }) => name),
    ['s'],
  )
})

test('the main output is the marked, else the first text', () => {
  assert.equal(findMainOutput(toJsonSchema(z.object({ n: z.number(), s: z.string() }))), 's')
  assert.equal(findMainOutput(toJsonSchema(z.object({ s: z.string(), m: z.string().meta({ main: true }) }))), 'm')
})

test('names become words', () => assert.equal(toWords('start_ip').en, 'Start ip'))
