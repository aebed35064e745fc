import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Pace } from './pace.ts'

test('fifty jobs that report twice a second for ten seconds never wait', () => {
  const pace = new Pace()
  for (let half = 0; half < 20; half++)
    for (let job = 0; job < 50; job++) assert.equal(pace.take(2_000, half * 500), 0, `after ${half / 2} s`)
})

test('a thousand frames at once wait for five seconds', () => {
  const pace = new Pace()
  let waitMs = 0
  for (let count = 0; count < 1_000; count++) waitMs = pace.take(0, 10)
  assert.equal(waitMs, 5_000)
  assert.equal(pace.take(0, 5_020), 0)
})

test('large frames count for more', () => {
  const pace = new Pace()
  let waitMs = 0
  for (let count = 0; count < 20; count++) waitMs = pace.take(512 * 1024, 0)
  assert.ok(waitMs > 7_000, `${waitMs}`)
})
