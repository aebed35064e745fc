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

test('where there is no room the oldest make it, and have to be offered twice again', () => {
  const kept = new KeptValues(5, 2)
  const offerTwice = (record: number) => [1, 2].forEach(() => kept.offer(record, VALUES))
  const list = () => [0, 1, 2, 3].filter((record) => kept.get(record))
  for (const record of [0, 1, 2]) offerTwice(record)
  assert.deepEqual(list(), [1, 2])
  kept.offer(0, VALUES)
  assert.deepEqual(list(), [1, 2])
  kept.offer(0, VALUES)
  assert.deepEqual(list(), [0, 2])
  offerTwice(3)
  assert.deepEqual(list(), [0, 3])
})
