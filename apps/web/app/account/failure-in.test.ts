import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFailureWords } from '@octet/core/envelope.ts'
import { toErrorMessage, toErrorResolution, type AppError } from '@octet/core/errors.ts'
import { toFailureIn, toFailureText } from './failure-in.ts'

const fail = (error: Pick<AppError, 'key' | 'details'>, figures: Readonly<Record<string, number | string>>) => ({
  code: 400,
  error: error.key,
  msg: toErrorMessage(error, 'en'),
  resolution: toErrorResolution(error, 'en'),
  field: '',
  figures,
})

test('a failure without details comes in the other language', () => {
  const error = { key: 'wrong_login', details: {} } as const
  const { msg, resolution } = toFailureIn(fail(error, {}), 'zh')
  assert.deepEqual([msg, resolution], [toErrorMessage(error, 'zh'), toErrorResolution(error, 'zh')])
  assert.match(msg, /\p{Script=Han}/u)
})

test('words that the server sent in both languages are taken, whatever is put into them', () => {
  const error = {
    key: 'bad_input',
    details: { field: 'name', expected: { en: 'the name of a file', zh: '文件名' }, got: '../x' },
  } as const
  const failure = { ...fail(error, {}), words: toFailureWords(error) }
  assert.deepEqual(toFailureText(failure), { en: toErrorMessage(error, 'en'), zh: toErrorMessage(error, 'zh') })
  assert.match(toFailureIn(failure, 'zh').msg, /文件名/)
  assert.equal(toFailureIn(failure, 'zh').resolution, toErrorResolution(error, 'zh'))
})

test('figures stay in their places', () => {
  const details = { limit: 5, window: 60, retryAfter: 7 }
  const error = { key: 'too_many_requests', details } as const
  assert.deepEqual(toFailureText(fail(error, details)), {
    en: toErrorMessage(error, 'en'),
    zh: toErrorMessage(error, 'zh'),
  })
})

test('the end of a month stays in its place', () => {
  const details = { limit: 50, needed: 51, resetsAt: '2026-12-01T00:00:00.000Z' }
  const error = { key: 'quota_spent', details } as const
  assert.equal(toFailureIn(fail(error, details), 'zh').resolution, toErrorResolution(error, 'zh'))
})

for (const [what, failure] of [
  [
    'what can be done, with words that did not come',
    fail({ key: 'quota_spent', details: { limit: 5, resetsAt: 'Monday' } }, { limit: 5 }),
  ],
  ['words that are put in', fail({ key: 'bad_input', details: { field: 'a', expected: 'b', got: 'c' } }, {})],
  ['what is no error of the table', { ...fail({ key: 'wrong_login', details: {} }, {}), error: 'constructor', msg: 'Odd' }],
  ['other words for it', { ...fail({ key: 'wrong_login', details: {} }, {}), msg: 'The server cannot be reached' }],
] as const)
  test(`${what}: the failure stays as it came`, () => assert.deepEqual(toFailureIn(failure, 'zh'), failure))
