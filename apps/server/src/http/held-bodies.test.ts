import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { boundHeldBodies, noteKept } from './held-bodies.ts'

const LOOK_MS = 20
/** More than the system takes for somebody who does not read. */
const LARGE_BYTES = 20_000_000

/** A server that keeps bodies, except of `/streamed`: 1 MB of one network, 2 MB of all. Networks are the last number of 127.0.0.x here. */
async function start({ isProxy = (): boolean => false } = {}) {
  const server = createServer((request, response) => {
    watch(request, response)
    if (request.url !== '/streamed') noteKept(request)
    request.resume().once('end', () => response.end(request.url === '/large' ? Buffer.alloc(LARGE_BYTES) : ''))
  })
  const watch = boundHeldBodies(server, { ofNetwork: 1_000_000, ofAll: 2_000_000, everyMs: LOOK_MS, isProxy })
  server.on('clientError', (_error, socket) => socket.end('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    /** When the next request has come. */
    isAsked: () => once(server, 'request'),
    /** Begins a body; `end` sends its last byte, `status` is what it was answered. */
    async post(sizeBytes: number, { path = '/', localAddress = '127.0.0.1' } = {}) {
      const headers = { 'content-length': sizeBytes + 1 }
      const sent = ask({ port, host: '127.0.0.1', localAddress, method: 'POST', path, headers, agent: false })
      sent.on('error', () => {})
      const status = once(sent, 'response').then(([answer]) => (answer as IncomingMessage).resume().statusCode)
      sent.write(Buffer.alloc(sizeBytes))
      await sleep(4 * LOOK_MS)
      return { status, end: () => sent.end('a') }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('of too many bytes of one network the body that came first is closed with 408, and only that', async () => {
  await using server = await start()
  const first = await server.post(600_000)
  const small = await server.post(1_000)
  const last = await server.post(600_000)
  assert.equal(await first.status, 408)
  small.end()
  last.end()
  assert.deepEqual(await Promise.all([small.status, last.status]), [200, 200])
})

test('another network is not closed for it, until all together are too many', async () => {
  await using server = await start()
  const first = await server.post(900_000)
  const second = await server.post(900_000, { localAddress: '127.0.1.1' })
  const third = await server.post(900_000, { localAddress: '127.0.2.1' })
  assert.equal(await first.status, 408)
  second.end()
  third.end()
  assert.deepEqual(await Promise.all([second.status, third.status]), [200, 200])
})

test('what is worked on as it comes, and what is whole, does not count', async () => {
  await using server = await start()
  const streamed = await server.post(1_500_000, { path: '/streamed' })
  const before = await server.post(900_000)
  before.end()
  assert.equal(await before.status, 200)
  const after = await server.post(900_000)
  streamed.end()
  after.end()
  assert.deepEqual(await Promise.all([streamed.status, after.status]), [200, 200])
})

test('a proxy stands for many networks', async () => {
  await using server = await start({ isProxy: () => true })
  const bodies = [await server.post(900_000), await server.post(900_000)]
  for (const { end } of bodies) end()
  assert.deepEqual(await Promise.all(bodies.map(({ status }) => status)), [200, 200])
})

test('an answer that nobody takes is closed when there are too many bytes', { timeout: 10_000 }, async () => {
  await using server = await start()
  const socket = connect(server.port, '127.0.0.1')
  const isAsked = server.isAsked()
  socket.pause().write('GET /large HTTP/1.1\r\nhost: a\r\n\r\n')
  await isAsked
  await sleep(10 * LOOK_MS)
  let bytes = 0
  socket.on('data', (chunk) => (bytes += chunk.length)).on('error', () => {})
  socket.resume()
  await once(socket, 'close')
  assert.ok(bytes < LARGE_BYTES)
})
