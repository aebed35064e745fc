import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeSlowBodies } from './slow-bodies.ts'

/** A server that asks for 1,000 bytes a second, taken over 300 ms. */
async function start(listener: RequestListener) {
  const server = createServer((request, response) => {
    watch(request)
    listener(request, response)
  })
  const watch = closeSlowBodies(server, { windowMs: 300, bytesPerSecond: 1_000, everyMs: 30 })
  server.on('clientError', (_error, socket) => socket.end('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    post() {
      const { port } = server.address() as AddressInfo
      const sent = ask({ port, host: '127.0.0.1', method: 'POST', headers: { 'transfer-encoding': 'chunked' } })
      sent.flushHeaders()
      return { sent, answered: once(sent, 'response').then(([answer]) => (answer as IncomingMessage).statusCode) }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function count(request: IncomingMessage): Promise<number> {
  let bytes = 0
  for await (const chunk of request) bytes += (chunk as Buffer).length
  return bytes
}

test('a body that drips is closed with 408', async () => {
  await using server = await start((request) => void count(request).catch(() => {}))
  const startedMs = performance.now()
  const { sent, answered } = server.post()
  const drip = setInterval(() => sent.write('a'), 20)
  assert.equal(await answered, 408)
  clearInterval(drip)
  sent.destroy()
  assert.ok(performance.now() - startedMs >= 300)
})

test('a body that comes steadily is read for as long as it takes', async () => {
  await using server = await start((request, response) => void count(request).then((bytes) => response.end(String(bytes))))
  const { sent, answered } = server.post()
  for (let part = 0; part < 50; part++) {
    sent.write(Buffer.alloc(100))
    await sleep(20)
  }
  sent.end()
  assert.equal(await answered, 200)
})

test('time in which the process stands still is not the client’s', async () => {
  await using server = await start((request, response) => void count(request).then((bytes) => response.end(String(bytes))))
  const { sent, answered } = server.post()
  for (let part = 0; part < 30; part++) {
    sent.write(Buffer.alloc(100))
    await sleep(20)
    if (part === 10) for (const endMs = performance.now() + 2_000; performance.now() < endMs;);
  }
  sent.end()
  assert.equal(await answered, 200)
})

test('a body that stops after a good start is closed', async () => {
  await using server = await start((request) => void count(request).catch(() => {}))
  const { sent, answered } = server.post()
  sent.write(Buffer.alloc(350))
  assert.equal(await answered, 408)
  sent.destroy()
})

test('time in which the server does not read is not the client’s', async () => {
  await using server = await start(
    (request, response) =>
      void sleep(900)
        .then(() => count(request))
        .then(() => response.end()),
  )
  const { sent, answered } = server.post()
  sent.end(Buffer.alloc(5_000_000))
  assert.equal(await answered, 200)
})
