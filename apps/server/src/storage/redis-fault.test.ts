import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import { pino } from 'pino'
import { until } from '@octet/core/testing/until.ts'
import { createCertificate } from '@octet/probe/testing/certificate.ts'
import { findRedisServer, startRedis } from '../testing/redis.ts'
import { createRedis } from './redis.ts'

const redisServer = findRedisServer()
const skip = redisServer === undefined && 'no Redis or Valkey here'

/** What the operator reads of a Redis that cannot be used, and whether any command came through meanwhile. */
async function readFault(url: string): Promise<{ words: string; isReady: boolean }> {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) })
  const redis = createRedis(url, { log, name: 'test' })
  let isReady = false
  redis.on('ready', () => (isReady = true))
  await until(() => lines.length > 0, 'a fault is told')
  await sleep(300)
  redis.disconnect()
  assert.equal(lines.length, 1, lines.join('\n'))
  return { words: lines[0] ?? '', isReady }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('a database that Redis has not is said, and nothing is written to another', { skip }, async () => {
  await using server = await startRedis(redisServer!)
  const { words, isReady } = await readFault(`${server.url}/99`)
  assert.equal(words, 'Redis has no database of the number in REDIS_URL: ERR DB index is out of range; trying again')
  assert.equal(isReady, false)
})

test('TLS at a port of Redis without it is said to be so', { skip }, async () => {
  await using server = await startRedis(redisServer!)
  const { words } = await readFault(server.url.replace('redis:', 'rediss:'))
  assert.match(
    words,
    /^Redis cannot be reached: expected TLS, as rediss:\/\/ says, got none \(\w+\); a port without TLS needs redis:\/\/;/,
  )
})

test('a certificate that nobody vouches for, a port with TLS, other servers, and one that ends each connection', async (t) => {
  const tls = createTlsServer(createCertificate() ?? assert.fail('no OpenSSL here'))
  const resetting = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.resetAndDestroy()))
  const ending = createServer((socket) => socket.on('error', () => {}).end())
  const web = createServer((socket) => socket.on('error', () => {}).end('400 no\r\n'))
  const [tlsPort, webPort, resettingPort, endingPort] = await Promise.all([tls, web, resetting, ending].map(listen))
  for (const [url, expected] of [
    [
      `rediss://localhost:${tlsPort}`,
      /^Redis cannot be reached: its certificate is not trusted: .*\(DEPTH_ZERO_SELF_SIGNED_CERT\); NODE_EXTRA_CA_CERTS names/,
    ],
    [
      `redis://127.0.0.1:${resettingPort}`,
      /^Redis cannot be reached: it broke the connection off \(ECONNRESET\); a port with TLS needs rediss:\/\/;/,
    ],
    [`redis://127.0.0.1:${webPort}`, /^Redis cannot be reached: expected Redis, got another server;/],
    [`redis://127.0.0.1:${endingPort}`, /^Redis cannot be reached: it ends each connection; trying again$/],
  ] as const)
    await t.test(String(expected), async () => assert.match((await readFault(url)).words, expected))
  for (const server of [tls, web, resetting, ending]) server.close()
})
