import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { startProduct } from '../testing/start.ts'
import { createHttpServer } from './create-server.ts'
import { Drain } from './drain.ts'

const ASK = 'GET /v1/ip/8.8.8.8 HTTP/1.1\r\nHost: octet.test\r\n\r\n'
const READY = 'GET /readyz HTTP/1.1\r\nHost: octet.test\r\n\r\n'

async function open(origin: string): Promise<Socket> {
  const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1' })
  await once(socket, 'connect')
  return socket
}

async function say(socket: Socket, text: string): Promise<string> {
  socket.write(text)
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  return chunk.toString()
}

test('a process that stops answers what comes on open connections, and closes each with its last answer', async () => {
  await using product = await startProduct({ listen: true, withoutJobs: true })
  const [idle, asked, never] = await Promise.all([open(product.origin), open(product.origin), open(product.origin)])
  assert.match(await say(asked, ASK), /connection: keep-alive/i)
  const { drain } = product.services
  let isDone = false
  const finished = drain.finish(product.app.server, 60_000, { quietMs: 60_000 }).then(() => (isDone = true))
  await new Promise((resolve) => setTimeout(resolve, 100))
  assert.equal(isDone, false)
  for (const [socket, text, status] of [
    [idle, READY, 503],
    [asked, ASK, 200],
  ] as const) {
    const closed = once(socket, 'close')
    const answer = await say(socket, text)
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `))
    assert.match(answer, /\r\nconnection: close\r\n/i)
    await closed
  }
  assert.equal(isDone, false)
  never.destroy()
  await finished
  await assert.rejects(open(product.origin), { code: 'ECONNREFUSED' })
})

test('connections that never end are waited for no longer than the limit', async () => {
  await using product = await startProduct({ listen: true, withoutJobs: true })
  const socket = await open(product.origin)
  await product.services.drain.finish(product.app.server, 200)
  assert.equal(socket.readyState, 'open', 'it was not waited for')
  socket.destroy()
})

test('connections on which nothing comes are closed when a request on its way would have come, and none that is being answered', async () => {
  await using product = await startProduct({ listen: true, withoutJobs: true })
  const { server } = product.app
  server.keepAliveTimeout = 600_000
  const [never, plain, page, sending] = await Promise.all(Array.from({ length: 4 }, () => open(product.origin)))
  await say(plain!, ASK)
  await say(page!, READY)
  const body = '{"text":"a","to":"upper"}'
  const head = `POST /v1/tools/case HTTP/1.1\r\nHost: octet.test\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  const isRead = once(server, 'request')
  sending!.write(head)
  await isRead
  const ends = [never!, plain!, page!].map((socket) => once(socket.resume(), 'close'))
  const finished = product.services.drain.finish(server, 600_000, { quietMs: 100 })
  await Promise.all(ends)
  const closed = once(sending!, 'close')
  const answer = await say(sending!, body)
  assert.match(answer, /^HTTP\/1.1 200 /)
  await Promise.all([closed, finished])
})

test('a lookup that waits for the units of its key is answered, and not taken for an idle connection', async () => {
  const { promise: fetched, resolve: fetch } = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const drain = new Drain()
  const server = createHttpServer((_request, response) => void response.end('late'), {
    drain,
    hot: {
      note() {},
      fixed: [],
      answer() {
        asked.resolve()
        return fetched
      },
    },
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = await open(`http://127.0.0.1:${(server.address() as { port: number }).port}`)
  const answer = say(socket, ASK)
  await asked.promise
  let cuts = 0
  const cut = server.closeIdleConnections
  server.closeIdleConnections = () => {
    cut()
    if (++cuts === 2) fetch()
  }
  await drain.finish(server, 60_000, { quietMs: 50 })
  assert.match(await answer, /late$/)
})
