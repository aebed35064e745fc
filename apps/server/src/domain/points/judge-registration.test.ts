import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@octet/core/errors.ts'
import { judgeRegistration, toUnlooked } from './judge-registration.ts'

const FOUND = { query: 'shop.test', isRegistered: true, expires: '2027-08-13T04:00:00Z', daysLeft: 200.4, statuses: [] }
const RULES = { onFailure: true, registrationDays: 30 }
const status = (code: string) => ({ statuses: [{ code, meaning: null }] })

for (const [name, found, rules, kind, en] of [
  ['far from its end', {}, {}, 'good', 'The registration of shop.test ends in 200 days (2027-08-13).'],
  ['near its end', { daysLeft: 30 }, {}, 'bad', 'The registration of shop.test ends in 30 days (2027-08-13).'],
  ['a day before', { daysLeft: 1.9 }, {}, 'bad', 'The registration of shop.test ends in 1 day (2027-08-13).'],
  ['over', { daysLeft: -3 }, {}, 'bad', 'The registration of shop.test ended on 2027-08-13.'],
  ['near its end, by rules of before', { daysLeft: 30 }, { registrationDays: undefined }, 'bad', /ends in 30 days/],
  ['near its end, which nobody asks for', { daysLeft: 3 }, { registrationDays: null }, 'good', /ends in 3 days/],
  ['not registered', { isRegistered: false, expires: null, daysLeft: null }, {}, 'bad', 'shop.test is not registered.'],
  ['not registered, which is no fault', { isRegistered: false }, { onFailure: false }, 'unknown', /was not found/],
  ['nowhere to be found', { isRegistered: null }, {}, 'unknown', /was not found/],
  ['deleted', status('redemption period'), {}, 'bad', 'The registration of shop.test has the status redemption period.'],
  ['kept out of DNS', status('clientHold'), {}, 'bad', /has the status clientHold/],
  ['kept out of DNS, which is no fault', status('serverHold'), { onFailure: false }, 'good', /ends in 200 days/],
  ['locked', status('clientTransferProhibited'), {}, 'good', /ends in 200 days/],
] as const)
  test(`a domain that is ${name}: ${kind}`, () => {
    const verdict = judgeRegistration({ ...FOUND, ...found }, { ...RULES, ...rules })
    assert.deepEqual([verdict.kind, verdict.isUndated], [kind, false])
    if (typeof en === 'string') assert.equal(verdict.words.en, en)
    else assert.match(verdict.words.en, en)
  })

test('a registry that gives no end alarms nobody, and says so in both languages', () => {
  const verdict = judgeRegistration({ ...FOUND, query: 'shop.de', expires: null, daysLeft: null }, RULES)
  assert.deepEqual(verdict, {
    kind: 'unknown',
    words: {
      en: 'The registry of .de does not say when shop.de ends, so there is nothing to warn of.',
      zh: '.de 的注册局不提供 shop.de 的到期时间，因此无法提醒。',
    },
    ms: null,
    isUndated: true,
  })
})

test('a look that fails says nothing of the domain', () => {
  const { kind, words, isUndated } = toUnlooked(new AppError('timed_out', { limit: 5_000 }))
  assert.deepEqual([kind, isUndated], ['unknown', false])
  assert.match(words.zh, /^无法查询注册信息。5000 毫秒内未得到应答/)
})
