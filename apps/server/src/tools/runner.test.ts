import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@octet/core/errors.ts'
import { until } from '@octet/core/testing/until.ts'
import { ToolRunner } from './runner.ts'

const folder = await mkdtemp(join(import.meta.dirname, 'fixture-'))
after(() => rm(folder, { recursive: true }))

const write = async (id: string, run: string) => {
  await mkdir(join(folder, 'text', id), { recursive: true })
  await writeFile(
    join(folder, 'text', id, 'tool.ts'),
    `import * as z from 'zod'\nimport { AppError } from '@octet/core/errors.ts'
     export default { id: '${id}', input: z.object({ n: z.number().optional() }), output: z.any(), run: ${run} }\nvoid AppError\n`,
  )
}
await write('count', 'async function* ({ n }) { for (let i = 1; i <= n; i++) yield i }')
await write('forever', '() => { for (;;); }')
await write('bomb', '() => { const all = []; for (;;) all.push(new Array(1e5).fill({})) }')
await write('refuse', '() => { throw new AppError("syntax_error", { format: "X", line: 1, column: 2, reason: "r" }) }')
const THREAD = '(await import("node:worker_threads")).threadId'
await write('thread', `async () => ${THREAD}`)
await write('litter', `async () => { setTimeout(() => { throw new Error("late") }, 50); return ${THREAD} }`)
await write('exit', '() => process.exit()')
await write(
  'busy',
  `async ({ n }) => {
     const used = () => process.threadCpuUsage().user / 1000
     for (const before = used(); used() - before < n;);
     return ${THREAD}
   }`,
)
await write('wait', 'async ({ n }) => { await new Promise((end) => setTimeout(end, n)); return "waited" }')

const signal = new AbortController().signal
const answer = async (runner: ToolRunner, id: string, input: object, timeoutMs = 60_000) => {
  const values: unknown[] = []
  for await (const value of runner.run({ id, input, lang: 'en' }, { timeoutMs, signal })) values.push(value)
  return values
}

test('every result so far arrives in order', async () => {
  await using runner = new ToolRunner({ folders: [folder] })
  assert.deepEqual(await answer(runner, 'count', { n: 3 }), [1, 2, 3])
})

test('under `node --watch` what a thread tells of its files is no answer', async () => {
  process.env['WATCH_REPORT_DEPENDENCIES'] = '1'
  await using runner = new ToolRunner({ folders: [folder] })
  try {
    assert.deepEqual(await answer(runner, 'count', { n: 2 }), [1, 2])
  } finally {
    delete process.env['WATCH_REPORT_DEPENDENCIES']
  }
})

test('an endless loop ends with took_too_long and the next job is served', async () => {
  await using runner = new ToolRunner({ folders: [folder], maxJobs: 1 })
  await assert.rejects(answer(runner, 'forever', {}, 800), {
    key: 'took_too_long',
    message: 'Stopped after 800 ms: the calculation had not ended',
  })
  assert.deepEqual(await answer(runner, 'count', { n: 1 }), [1])
})

test('time in which a thread has no processor does not count, but has an end', async () => {
  await using runner = new ToolRunner({ folders: [folder] })
  assert.deepEqual(await answer(runner, 'wait', { n: 1000 }, 800), ['waited'])
  await assert.rejects(answer(runner, 'wait', { n: 60_000 }, 200), { key: 'took_too_long' })
})

test('what a thread has used before a run does not count', async () => {
  await using runner = new ToolRunner({ folders: [folder], maxJobs: 1 })
  const [first] = await answer(runner, 'busy', { n: 900 })
  assert.deepEqual(await answer(runner, 'wait', { n: 1000 }, 800), ['waited'])
  assert.deepEqual(await answer(runner, 'thread', {}), [first])
})

test('a run that may never end ends with what it says of itself', async () => {
  await using runner = new ToolRunner({ folders: [folder] })
  const tooLong = new AppError('took_too_long', { limit: 300, reason: 'it loops' })
  const values = runner.run({ id: 'forever', input: {}, lang: 'en' }, { timeoutMs: 300, signal, tooLong })
  await assert.rejects(values.next(), { key: 'took_too_long', message: /300 ms: it loops/ })
})

test('a memory bomb ends with an error and the process lives', async () => {
  await using runner = new ToolRunner({ folders: [folder], heapMb: 32 })
  await assert.rejects(answer(runner, 'bomb', {}), { key: 'too_large' })
})

test('a known error keeps its key and details', async () => {
  await using runner = new ToolRunner({ folders: [folder] })
  await assert.rejects(answer(runner, 'refuse', {}), {
    key: 'syntax_error',
    details: { format: 'X', line: 1, column: 2, reason: 'r' },
  })
})

test('the queue has an end', async () => {
  await using runner = new ToolRunner({ folders: [folder], maxJobs: 1, maxWaiting: 1 })
  const [first, second, third] = await Promise.allSettled([1, 2, 3].map((n) => answer(runner, 'count', { n })))
  assert.deepEqual([first?.status, second?.status], ['fulfilled', 'fulfilled'])
  assert.equal(third?.status === 'rejected' && third.reason.key, 'unavailable')
})

test('what a tool leaves behind and fails after its answer ends its thread only', async () => {
  await using runner = new ToolRunner({ folders: [folder] })
  const [thread] = await answer(runner, 'litter', {})
  await sleep(300) // nothing runs when it fails
  const readThread = async () => (await answer(runner, 'thread', {}))[0]
  await until(async () => (await readThread().catch(() => thread)) !== thread, 'another thread serves')
})

test('a thread that ends by itself ends its job at once', async () => {
  await using runner = new ToolRunner({ folders: [folder] })
  await assert.rejects(answer(runner, 'exit', {}), /the thread has ended/)
})

test('who goes away while waiting makes room for others', async () => {
  await using runner = new ToolRunner({ folders: [folder], maxJobs: 1, maxWaiting: 1 })
  const [gone, first] = [new AbortController(), new AbortController()]
  const run = (id: string, controller: AbortController) =>
    runner.run({ id, input: { n: 1 }, lang: 'en' }, { timeoutMs: 60_000, signal: controller.signal }).next()
  const running = assert.rejects(run('forever', first), { key: 'cancelled' })
  const waiting = assert.rejects(run('count', gone), { key: 'cancelled' })
  await assert.rejects(answer(runner, 'count', { n: 1 }), { key: 'unavailable' })
  gone.abort()
  await waiting
  const next = answer(runner, 'count', { n: 1 })
  first.abort()
  assert.deepEqual(await next, [1])
  await running
})
