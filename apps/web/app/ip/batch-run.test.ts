import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { BatchRun } from './batch-run.ts'

/** A server that knows no address: each line is an error, which is a row as well. */
const answer = (lines: readonly string[]) =>
  new Response(lines.map((query) => `${JSON.stringify({ query, error: 'bad_address', msg: 'unknown' })}\n`).join(''))
const serve = (toAnswer: (asked: readonly string[]) => Response) =>
  mock.method(globalThis, 'fetch', async (_path: string, { body }: { body: string }) => toAnswer(body.split('\n')))
const createRun = (onNews = () => {}) => new BatchRun({ lang: 'en', onNews })
const toList = (count: number, gap: string) =>
  Array.from({ length: count }, (_, i) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`).join(gap)
afterEach(() => mock.restoreAll())

test('a line with more addresses than a call takes arguments', async () => {
  serve(answer)
  const run = createRun()
  await run.start(toList(200_000, ' '))
  assert.deepEqual({ state: run.state, rows: run.rows.length }, { state: 'done', rows: 200_000 })
})

test('what comes in after a stop is not taken twice by going on', async () => {
  serve(answer)
  const run = createRun()
  // A first line that takes longer than one turn of the page: the stop comes in the middle of a piece.
  mock.method(
    performance,
    'now',
    (
      (ms) => () =>
        (ms += 20)
    )(0),
  )
  const started = run.start(toList(50, '\n'))
  while (run.rows.length === 0) await new Promise((resolve) => setImmediate(resolve))
  run.stop()
  await run.resume()
  await started
  const found = new Set(run.rows.map(({ query }) => query))
  assert.deepEqual({ rows: run.rows.length, distinct: found.size }, { rows: 50, distinct: 50 })
})

test('an answer without lines ends in a failure and is not asked for again', async () => {
  const { mock: asked } = serve(() => new Response(''))
  const run = createRun()
  await run.start('192.0.2.1')
  assert.deepEqual({ state: run.state, calls: asked.callCount() }, { state: 'failed', calls: 1 })
})
