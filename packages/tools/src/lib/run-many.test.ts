import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@octet/core/errors.ts'
import { askPatiently, runMany } from './run-many.ts'

const { signal } = new AbortController()
const LIMITS = { atOnce: 3, beginWithinMs: 10_000, signal }

async function takeAll<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}

test('a few are worked on at once, and stand where they stood', async () => {
  let running = 0
  let most = 0
  const work = async (item: number) => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, item))
    running--
    return item * 10
  }
  const states = await takeAll(runMany([9, 1, 5, 2, 7], work, LIMITS))
  assert.deepEqual(states.at(-1), [90, 10, 50, 20, 70])
  assert.equal(most, 3)
})

test('what there is no time for stays undefined', async () => {
  const states = await takeAll(runMany([1, 2], async (item) => item, { ...LIMITS, beginWithinMs: 0 }))
  assert.deepEqual(states, [[undefined, undefined]])
})

test('an error of the work ends it, and so does one who leaves', async () => {
  await assert.rejects(takeAll(runMany([1], () => Promise.reject(new TypeError('a bug')), LIMITS)), TypeError)
  const abort = new AbortController()
  const never = () => new Promise<never>(() => {})
  const running = takeAll(runMany([1, 2], never, { ...LIMITS, signal: abort.signal }))
  abort.abort()
  await assert.rejects(running, { key: 'cancelled' })
})

test('a server without a turn is asked again; one that asks for a long rest is not', async () => {
  const toBusy = (retryAfter: number) => new AppError('unavailable', { reason: 'busy', retryAfter })
  let asked = 0
  const answer = await askPatiently(async () => {
    if (++asked < 3) throw toBusy(0)
    return 'answer'
  }, signal)
  assert.deepEqual([answer, asked], ['answer', 3])
  const refuse = async () => {
    asked++
    throw toBusy(60)
  }
  await assert.rejects(askPatiently(refuse, signal), { key: 'unavailable' })
  assert.equal(asked, 4)
})
