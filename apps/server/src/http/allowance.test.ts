import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { Allowance, createAllowanceTable } from './allowance.ts'

test('a burst is served and the next one is told to wait', () => {
  const allowance = new Allowance({ unitsPerSecond: 0.1, burst: 3 })
  assert.deepEqual(
    [1, 2, 3, 4].map(() => allowance.take('a').isAllowed),
    [true, true, true, false],
  )
  const refused = allowance.take('a')
  assert.equal(refused.remaining, 0)
  assert.ok(refused.retryAfterSeconds >= 1 && refused.retryAfterSeconds <= 10)
})

test('a whole burst is served at any time of the clock', (t) => {
  // the sums of a clock in microseconds round where they pass a power of two; a server meets that in its first minutes
  const table = createAllowanceTable()
  const hrtime = t.mock.method(process, 'hrtime', (): [number, number] => [0, 0])
  for (let step = 0; step < 2000; step++) {
    hrtime.mock.mockImplementation((): [number, number] => [step, 100_001 + step * 7])
    const single = new Allowance({ unitsPerSecond: 1 / 900, burst: 1, table })
    const several = new Allowance({ unitsPerSecond: 1 / 7, burst: 3, table })
    assert.ok(single.take(`single ${step}`).isAllowed, `refused at ${step} s`)
    for (let call = 0; call < 3; call++) assert.ok(several.take(`several ${step}`).isAllowed, `refused at ${step} s`)
    assert.ok(!several.take(`several ${step}`).isAllowed)
  }
})

test('clients do not take from each other', () => {
  const allowance = new Allowance({ unitsPerSecond: 0.1, burst: 1 })
  assert.ok(allowance.take('a').isAllowed)
  assert.ok(allowance.take('b').isAllowed)
  assert.ok(!allowance.take('a').isAllowed)
})

test('keys of a faster plan have more of everything in the same time, and share the table', () => {
  const allowance = new Allowance({ unitsPerSecond: 20, burst: 400 })
  assert.deepEqual([allowance.usual.policy, allowance.toKeyPace().policy], ['"address";q=400;w=20', '"key";q=400;w=20'])
  const fast = allowance.toKeyPace(200)
  assert.deepEqual([fast.burst, fast.policy, allowance.toKeyPace(200) === fast], [4_000, '"key";q=4000;w=20', true])
  const taken = allowance.take('key', 3_990, fast)
  assert.ok(taken.isAllowed && taken.remaining >= 10 && taken.remaining < 1_000)
  const refused = allowance.take('key', 4_000, fast)
  assert.deepEqual([refused.isAllowed, refused.pace.burst, refused.retryAfterSeconds], [false, 4_000, 20])
  assert.ok(allowance.take('other').isAllowed)
  assert.equal(allowance.toKeyPace(1), allowance.toKeyPace(), 'a key is never slower than an address')
})

test('units come back with time', async () => {
  const allowance = new Allowance({ unitsPerSecond: 100, burst: 1 })
  allowance.take('a')
  await new Promise((resolve) => setTimeout(resolve, 30)) // three times what one unit takes
  assert.ok(allowance.take('a').isAllowed)
})

test('a call dearer than the whole burst takes the burst', () => {
  const allowance = new Allowance({ unitsPerSecond: 1, burst: 10 })
  assert.ok(allowance.take('a', 1000).isAllowed)
  assert.ok(!allowance.take('a').isAllowed)
})

test('200,000 clients do not break a table of 65,536', () => {
  const allowance = new Allowance({ unitsPerSecond: 1, burst: 1 })
  for (let i = 0; i < 200_000; i++) assert.ok(allowance.take(`10.${i}`).isAllowed, 'a new client is never refused')
})

test('threads share one allowance to the unit', async () => {
  const table = createAllowanceTable()
  const script = `
    import { parentPort, workerData } from 'node:worker_threads'
    const { Allowance } = await import(workerData.file)
    const allowance = new Allowance({ unitsPerSecond: 0.001, burst: 1000, table: workerData.table })
    let served = 0
    for (let i = 0; i < 1000; i++) if (allowance.take('a').isAllowed) served++
    parentPort.postMessage(served)`
  const file = new URL('./allowance.ts', import.meta.url).href
  const runs = [1, 2, 3].map(
    () =>
      new Promise<number>((resolve, reject) => {
        const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), { workerData: { table, file } })
        worker.once('message', resolve).once('error', reject)
      }),
  )
  const served = await Promise.all(runs)
  assert.equal(
    served.reduce((sum, count) => sum + count),
    1000,
  )
})

test('in a full table those who wait are remembered, and the idle forgotten', () => {
  const allowance = new Allowance({ unitsPerSecond: 1 / 3_600, burst: 10 })
  const spenders = Array.from({ length: 100 }, (_, at) => `spender ${at}`)
  for (const spender of spenders) allowance.take(spender, 10)
  for (let at = 0; at < 150_000; at++) allowance.take(`passer-by ${at}`)
  assert.deepEqual(
    spenders.filter((spender) => allowance.take(spender).isAllowed),
    [],
  )
})
