import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { isAppError } from '@octet/core/errors.ts'
import { joinText } from '@octet/core/text.ts'
import { parseInput } from './run.ts'

/** What the error says was expected of the field `it`. */
function readExpected(schema: z.ZodType, value: unknown): unknown {
  try {
    parseInput(z.object({ it: schema }), { it: value })
  } catch (error) {
    if (isAppError(error)) return error.details['expected']
    throw error
  }
  return assert.fail('the input was taken')
}

for (const [name, schema, value, expected] of [
  ['a format', z.uuid(), 'none', { en: 'a UUID', zh: 'UUID' }],
  ['a pattern', z.string().regex(/^a+$/), 'b', { en: 'a text that matches /^a+$/', zh: '符合 /^a+$/ 的文本' }],
  [
    'a pattern with words',
    z.string().regex(/^a$/, joinText({ en: 'the letter a', zh: '字母 a' })),
    'b',
    { en: 'the letter a', zh: '字母 a' },
  ],
  ['a rule with words', z.string().refine(() => false, '0–7777'), 'b', '0–7777'],
  ['a type', z.int(), 'b', { en: 'number', zh: '数字' }],
  ['a whole number', z.int(), 1.5, { en: 'whole number', zh: '整数' }],
  ['a union', z.union([z.literal(1), z.literal(2), z.string()]), null, { en: '1 | 2 | string', zh: '1 | 2 | 文本' }],
  ['a bound', z.int().max(32), 33, '≤ 32'],
  ['a length', z.string().max(2), 'abc', { en: 'at most 2 characters', zh: '至多 2 个字符' }],
  ['a count', z.array(z.int()).min(2), [1], { en: 'at least 2 items', zh: '至少 2 项' }],
  ['a bound that is not one of its values', z.int().positive(), 0, '> 0'],
] as const)
  test(`an input that breaks ${name} says what was expected`, () => {
    assert.deepEqual(readExpected(schema, value), expected)
  })

for (const [name, value, got] of [
  ['an empty text', '', { en: 'an empty text', zh: '空文本' }],
  ['a long text', 'a'.repeat(100), `${'a'.repeat(80)}…`],
] as const)
  test(`${name} is told as what came`, () =>
    assert.throws(
      () => parseInput(z.object({ it: z.email() }), { it: value }),
      (error) => isAppError(error) && assert.deepEqual(error.details['got'], got) === undefined,
    ))

for (const [name, schema, value, got] of [
  ['a text that is too long by its length', z.string().max(2), 'abc', { en: '3 characters', zh: '3 个字符' }],
  ['a list that is too long by its length', z.array(z.int()).max(1), [1, 2], { en: '2 items', zh: '2 项' }],
  ['a number that is too large as it is', z.int().max(1), 2, '2'],
] as const)
  test(`what came is told: ${name}`, () =>
    assert.throws(
      () => parseInput(z.object({ it: schema }), { it: value }),
      (error) => isAppError(error) && assert.deepEqual(error.details['got'], got) === undefined,
    ))

for (const [name, value, field, got] of [
  ['within another', { it: { a: 1, b: 2 } }, 'it.b', '2'],
  ['at the top', { it: { a: 1 }, c: 'x' }, 'c', 'x'],
] as const)
  test(`a field ${name} that there is not is named, with what it held`, () =>
    assert.throws(
      () => parseInput(z.strictObject({ it: z.strictObject({ a: z.int() }) }), value),
      (error) =>
        isAppError(error) && assert.deepEqual([error.details['field'], error.details['got']], [field, got]) === undefined,
    ))

test('a text that may be left out beside others is empty then, and asked for else', () => {
  const schema = z.object({
    text: z.string().meta({ emptyWhen: { mode: ['make'], isNew: [true] } }),
    mode: z.string(),
    isNew: z.boolean().optional(),
  })
  assert.equal(parseInput(schema, { mode: 'make', isNew: true }).text, '')
  assert.equal(parseInput(schema, { mode: 'make', isNew: true, text: 'a' }).text, 'a')
  for (const input of [{ mode: 'make' }, { mode: 'read', isNew: true }])
    assert.throws(() => parseInput(schema, input), { key: 'missing_input' })
})
