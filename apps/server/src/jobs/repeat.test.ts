import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextPhase, repeat } from './repeat.ts'

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

test('the first turn comes in the second half of the period, for each at another moment, the others a period later', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const turns: [work: number, ms: number][] = []
  let ms = 0
  const all = [0, 1, 2, 3].map((work) => repeat(async () => turns.push([work, ms]), { everyMs: 1000, onError: fail }))
  for (; ms < 3000; ms++) {
    t.mock.timers.tick(1)
    await Promise.resolve()
    for (let step = 0; step < 5; step++) await Promise.resolve()
  }
  const of = (work: number) => turns.filter(([which]) => which === work).map(([, at]) => at)
  const firsts = [0, 1, 2, 3].map((work) => of(work)[0]!)
  for (const first of firsts) assert.ok(first >= 499 && first < 1000, String(first))
  const sorted = firsts.toSorted((a, b) => a - b)
  for (const [at, first] of sorted.entries()) if (at > 0) assert.ok(first - sorted[at - 1]! > 50, sorted.join())
  for (const work of [0, 1, 2, 3])
    assert.deepEqual(
      of(work).slice(0, 3),
      [0, 1000, 2000].map((later) => firsts[work]! + later),
    )
  for (const { stop } of all) await stop()
})

test('work of one phase comes due together', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  let turns = 0
  const phase = nextPhase()
  const all = [0, 1, 2].map(() => repeat(async () => turns++, { everyMs: 1000, phase, onError: fail }))
  t.mock.timers.tick(Math.ceil(500 * (1 + phase)) - 1)
  assert.equal(turns, 0)
  t.mock.timers.tick(2)
  assert.equal(turns, 3)
  for (const { stop } of all) await stop()
})
