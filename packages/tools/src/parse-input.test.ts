import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { isAppError } from '@octet/core/errors.ts'
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
  ['a pattern with words', z.string().regex(/^a$/, 'expected the letter a'), 'b', 'the letter a'],
  ['a rule with words', z.string().refine(() => false, 'expected luck'), 'b', 'luck'],
  ['a bound', z.int().max(32), 33, '≤ 32'],
] as const)
  test(`an input that breaks ${name} says what was expected`, () => {
    assert.deepEqual(readExpected(schema, value), expected)
  })
