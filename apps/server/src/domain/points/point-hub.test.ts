import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { until } from '@octet/core/testing/until.ts'
import type { PointFrame, ServerFrame } from '@octet/core/probe/point-protocol.ts'
import { ThreadBus } from '../../points/thread-bus.ts'
import { makePoint } from '../../testing/make-point.ts'
import { PointHub, type Link } from './point-hub.ts'

const task = { type: 'ping', target: '198.51.100.1', protocol: 'icmp', packets: 3 } as const

/** A hub with a point that says only what it is told to. */
async function startHub(name: string, point?: string) {
  const bus = new ThreadBus(name)
  const hub = new PointHub(bus)
  await hub.start()
  const frames: ServerFrame[] = []
  const link: Link = {
    point: makePoint({ id: point ?? 'none', node: hub.node }),
    send: (frame) => void frames.push(frame),
    close: () => {},
  }
  if (point) hub.join(link)
  return {
    hub,
    frames,
    say: (frame: PointFrame) => hub.heed(link, frame),
    leave: () => hub.leave(link),
    [Symbol.asyncDispose]: async () => {
      await hub[Symbol.asyncDispose]()
      await bus[Symbol.asyncDispose]()
    },
  }
}

const readJob = (frames: readonly ServerFrame[]): string => {
  const [frame] = frames
  return frame?.kind === 'task' ? frame.job : assert.fail('expected a task')
}
const options = { timeoutMs: 10_000, onProgress: () => {} }

/** Waits without a clock. */
async function turn(isDone: () => boolean): Promise<void> {
  for (let turns = 0; turns < 10_000 && !isDone(); turns++) await new Promise(setImmediate)
  assert.ok(isDone())
}

function stopClock(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  return t.mock.timers
}

test('a point that never answers: the job times out, the point is told to stop, and what it says later is not heard', async (t) => {
  await using here = await startHub('silent', 'p1')
  const clock = stopClock(t)
  const ended = here.hub.run('p1', task, options)
  const job = readJob(here.frames)
  clock.tick(12_000)
  const outcome = await ended
  assert.equal(outcome.status === 'failed' && outcome.error.key, 'timed_out')
  assert.deepEqual(here.frames.at(-1), { kind: 'cancel', job })
  assert.doesNotThrow(() => here.say({ kind: 'done', job, result: {} }))
})

test('a point of another thread is told to stop, too, however long the words take', async (t) => {
  await using there = await startHub('other', 'p2')
  await using here = await startHub('other')
  await until(() => here.hub.roster.get('p2') !== undefined, 'it is known here')
  const clock = stopClock(t)
  const ended = here.hub.run('p2', task, options)
  await turn(() => there.frames.length === 1)
  clock.tick(12_000) // both threads are as far now, and the word of the one has not come to the other
  assert.equal((await ended).status, 'failed')
  await turn(() => there.frames.length === 2)
  assert.deepEqual(there.frames.at(-1), { kind: 'cancel', job: readJob(there.frames) })
})

test('a point of another thread that goes away is offline', async () => {
  await using there = await startHub('away', 'p6')
  await using here = await startHub('away')
  await until(() => here.hub.roster.get('p6') !== undefined, 'it is known here')
  const ended = here.hub.run('p6', task, options)
  await until(() => there.frames.length === 1, 'the task has come')
  there.leave()
  assert.deepEqual(await ended, { status: 'offline' })
})

test('an answer of another shape is a failure, of another point nothing', async () => {
  await using here = await startHub('shape', 'p3')
  await using other = await startHub('shape', 'p4')
  const ended = here.hub.run('p3', task, options)
  const job = readJob(here.frames)
  other.say({ kind: 'done', job, result: {} })
  here.say({ kind: 'progress', job, result: { nonsense: true } })
  here.say({ kind: 'done', job, result: { nonsense: true } })
  const outcome = await ended
  assert.equal(outcome.status === 'failed' && outcome.error.key, 'unavailable')
})

test('a point that nobody knows is offline', async () => {
  await using here = await startHub('nobody')
  assert.deepEqual(await here.hub.run('p5', task, options), { status: 'offline' })
})
