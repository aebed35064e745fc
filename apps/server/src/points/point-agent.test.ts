import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { WebSocketServer, type WebSocket } from 'ws'
import type { PointChecks, ServerFrame } from '@octet/core/probe/point-protocol.ts'
import { until } from '@octet/core/testing/until.ts'
import { createFakeProbe, startPoint } from '../testing/start-points.ts'

/** A server that answers each frame of a point as it likes, and of which nobody hears when it goes. */
async function startServer(toAnswer: (frame: { readonly kind: string }) => ServerFrame | undefined) {
  const http = createServer()
  const sockets = new WebSocketServer({ server: http })
  const met: WebSocket[] = []
  let isFrozen = false
  sockets.on('connection', (socket) => {
    met.push(socket)
    if (isFrozen) socket.pause()
    socket.on('message', (data) => {
      const answer = toAnswer(JSON.parse(String(data)) as { kind: string })
      if (answer) socket.send(JSON.stringify(answer))
    })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return {
    origin,
    met,
    /** From now on neither words nor farewells are answered. */
    freeze() {
      isFrozen = true
      for (const socket of met) socket.pause()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of met) socket.terminate()
      http.close()
      http.closeAllConnections()
    },
  }
}

const token = `octpoint_${'a'.repeat(43)}`
const WELCOME = { kind: 'welcome', point: 'p', name: 'Cellar', place: '', version: '0.1.0', beatMs: 1_000 } as const

test('a server that does not answer the hello is left, and asked again', async () => {
  await using server = await startServer(() => undefined)
  server.freeze()
  await using point = startPoint({ server: server.origin, token, probe: createFakeProbe(), helloMs: 100 })
  await until(() => point.words.some(({ kind }) => kind === 'lost'), 'it gives up')
  await until(() => server.met.length > 1, 'it comes again')
})

test('a server that is gone without a word is missed after three signs of life', async () => {
  let beats = 0
  await using server = await startServer(({ kind }) => (kind === 'hello' ? WELCOME : (beats++, { kind: 'beat' })))
  await using point = startPoint({ server: server.origin, token, probe: createFakeProbe() })
  await until(() => point.words.some(({ kind }) => kind === 'joined'), 'it has joined')
  await until(() => beats > 4, 'more signs of life are answered than may be missing')
  assert.ok(point.words.every(({ kind }) => kind !== 'lost'))
  server.freeze()
  await until(() => point.words.some((word) => word.kind === 'lost' && word.reason === 'the server is silent'), 'it is missed')
  await until(() => server.met.length > 1, 'and asked again')
})

test('an older server, which answers no signs of life, is not taken for gone', async () => {
  let frames = 0
  await using server = await startServer(({ kind }) => {
    frames++
    return kind === 'hello' ? WELCOME : undefined
  })
  await using point = startPoint({ server: server.origin, token, probe: createFakeProbe() })
  await until(() => frames > 5, 'many signs of life went by')
  assert.deepEqual(
    point.words.map(({ kind }) => kind),
    ['joined'],
  )
})

test('a server that was away for a while finds its points well', async () => {
  const breaks: unknown[] = []
  await using server = await startServer((frame) => {
    if (frame.kind !== 'hello') return { kind: 'beat' }
    breaks.push((frame as unknown as { checks: PointChecks }).checks.breaksPerHour)
    if (breaks.length < 3) server.met.at(-1)?.terminate()
    return WELCOME
  })
  await using point = startPoint({ server: server.origin, token, probe: createFakeProbe() })
  await until(() => breaks.length === 3, 'it is let in the third time')
  await until(() => point.words.some(({ kind }) => kind === 'joined'), 'it has joined')
  server.met.at(-1)?.terminate()
  await until(() => breaks.length === 4, 'it comes back after a break')
  assert.deepEqual(breaks, [0, 0, 0, 1])
})

test('a signal ends the agent though the server does not answer its farewell', async () => {
  await using server = await startServer(({ kind }) => (kind === 'hello' ? WELCOME : { kind: 'beat' }))
  const point = startPoint({ server: server.origin, token, probe: createFakeProbe() })
  await until(() => point.words.some(({ kind }) => kind === 'joined'), 'it has joined')
  server.freeze()
  const started = performance.now()
  await point[Symbol.asyncDispose]()
  assert.ok(performance.now() - started < 60_000)
})
