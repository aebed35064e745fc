import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { until } from '@octet/core/testing/until.ts'
import { ServingThreads, type ThreadData } from './serving-threads.ts'

const log = pino({ level: 'silent' })

/** A thread that listens when told to go on, and counts the bytes of its build; `ends` ends before it listens. */
const CODE = `
  const { parentPort, workerData } = require('node:worker_threads')
  if (workerData.ends) process.exit(3)
  let bytes = 0
  parentPort.on('message', ({ kind, data, shared, id }) => {
    if (kind === 'start') {
      bytes = data.database.byteLength
      Atomics.wait(workerData.gate, 0, 0)
      parentPort.postMessage('listening')
    }
    if (kind === 'database') bytes = shared.byteLength
    if (kind === 'metrics' && !workerData.isMute) parentPort.postMessage({ kind, id, snapshot: [bytes] })
    if (kind === 'stop') process.exit(0)
  })`

type Kind = { readonly ends?: boolean; readonly isMute?: boolean }

function openDesk(kinds: Kind[] = [], count = 1, hasFirst = false) {
  const gate = new Int32Array(new SharedArrayBuffer(4)).fill(1)
  const made: Worker[] = []
  const state = { database: new SharedArrayBuffer(1) }
  const create = () => {
    const worker = new Worker(CODE, { eval: true, workerData: { gate, ...kinds[made.length] } })
    made.push(worker)
    return worker
  }
  const toData = (isFirst: boolean) => ({ isFirst, database: state.database }) as unknown as ThreadData
  const first = hasFirst ? create() : undefined
  const threads = new ServingThreads({ count, create, first, toData, log, retryMs: 10 })
  const open = () => {
    Atomics.store(gate, 0, 1)
    Atomics.notify(gate, 0)
  }
  return {
    threads,
    made,
    state,
    gate,
    open,
    readBytes: async () => (await threads.readMetrics()).flat() as unknown[],
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  }
}

test('a build that is published while a thread starts reaches that thread too', async () => {
  await using desk = openDesk()
  const { threads, state, gate, open, readBytes } = desk
  Atomics.store(gate, 0, 0)
  const started = threads.start()
  state.database = new SharedArrayBuffer(2)
  threads.tellBuild(state.database)
  open()
  await started
  assert.deepEqual(await readBytes(), [2])
})

test('a thread that ends is followed by another, even where the first that is tried ends, too', async () => {
  await using desk = openDesk([{}, { ends: true }])
  const { threads, made, readBytes } = desk
  await threads.start()
  await made[0]!.terminate()
  await until(() => made.length === 3 && threads.size === 1, 'another thread serves')
  assert.deepEqual(await readBytes(), [1])
  await threads.stop(0)
  assert.equal(made.length, 3, 'none follows when all are asked to end')
})

test('a thread that has been begun already is the first; one that follows it is begun like the others', async () => {
  await using desk = openDesk([], 2, true)
  const { threads, made, readBytes } = desk
  assert.equal(made.length, 1)
  await threads.start()
  assert.deepEqual([made.length, await readBytes()], [2, [1, 1]])
  await made[0]!.terminate()
  await until(() => made.length === 3 && threads.size === 2, 'another thread serves')
})

test('threads that do not listen yet when all are asked to end begin to serve no more', async () => {
  await using desk = openDesk([], 3)
  const { threads, made, gate, open } = desk
  const started = threads.start().catch((error: unknown) => error)
  await until(() => threads.size === 1, 'the first one serves')
  Atomics.store(gate, 0, 0)
  await threads.stop(0)
  open()
  await started
  assert.deepEqual(
    made.map(({ threadId }) => threadId),
    [-1, -1, -1],
  )
  assert.equal(threads.size, 0)
})

test('a thread that ends before it listens is said to the one who starts it', async () => {
  await assert.rejects(openDesk([{ ends: true }]).threads.start(), /ended with 3/)
})

test('counters are not read as a sum without the thread that ends meanwhile', async () => {
  await using desk = openDesk([{}, { isMute: true }], 2)
  const { threads, made } = desk
  await threads.start()
  const read = assert.rejects(threads.readMetrics(), /the thread ended/)
  await made[1]!.terminate()
  await read
  await until(() => threads.size === 2, 'another thread serves')
})
