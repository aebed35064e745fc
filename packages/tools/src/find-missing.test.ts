import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { bytes } from '@octet/core/field.ts'
import { isAppError, toErrorMessage, toErrorResolution } from '@octet/core/errors.ts'
import { parseInput } from './run.ts'

const label = { en: 'Size', zh: '大小' }
const line = z.object({ text: z.string().meta({ label }) })

/** What is said of an input, in both languages. */
function readRefusal(schema: z.ZodType, input: unknown) {
  try {
    parseInput(schema, input)
  } catch (error) {
    if (isAppError(error))
      return { key: error.key, field: error.details['field'], en: toErrorMessage(error, 'en'), zh: toErrorMessage(error, 'zh') }
    throw error
  }
  return assert.fail('the input was taken')
}

for (const [name, schema, input, field, en, zh] of [
  ['a text', line, {}, 'text', 'Please enter “Size”', '请输入“大小”'],
  [
    'a text that is empty',
    z.object({ text: z.string().min(1).meta({ label }) }),
    { text: '' },
    'text',
    'Please enter “Size”',
    '请输入“大小”',
  ],
  ['a number', z.object({ size: z.int().min(1).meta({ label }) }), {}, 'size', 'Please enter “Size”', '请输入“大小”'],
  ['a choice', z.object({ to: z.enum(['a', 'b']).meta({ label }) }), {}, 'to', 'Please choose “Size”', '请选择“大小”'],
  ['a file', z.object({ file: bytes().meta({ label }) }), {}, 'file', 'Please choose “Size”', '请选择“大小”'],
  ['a field of a list', z.object({ rows: z.array(line) }), { rows: [{}] }, 'rows.0.text', 'Please enter “Size”', '请输入“大小”'],
  ['a field without a label', z.object({ ip: z.string() }), {}, 'ip', 'Please enter “ip”', '请输入“ip”'],
] as const)
  test(`${name} that is missing is asked for by its label`, () =>
    assert.deepEqual(readRefusal(schema, input), { key: 'missing_input', field, en, zh }))

test('a field that has words of its own for it is asked for in those', () => {
  const { key, en, zh } = readRefusal(z.object({ password: z.string().meta({ missing: 'password_missing' }) }), {})
  assert.deepEqual([key, en, zh], ['password_missing', 'Please enter your login password', '请输入登录密码'])
})

for (const [name, schema, input] of [
  ['is wrong', line, { text: 5 }],
  ['is null', line, { text: null }],
  ['may be left out and is too short', z.object({ text: z.string().min(2).optional() }), { text: 'a' }],
  ['is unknown', z.strictObject({}), { text: '' }],
] as const)
  test(`a field that ${name} is not asked for`, () => assert.equal(readRefusal(schema, input).key, 'bad_input'))

test('an empty text that breaks a rule hears of the rule', () =>
  assert.equal(readRefusal(z.object({ mail: z.email() }), { mail: '' }).en, 'mail: expected an email address, got an empty text'))

test('what to do about it names the field of a call', () =>
  assert.throws(
    () => parseInput(line, {}),
    (error) => isAppError(error) && toErrorResolution(error, 'zh') === '请填写后重试；接口中的字段名为 `text`。',
  ))
