import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toErrorMessage, toErrorResolution, type AppError } from '@octet/core/errors.ts'
import { toFailureIn, toFailureText } from './failure-in.ts'

const fail = (error: Pick<AppError, 'key' | 'details'>, numbers: Readonly<Record<string, number>>) => ({
  code: 400,
  error: error.key,
  msg: toErrorMessage(error, 'en'),
  resolution: toErrorResolution(error, 'en'),
  field: '',
  numbers,
})

test('a failure without details comes in the other language', () => {
  const error = { key: 'wrong_login', details: {} } as const
  const { msg, resolution } = toFailureIn(fail(error, {}), 'zh')
  assert.deepEqual([msg, resolution], [toErrorMessage(error, 'zh'), toErrorResolution(error, 'zh')])
  assert.match(msg, /\p{Script=Han}/u)
})

test('numbers stay in their places', () => {
  const details = { limit: 5, window: 60, retryAfter: 7 }
  const error = { key: 'too_many_requests', details } as const
  assert.deepEqual(toFailureText(fail(error, details)), {
    en: toErrorMessage(error, 'en'),
    zh: toErrorMessage(error, 'zh'),
  })
})

for (const [what, failure] of [
  ['words that are put in', fail({ key: 'bad_input', details: { field: 'a', expected: 'b', got: 'c' } }, {})],
  ['what is no error of the table', { ...fail({ key: 'wrong_login', details: {} }, {}), error: 'constructor', msg: 'Odd' }],
  ['other words for it', { ...fail({ key: 'wrong_login', details: {} }, {}), msg: 'The server cannot be reached' }],
] as const)
  test(`${what}: the failure stays as it came`, () => assert.deepEqual(toFailureIn(failure, 'zh'), failure))
