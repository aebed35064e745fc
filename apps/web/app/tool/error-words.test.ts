import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toErrorWords } from './error-words.ts'

const fields = [{ name: 'count', label: { en: 'How many', zh: '数量' } }]

for (const [msg, field, lang, words] of [
  ['count: expected a number ≥ 1, got -5', 'count', 'en', 'How many: expected a number ≥ 1, got -5'],
  ['count：应为不小于 1 的整数，收到 -5', 'count', 'zh', '数量：应为不小于 1 的整数，收到 -5'],
  ['count is too large: at most 9, got 12', 'count', 'en', 'How many is too large: at most 9, got 12'],
  ['count 过大：上限 9，收到 12', 'count', 'zh', '数量过大：上限 9，收到 12'],
  ['country: unknown', 'count', 'en', 'country: unknown'],
  ['counted wrongly', 'count', 'en', 'counted wrongly'],
  ['The request was cancelled', undefined, 'en', 'The request was cancelled'],
] as const)
  test(`${msg} → ${words}`, () =>
    assert.equal(
      toErrorWords({ msg, field }, fields, (text) => text[lang]),
      words,
    ))
