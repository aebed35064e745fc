import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCheapest, REQUEST_STEPS, toBestSaving, toCost } from './costs.ts'

const plan = (id: string, requestsPerMonth: number, monthlyPrice: number, extraPer1000: number | null) => ({
  id,
  name: id,
  requestsPerMonth,
  keys: 1,
  requestsPerSecond: 20,
  namesAtOnce: 100,
  monthlyPrice,
  yearlyPrice: 10 * monthlyPrice,
  extraPer1000,
  isFree: monthlyPrice === 0,
  databases: [],
})
const plans = [plan('free', 1_000, 0, null), plan('small', 10_000, 1_000, 50), plan('large', 100_000, 5_000, 30)]

for (const [requests, expected, total] of [
  [1_000, 'free', 0],
  [1_001, 'small', 1_000],
  [10_001, 'small', 1_050],
  [90_000, 'small', 5_000],
  [91_000, 'large', 5_000],
  [1_000_000, 'large', 32_000],
] as const)
  test(`${requests} requests → ${expected} for ${total}`, () => {
    const best = findCheapest(plans.map((one) => toCost(one, { requests, period: 'monthly' })))
    assert.deepEqual([best?.plan.id, best?.total], [expected, total])
  })

test('a year is shown by the month and saves a sixth', () => {
  assert.equal(toCost(plans[1]!, { requests: 1, period: 'yearly' })?.total, 833)
  assert.equal(toBestSaving(plans), 16)
})

test('the steps rise', () =>
  assert.deepEqual(
    [...REQUEST_STEPS].sort((a, b) => a - b),
    REQUEST_STEPS,
  ))
