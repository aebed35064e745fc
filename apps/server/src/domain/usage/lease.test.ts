import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLease, toAhead, toWanted } from './lease.ts'

const lease = (left: number) => {
  const source = { quota: 5_000_000, included: 5_000_000, extraPrice: null, ahead: 5_000 }
  return Object.assign(createLease({ owner: 'account', ownerId: 'a', accountId: 'a', month: '2026-11-01', source }), { left })
}

for (const [name, left, needed, expected] of [
  ['a look-up takes the usual block', 4_000_000, 1, 5_000],
  ['a slice of a batch takes eight of its kind', 4_000_000, 4_000, 32_000],
  ['never more than a sixteenth of what is left', 160_000, 4_000, 10_000],
  ['nothing is known yet', 0, 4_000, 5_000],
] as const)
  test(`${name} → ${expected}`, () => assert.equal(toAhead(lease(left), needed), expected))

for (const [name, fields, expected] of [
  ['30,000 used in a second: as many as two seconds need', { used: 30_000, mark: { used: 0, atMs: -1_000 } }, 60_000],
  ['never more than a sixteenth of what is left', { used: 30_000, mark: { used: 0, atMs: -1_000 }, left: 160_000 }, 10_000],
  ['what was used before does not count', { used: 30_000, mark: { used: 29_000, atMs: -1_000 } }, 5_000],
  ['a burst of a millisecond is not a speed', { used: 1_000, mark: { used: 0, atMs: -1 } }, 20_000],
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
