import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFailureWords } from './payment-failure.ts'

for (const [reason, lang, expected] of [
  ['card declined', 'zh', '银行卡被拒'],
  ['Your card has expired.', 'zh', '银行卡已过期'],
  ['Your card has insufficient funds.', 'en', 'insufficient funds'],
  ['TRADE_CLOSED', 'en', 'the payment was not finished in time'],
  ['Something nobody has seen', 'zh', 'Something nobody has seen'],
  ['toString', 'en', 'toString'],
] as const)
  test(`“${reason}” in ${lang} → ${expected}`, () => assert.equal(toFailureWords(reason, lang), expected))
