import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { runThere } from './run-there.ts'

Object.assign(globalThis, {
  document: { cookie: '', documentElement: { lang: 'zh-CN' } },
  localStorage: { getItem: () => null, setItem() {}, removeItem() {} },
})

const event = (data: unknown) =>
  new TextEncoder().encode(`event: message\ndata: ${JSON.stringify({ code: 200, msg: '', data })}\n\n`)
type Begin = (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => void

/** What a run comes to whose answer is streamed so. */
async function run(context: TestContext, start: Begin, cancelled = new AbortController()) {
  context.mock.method(globalThis, 'fetch', async (_url: unknown, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        signal?.addEventListener('abort', () => controller.error(signal.reason))
        start(controller)
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  })
  const values: unknown[] = []
  const { code, msg } = await runThere('ping', {}, { signal: cancelled.signal, onValue: (value) => values.push(value) })
  return { code, msg, values }
}

for (const [how, end] of [
  ['ends early', (controller) => controller.close()],
  ['breaks', (controller) => setTimeout(() => controller.error(new TypeError('network error')))],
  ['is cut within a value', (controller) => (controller.enqueue(new TextEncoder().encode('data: {"co\n\n')), controller.close())],
] as const satisfies readonly (readonly [string, Begin])[])
  test(`a stream that ${how} is no answer and no lack of a network; what had come is handed on`, async (context) => {
    const found = await run(context, (controller) => (controller.enqueue(event('first')), end(controller)))
    assert.deepEqual(found, { code: 503, msg: '连接中断，结果不完整，请重试', values: ['first'] })
  })

test('of a list that is sent by its changes the whole is handed on', async (context) => {
  const first = { isComplete: false, rows: [{ name: 'a' }, { name: 'b' }] }
  const last = { isComplete: true, rows: [{ name: 'a' }, { name: 'b', state: 'free' }] }
  const changed = { isComplete: false, rows: [{ name: 'b', state: 'free' }], changesOnly: { rows: 'name' } }
  const done = new TextEncoder().encode('event: done\ndata: {}\n\n')
  const found = await run(context, (controller) => {
    for (const value of [first, changed, last]) controller.enqueue(event(value))
    controller.enqueue(done)
    controller.close()
  })
  assert.deepEqual(found.values, [first, { ...last, isComplete: false }, last])
})

test('an answer that says nothing is a failure, and no result of nothing', async (context) => {
  const done = new TextEncoder().encode('event: done\ndata: {}\n\n')
  const found = await run(
    context,
    (controller) => (controller.enqueue(event(null)), controller.enqueue(done), controller.close()),
  )
  assert.deepEqual(found, { code: 502, msg: '服务器的应答没有内容，请稍后重试', values: [] })
})

test('a run that is cancelled is not called broken', async (context) => {
  const cancelled = new AbortController()
  const cancel = () => setTimeout(() => cancelled.abort(new DOMException('', 'AbortError')))
  assert.equal((await run(context, cancel, cancelled)).code, 499)
})

test('a server that has nothing to say for 90 s is given up; each word counts anew', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  let answer: Awaited<ReturnType<typeof run>> | undefined
  let controller: Parameters<Begin>[0] | undefined
  const ended = run(context, (given) => (controller = given)).then((found) => (answer = found))
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  await settle()
  context.mock.timers.tick(80_000)
  controller?.enqueue(event('late'))
  await settle()
  context.mock.timers.tick(80_000)
  await settle()
  assert.equal(answer, undefined)
  context.mock.timers.tick(10_000)
  await ended
  assert.deepEqual(answer, { code: 504, msg: '90 秒内未得到应答，请检查网络后重试', values: ['late'] })
})
