import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createServer as createHttpServer } from 'node:http'
import { test } from 'node:test'
import { isAppError } from '@octet/core/errors.ts'
import { createGuard } from '../guard/guard.ts'
import { createFetcher } from '../http/fetch.ts'
import { createTlsProbe } from './report.ts'

const guard = createGuard({ allowTargets: ['127.0.0.1/32'], resolver: async () => ['127.0.0.1'] })
const probe = createTlsProbe({ guard, fetcher: createFetcher({ guard }) })

async function failOn(server: ReturnType<typeof createServer>): Promise<{ en: string; zh: string; port: number }> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  try {
    await Array.fromAsync(probe.report({ host: '127.0.0.1', port }))
    return assert.fail('it was a report')
  } catch (error) {
    assert.ok(isAppError(error), String(error))
    return { ...(error.details['reason'] as { en: string; zh: string }), port }
  } finally {
    server.close()
  }
}

test('a port that speaks plain HTTP is called so', async () => {
  const { en, zh, port } = await failOn(createHttpServer((_, response) => response.end('hello')))
  assert.equal(en, `127.0.0.1:${port} speaks plain HTTP, not TLS; HTTPS is usually on port 443`)
  assert.equal(zh, `127.0.0.1:${port} 使用明文 HTTP，而非 TLS；HTTPS 通常在 443 端口`)
})

test('a web server that drops whatever is no HTTP is called so, too', async () => {
  const serve = (socket: Socket) =>
    socket
      .on('error', () => {})
      .once('data', (bytes) => (bytes[0] === 0x16 ? socket.destroy() : socket.end('HTTP/1.1 200 OK\r\n\r\n')))
  assert.match((await failOn(createServer(serve))).en, /speaks plain HTTP/)
})

test('a service that greets first is named by its greeting', async () => {
  const { en, zh, port } = await failOn(
    createServer((socket) => socket.on('error', () => {}).end('220 mx.example.com ESMTP ready\r\n')),
  )
  assert.equal(
    en,
    `127.0.0.1:${port} begins in plain text, not with TLS: “220 mx.example.com ESMTP ready”. For STARTTLS choose the service`,
  )
  assert.match(zh, /以明文开始，而非 TLS/)
})

test('bytes that nobody can read, and silence, are no greeting', async () => {
  for (const said of [Buffer.from([0x05, 0x00, 0xff]), Buffer.alloc(0)])
    assert.match(
      (await failOn(createServer((socket) => socket.on('error', () => {}).end(said)))).en,
      /does not speak a TLS|closed|closes/,
    )
})
