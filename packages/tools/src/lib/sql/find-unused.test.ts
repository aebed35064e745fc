import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findUnused } from './find-unused.ts'

test('the least number that is not in a text', () => {
  assert.equal(findUnused('z0q, z1q and z3q', /z(\d+)q/g), 2)
  assert.equal(findUnused('z00q', /z(\d+)q/g), 0)
})

test('many numbers take no longer than their text asks', () => {
  const start = performance.now()
  assert.equal(findUnused(Array.from({ length: 500_000 }, (_, i) => `z${i}q`).join(), /z(\d+)q/g), 500_000)
  assert.ok(performance.now() - start < 60_000)
})
