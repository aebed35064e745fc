import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeptValues, type RecordValues } from './record-values.ts'

const VALUES = {} as RecordValues

test('what is offered once is not kept, what is offered twice is', () => {
  const kept = new KeptValues(3)
  kept.offer(1, VALUES)
  assert.equal(kept.get(1), undefined)
  kept.offer(1, VALUES)
  assert.equal(kept.get(1), VALUES)
  assert.equal(kept.get(0), undefined)
})

test('no more are kept than there is room for', () => {
  const kept = new KeptValues(5, 2)
  for (const record of [0, 1, 2]) {
    kept.offer(record, VALUES)
    kept.offer(record, VALUES)
  }
  assert.deepEqual(
    [0, 1, 2].map((record) => kept.get(record)),
    [undefined, undefined, VALUES],
  )
})
