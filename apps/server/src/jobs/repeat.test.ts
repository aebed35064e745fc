import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repeat } from './repeat.ts'

const DAY_MS = 86_400_000
const fail = (error: unknown) => assert.fail(String(error))

test('what is asked for while a turn runs is done once more after it', async () => {
  const turns: (() => void)[] = []
  const { ask, stop } = repeat(() => new Promise<void>((resolve) => turns.push(resolve)), { everyMs: DAY_MS, onError: fail })
  ask()
  ask()
  ask()
  assert.equal(turns.length, 1)
  turns[0]!()
  await new Promise(setImmediate)
  assert.equal(turns.length, 2)
  turns[1]!()
  await stop()
  assert.equal(turns.length, 2)
})

test('a turn that fails is told and the next one comes', async () => {
  const faults: unknown[] = []
  let count = 0
  const both = Promise.withResolvers<void>()
  const { stop } = repeat(
    async () => {
      if (++count === 2) both.resolve()
      throw new Error(`turn ${count}`)
    },
    { everyMs: 1, onError: (error) => faults.push(error) },
  )
  await both.promise
  await stop()
  assert.match(String(faults[0]), /turn 1/)
})

test('stopping waits for the turn that runs and begins no other', async () => {
  let isDone = false
  let count = 0
  const gate = Promise.withResolvers<void>()
  const { ask, stop } = repeat(
    async () => {
      count++
      await gate.promise
      isDone = true
    },
    { everyMs: 1, onError: fail },
  )
  ask()
  ask()
  const stopped = stop()
  gate.resolve()
  await stopped
  assert.deepEqual([isDone, count], [true, 1])
  ask()
  assert.equal(count, 1)
})
