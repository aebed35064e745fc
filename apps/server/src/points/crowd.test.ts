import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureCrowd } from '../testing/measure-crowd.ts'

test('300 points on one server: all of 100 that are asked answer', async (context) => {
  const figures = await measureCrowd({ points: 300, fanOut: 100, slowestMs: 500, idleMs: 100 })
  context.diagnostic(JSON.stringify(figures))
  assert.equal(figures.joined, 300)
  assert.equal(figures.answered, 100)
})
