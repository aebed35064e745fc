import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFreeRequests } from './free-requests.ts'

const paid = { requests_per_month: 150_000, is_free: false }
for (const [name, plans, figure] of [
  ['not known yet', undefined, '50,000'],
  ['with a free one', [{ requests_per_month: 1_000, is_free: true }, paid], '1,000'],
  ['all paid', [paid], undefined],
] as const)
  test(`plans ${name}: ${figure ?? 'nothing'} free`, () => assert.equal(toFreeRequests(plans), figure))
