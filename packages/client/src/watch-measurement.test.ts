import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { Measurement } from '@octet/core/probe/measurement.ts'
import { createClient } from './client.ts'

const row = (status: string, received: number) => ({ target: 'example.com', probe: {}, result: { status, data: { received } } })
const whole = (status: string, received: number) => ({ id: 'x', status, results: [row(status, received)] })
const line = (event: string, data: unknown) => `${JSON.stringify({ event, data })}\n`
const FIRST = line('measurement', whole('in-progress', 0))
const CHANGE = line('rows', [{ index: 0, result: row('finished', 3).result }])
const DONE = line('done', { updatedAt: 'now' })

/** A server on loopback: what it streams, and how far a measurement is that it is asked for. */
async function serve(stream: (response: ServerResponse) => void) {
  const asked: string[] = []
  let polls = 0
  const server = createServer((request, response) => {
    const isStream = request.headers.accept === 'application/x-ndjson'
    asked.push(isStream ? 'stream' : 'poll')
    if (isStream) return stream(response)
    const data = whole(++polls < 3 ? 'in-progress' : 'finished', polls)
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ code: 200, msg: '', data }))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    asked,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'application/x-ndjson; charset=utf-8' })
const toFigures = ({ status, results }: Measurement) => [status, results[0]?.result.data?.['received']]

const PATIENT_MS = 60_000

async function watch(baseUrl: string, silenceMs = PATIENT_MS) {
  const seen: unknown[] = []
  const options = { silenceMs, pollMs: 1 }
  for await (const state of createClient({ baseUrl }).watchMeasurement('x', options)) seen.push(toFigures(state))
  return seen
}

test('a stream tells the whole, what changes, and the end, wherever its parts are cut', async () => {
  const text = FIRST + CHANGE + DONE
  await using server = await serve((response) => {
    begin(response).write(text.slice(0, 30))
    setTimeout(() => response.end(text.slice(30)), 5)
  })
  assert.deepEqual(await watch(server.baseUrl), [
    ['in-progress', 0],
    ['in-progress', 3],
    ['finished', 3],
  ])
  assert.deepEqual(server.asked, ['stream'])
})

const POLLED = [
  ['in-progress', 1],
  ['in-progress', 2],
  ['finished', 3],
]
for (const [name, stream, streamed] of [
  ['breaks', (response: ServerResponse) => void begin(response).write(FIRST, () => response.destroy()), 1],
  ['ends before its end', (response: ServerResponse) => begin(response).end(FIRST), 1],
  ['is none', (response: ServerResponse) => response.end('{}'), 0],
  ['cannot be read', (response: ServerResponse) => begin(response).end('<html>\n'), 0],
] as const)
  test(`a stream that ${name} is followed by asking until the end`, async () => {
    await using server = await serve(stream)
    assert.deepEqual((await watch(server.baseUrl)).slice(streamed), POLLED)
    assert.deepEqual(server.asked, ['stream', 'poll', 'poll', 'poll'])
  })

for (const [name, stream] of [
  ['is held back', (response: ServerResponse) => void begin(response).flushHeaders()],
  ['falls silent', (response: ServerResponse) => void begin(response).write(FIRST)],
  ['never begins', () => {}],
] as const)
  test(`a stream that ${name} is given up after a while`, async () => {
    await using server = await serve(stream)
    assert.deepEqual((await watch(server.baseUrl, 50)).slice(-3), POLLED)
    // On a slow machine it may be given up before the server has heard of it.
    assert.deepEqual(server.asked.slice(-3), ['poll', 'poll', 'poll'])
  })

test('an id that is unknown is an error, not a stream', async () => {
  const body = JSON.stringify({ code: 404, msg: 'no', data: { error: 'no_such', resolution: '' } })
  await using server = await serve((response) => response.writeHead(404, { 'content-type': 'application/json' }).end(body))
  await assert.rejects(watch(server.baseUrl), { name: 'OctetError', key: 'no_such' })
  assert.deepEqual(server.asked, ['stream'])
})

test('who stops watching is told so at once', async () => {
  await using server = await serve((response) => void begin(response).write(FIRST))
  const abort = new AbortController()
  const watching = createClient(server).watchMeasurement('x', { signal: abort.signal })
  await watching.next()
  const next = watching.next()
  abort.abort()
  await assert.rejects(next, { name: 'AbortError' })
  assert.deepEqual(server.asked, ['stream'])
})

test('a stream outlasts the time of a call', async () => {
  const send: typeof fetch = (_url, init) => {
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        const write = (text: string) => stream.enqueue(new TextEncoder().encode(text))
        write(FIRST)
        const timer = setTimeout(() => {
          write(CHANGE + DONE)
          stream.close()
        }, 60)
        init?.signal?.addEventListener('abort', () => {
          clearTimeout(timer)
          stream.error(init.signal?.reason)
        })
      },
    })
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/x-ndjson' } }))
  }
  const octet = createClient({ baseUrl: 'http://127.0.0.1:9', timeoutMs: 20, retries: 0, fetch: send })
  const seen: unknown[] = []
  for await (const state of octet.watchMeasurement('x')) seen.push(toFigures(state))
  assert.deepEqual(seen.at(-1), ['finished', 3])
})
