import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { toAccountWords } from './ledger-accounts.ts'

const read = (path: string) => readFileSync(new URL(`../../../server/src/domain/billing/${path}`, import.meta.url), 'utf8')

test('every side of a booking has a name in both languages', () => {
  const fixed = [...read('ledger.ts').matchAll(/^ {2}\| '([a-z:]+)'/gm)].map(([, name = '']) => name)
  assert.deepEqual(fixed, ['revenue:plans', 'revenue:extra', 'tax', 'disputed', 'losses'])
  for (const account of ['customer', 'provider:sandbox', 'provider:stripe', 'provider:alipay', ...fixed]) {
    const { en, zh } = toAccountWords(account)
    assert.notEqual(en, account)
    assert.match(zh, /\p{Script=Han}/u, account)
  }
})

test('a provider of later goes by its own name', () => assert.equal(toAccountWords('provider:other').zh, 'other'))
