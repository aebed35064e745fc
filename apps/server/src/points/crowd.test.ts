import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureCrowd } from '../testing/measure-crowd.ts'

test('1,000 points on one server: 200 answers are in within 2 s of the slowest probe', { timeout: 90_000 }, async (context) => {
  const figures = await measureCrowd({ points: 1_000, fanOut: 200, slowestMs: 1_500, idleMs: 500 })
  context.diagnostic(JSON.stringify(figures))
  assert.equal(figures.joined, 1_000)
  assert.equal(figures.answered, 200)
  assert.ok(figures.wallMs - figures.slowestMs <= 2_000, `late by ${figures.wallMs - figures.slowestMs} ms`)
})
