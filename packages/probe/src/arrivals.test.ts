import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { mergeArrivals } from './arrivals.ts'
import { Mailbox } from './mailbox.ts'

test('results come in the order of their arrival, so many at once', async () => {
  let running = 0
  let most = 0
  const gates = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
  const jobs = gates.map(({ promise }, index) => async () => {
    most = Math.max(most, ++running)
    await promise
    running--
    return index
  })
  const came: number[] = []
  gates[1]!.resolve()
  for await (const index of mergeArrivals(jobs, 2)) {
    came.push(index)
    gates[came.length === 1 ? 2 : 0]!.resolve()
  }
  assert.deepEqual(came, [1, 2, 0])
  assert.equal(most, 2)
})

test('a job that fails while the reader is busy fails the loop, not the program', async () => {
  const jobs = [async () => 1, () => sleep(5).then(() => Promise.reject(new Error('late')))]
  await assert.rejects(async () => {
    for await (const value of mergeArrivals<number>(jobs, 2)) if (value === 1) await sleep(30)
  }, /late/)
})

test('no further job starts when the reader leaves', async () => {
  let started = 0
  const jobs = Array.from({ length: 10 }, () => async () => ++started)
  for await (const _ of mergeArrivals(jobs, 1)) break
  assert.ok(started <= 2)
})

test('a mailbox hands over what waits, then its first error', async () => {
  const mailbox = new Mailbox<number>()
  mailbox.put(1)
  mailbox.fail(new Error('first'))
  mailbox.fail(new Error('second'))
  const got: number[] = []
  await assert.rejects(async () => {
    for await (const value of mailbox) got.push(value)
  }, /first/)
  assert.deepEqual(got, [1])
})
