import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planSchema } from '../plan/plan-schema.ts'
import {
  addCredit,
  changeSource,
  createLease,
  isFarFromSpent,
  isLow,
  isRefused,
  noteRefusal,
  toAccountSource,
  toAhead,
  toCapSource,
  toFreshLease,
  toShortage,
  toWanted,
} from './lease.ts'

const lease = (left: number) => {
  const source = { quota: 5_000_000, included: 5_000_000, extraPrice: null, ahead: 5_000 }
  return Object.assign(createLease({ owner: 'account', ownerId: 'a', accountId: 'a', month: '2026-11-01', source }), { left })
}

for (const [name, left, needed, expected] of [
  ['a lookup takes the usual block', 4_000_000, 1, 5_000],
  ['a slice of a batch takes eight of its kind', 4_000_000, 4_000, 32_000],
  ['never more than a sixteenth of what is left', 160_000, 4_000, 10_000],
  ['nothing is known yet', 0, 4_000, 5_000],
] as const)
  test(`${name} → ${expected}`, () => assert.equal(toAhead(lease(left), needed), expected))

for (const [name, fields, expected] of [
  ['20,000 used in a second: as many as ten seconds need', { used: 20_000, mark: { used: 0, atMs: -1_000 } }, 200_000],
  ['never more than a sixteenth of what is left', { used: 30_000, mark: { used: 0, atMs: -1_000 }, left: 160_000 }, 10_000],
  ['what was used before does not count', { used: 30_000, mark: { used: 29_900, atMs: -1_000 } }, 5_000],
  ['a burst of a millisecond is not a speed', { used: 1_000, mark: { used: 0, atMs: -1 } }, 100_000],
  ['a small cap lends nothing ahead', { ahead: 1, left: 100 }, 1],
] as const)
  test(`${name} → ${expected}`, (context) => {
    context.mock.method(performance, 'now', () => 0)
    assert.equal(toAhead(Object.assign(lease(4_000_000), fields), 1), expected)
  })

for (const [waiters, needed, expected] of [
  [0, 1, 1],
  [1, 1, 1],
  [64, 1, 64],
] as const)
  test(`with ${waiters} who wait, ${needed} needed → ${expected} wanted`, () =>
    assert.equal(toWanted(Object.assign(lease(10), { waiters }), needed), expected))

for (const [name, quota, served] of [
  ['a smaller plan: what was taken ahead is asked for anew', 1_000, 0],
  ['a larger plan: what was taken ahead stays', 9_000_000, 970],
] as const)
  test(name, () => {
    const before = Object.assign(lease(4_000_000), { units: 1_000, used: 20, held: 10 })
    const after = changeSource(before, { quota, included: quota, extraPrice: null, ahead: 10 })
    assert.equal(after, before, 'who holds it goes on with it')
    assert.equal(toShortage(after, served), 0)
    assert.equal(toShortage(after, served + 1), 1)
    assert.equal(after.left, 0, 'the database has said nothing about this quota yet')
  })

for (const [requestsPerMonth, ahead] of [
  [1_000, 10],
  [5_000_000, 5_000],
  [1_000_000_000, 10_000],
] as const)
  test(`of ${requestsPerMonth} a month ${ahead} are taken ahead, extra units or not`, () => {
    const plan = planSchema.parse({ id: 'p', name: 'P', requestsPerMonth, monthlyPrice: 1, extraPer1000: 7 })
    assert.deepEqual(toAccountSource(plan, 0), { quota: requestsPerMonth, included: requestsPerMonth, extraPrice: null, ahead })
    const quota = requestsPerMonth + 500
    assert.deepEqual(toAccountSource(plan, 500), { quota, included: requestsPerMonth, extraPrice: 7, ahead })
  })

test('a cap below 2,000 takes one at a time', () => {
  assert.deepEqual(
    [1_999, 2_000, 99_999_999].map((cap) => toCapSource(cap).ahead),
    [1, 2, 10_000],
  )
})

test('a refusal holds for as many units and more, for as long as it says, and the smallest counts', (context) => {
  const now = context.mock.method(performance, 'now', () => 0)
  const one = lease(0)
  noteRefusal(one, 50, 1_000)
  assert.deepEqual(
    [49, 50, 51].map((units) => isRefused(one, units)),
    [false, true, true],
  )
  noteRefusal(one, 80, 1_000)
  assert.equal(isRefused(one, 50), true)
  now.mock.mockImplementation(() => 1_000)
  assert.equal(isRefused(one, 50), false)
  noteRefusal(one, 80, 1_000)
  assert.deepEqual(
    [50, 80].map((units) => isRefused(one, units)),
    [false, true],
  )
})

for (const [name, fields, expected] of [
  ['fewer than half of what was last asked for are free', { units: 5_000, used: 2_000, held: 501 }, true],
  ['half of them are free', { units: 5_000, used: 2_000, held: 500 }, false],
  ['a hundredth of the quota is left: others need it too', { left: 50_000 }, false],
  ['more than a hundredth is left', { left: 50_001 }, true],
  ['of a small cap each unit is asked for', { ahead: 1, reach: 10 }, false],
] as const)
  test(`${name} → ${expected ? 'more' : 'nothing'} is fetched ahead`, () =>
    assert.equal(isLow(Object.assign(lease(4_000_000), fields)), expected))

for (const [name, fields, expected] of [
  ['more than a tenth of the quota is left', { left: 500_001 }, true],
  ['a tenth is left', { left: 500_000 }, false],
  ['a quota of which few units are lent at once', { left: 500_001, ahead: 9 }, false],
] as const)
  test(`${name} → ${expected ? 'far from' : 'nearly'} spent`, () =>
    assert.equal(isFarFromSpent(Object.assign(lease(0), fields)), expected))

test('units on credit are owed, and are no longer left for others', () => {
  const one = Object.assign(lease(1_000), { units: 100, owed: 5 })
  addCredit(one, 30)
  addCredit(one, 20)
  assert.deepEqual([one.units, one.owed, one.left], [150, 55, 950])
})

test('a lease that goes on as a new one owes what was not noted and what is held, and nobody waits for it', (context) => {
  context.mock.method(performance, 'now', () => 7)
  const old = Object.assign(lease(1_000), { units: 900, used: 500, noted: 420, held: 6, isCharged: true, waiters: 3 })
  const asking = Promise.resolve()
  const { id, ...fresh } = toFreshLease({ ...old, asking, waiting: asking })
  assert.notEqual(id, old.id)
  const { id: _, ...kept } = old
  const mark = { used: 80, atMs: 7 }
  assert.deepEqual(fresh, { ...kept, units: 86, used: 80, owed: 86, mark, noted: 0, isCharged: false, waiters: 0 })
})
