import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { array, assert as check, asyncProperty, constantFrom, nat, record } from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import { createHttpServer } from './create-server.ts'
import { Drain } from './drain.ts'
import { startProduct } from '../testing/start.ts'

let product: Awaited<ReturnType<typeof startProduct>>
/** The port of the product, and that of a server where Node reads everything. */
let fronted = 0
let plain = 0
let server: Server
let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octet-front-'))
  const config = join(folder, 'octet.json')
  writeFileSync(config, JSON.stringify({ limits: { unitsPerSecond: 1e6, burst: 1e6 }, trustedProxies: ['127.0.0.0/8'] }))
  product = await startProduct({ listen: true, env: { OCTET_CONFIG: config } })
  fronted = Number(new URL(product.origin).port)
  server = createHttpServer(product.app.routing, { drain: new Drain() })
  for (const upgrade of product.app.server.listeners('upgrade')) server.on('upgrade', upgrade as () => void)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  plain = (server.address() as AddressInfo).port
})
after(async () => {
  server.closeAllConnections()
  server.close()
  await product[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

type Outcome = { statuses: number[]; addresses: string[]; isClosed: boolean }

/** How long nothing comes when everything has come. Servers that differ are asked again, with more patience. */
const QUIET_MS = [30, 300, 3_000]

/** Sends bytes, in pieces when there are several, and reads until the server closes or nothing comes for a moment. */
async function send(port: number, pieces: readonly (string | Buffer)[], quietMs: number): Promise<Outcome> {
  const socket = connect({ port, host: '127.0.0.1' })
  const chunks: Buffer[] = []
  let isClosed = false
  let isSent = false
  let timer: NodeJS.Timeout | undefined
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const waitOn = () => {
    clearTimeout(timer)
    if (isSent) timer = setTimeout(resolve, chunks.length > 0 ? quietMs : quietMs * 10)
  }
  socket.on('data', (chunk) => {
    chunks.push(chunk)
    waitOn()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isClosed = true
    resolve()
  })
  for (const piece of pieces) {
    socket.write(piece)
    if (pieces.length > 1) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  isSent = true
  waitOn()
  await done
  clearTimeout(timer)
  socket.destroy()
  const text = Buffer.concat(chunks).toString('latin1')
  return {
    statuses: [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status)),
    addresses: [...text.matchAll(/"data":\{"ip":"([^"]*)"/g)].map(([, ip = '']) => ip),
    isClosed,
  }
}

const ask = (address: string, more = '') => `GET /v1/ip/${address} HTTP/1.1\r\nHost: octet.test\r\n${more}\r\n`
const GOOD = ask('8.8.8.8')

const REQUESTS: Readonly<Record<string, string | Buffer | readonly string[]>> = {
  'a plain lookup': GOOD,
  'three at once': ask('8.8.8.8') + ask('1.1.1.1') + ask('2001:db8::1'),
  'letter by letter': [...ask('9.9.9.9')],
  'one and a half, then the rest': [`${GOOD}GET /v1/ip/1.1`, '.1.1 HTTP/1.1\r\nHost: a\r\n\r\n'],
  'a lookup, then another page, then a lookup': `${GOOD}GET /livez HTTP/1.1\r\nHost: a\r\n\r\n${GOOD}`,
  'a lookup, then noise': `${GOOD}\0\0\0`,
  'a lookup, then an empty line before the next': `${GOOD}\r\n${GOOD}`,
  'close after this': ask('8.8.8.8', 'Connection: close\r\n') + GOOD,
  'HTTP/1.0': 'GET /v1/ip/8.8.8.8 HTTP/1.0\r\nHost: a\r\n\r\n',
  'HTTP/1.2': 'GET /v1/ip/8.8.8.8 HTTP/1.2\r\nHost: a\r\n\r\n',
  'HTTP/2.0': 'GET /v1/ip/8.8.8.8 HTTP/2.0\r\nHost: a\r\n\r\n',
  'no version': 'GET /v1/ip/8.8.8.8\r\nHost: a\r\n\r\n',
  'no Host': 'GET /v1/ip/8.8.8.8 HTTP/1.1\r\n\r\n',
  'no Host but a field': 'GET /v1/ip/8.8.8.8 HTTP/1.1\r\nAccept: */*\r\n\r\n',
  'two Hosts': ask('8.8.8.8', 'Host: b\r\n'),
  'an empty Host': 'GET /v1/ip/8.8.8.8 HTTP/1.1\r\nHost: \r\n\r\n',
  'bare line feeds': 'GET /v1/ip/8.8.8.8 HTTP/1.1\nHost: a\n\n',
  'a bare carriage return in a value': ask('8.8.8.8', 'Accept: a\rb\r\n'),
  'a bare line feed in a value': ask('8.8.8.8', 'Accept: a\nContent-Length: 5\r\n'),
  'a folded line': ask('8.8.8.8', 'Accept: a\r\n b\r\n'),
  'a space before the colon': ask('8.8.8.8', 'Accept : a\r\n'),
  'no space behind the colon': ask('8.8.8.8', 'Accept:a\r\n'),
  'no colon': ask('8.8.8.8', 'Accept\r\n'),
  'NUL in a value': ask('8.8.8.8', 'Accept: a\0b\r\n'),
  'a name with a letter beyond ASCII': Buffer.from(ask('8.8.8.8', 'Accépt: a\r\n'), 'latin1'),
  'two spaces in the request line': 'GET  /v1/ip/8.8.8.8 HTTP/1.1\r\nHost: a\r\n\r\n',
  'a tab in the request line': 'GET\t/v1/ip/8.8.8.8 HTTP/1.1\r\nHost: a\r\n\r\n',
  'small letters in the method': 'get /v1/ip/8.8.8.8 HTTP/1.1\r\nHost: a\r\n\r\n',
  'an absolute target': 'GET http://a/v1/ip/8.8.8.8 HTTP/1.1\r\nHost: a\r\n\r\n',
  'a fragment': 'GET /v1/ip/8.8.8.8#x HTTP/1.1\r\nHost: a\r\n\r\n',
  'a body by length': `${ask('8.8.8.8', 'Content-Length: 5\r\n')}hello${GOOD}`,
  'length zero': ask('8.8.8.8', 'Content-Length: 0\r\n') + GOOD,
  'two lengths': `${ask('8.8.8.8', 'Content-Length: 5\r\nContent-Length: 6\r\n')}hello`,
  'a body in chunks': `${ask('8.8.8.8', 'Transfer-Encoding: chunked\r\n')}5\r\nhello\r\n0\r\n\r\n${GOOD}`,
  'chunks and a length': `${ask('8.8.8.8', 'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n')}0\r\n\r\n`,
  'an unknown transfer coding': ask('8.8.8.8', 'Transfer-Encoding: xchunked\r\n'),
  'an expectation': ask('8.8.8.8', 'Expect: 100-continue\r\n'),
  'an upgrade': ask('8.8.8.8', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'),
  HEAD: 'HEAD /v1/ip/8.8.8.8 HTTP/1.1\r\nHost: a\r\n\r\n',
  'a wrong address': ask('999.1.1.1') + GOOD,
  'a network': ask('8.8.8.0/24'),
  'a key that is none': ask('8.8.8.8?key=oct_live_nonsense'),
  'a key sent twice': ask('8.8.8.8?key=a&key=b'),
  'a caller behind a proxy': ask('8.8.8.8', 'X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: https\r\n'),
  'a caller who is nobody': ask('8.8.8.8', 'X-Forwarded-For: unknown\r\n'),
  'a large head': ask('8.8.8.8', `Accept: ${'a'.repeat(6_000)}\r\n`),
  'a head above the limit': ask('8.8.8.8', `Accept: ${'a'.repeat(20_000)}\r\n`),
  'many fields': ask('8.8.8.8', Array.from({ length: 100 }, (_, i) => `X-${i}: a\r\n`).join('')),
  noise: 'hello\r\n\r\n',
  'a TLS greeting': Buffer.from('16030100c8010000c40303', 'hex'),
}

for (const [name, bytes] of Object.entries(REQUESTS))
  test(`${name}: as Node reads it`, async () => {
    const pieces = Array.isArray(bytes) ? (bytes as string[]) : [bytes as string | Buffer]
    await assertAgreed(pieces)
  })

test('a plain lookup is answered', async () =>
  assert.deepEqual(await send(fronted, [GOOD], 3_000), { statuses: [200], addresses: ['8.8.8.8'], isClosed: false }))

test('whatever is changed in a request, the outcome is that of Node', async () => {
  const base = Buffer.from(ask('8.8.8.8', 'Accept: */*\r\nConnection: keep-alive\r\n') + GOOD)
  const change = record({
    at: nat(base.length - 1),
    cut: nat(2),
    put: array(constantFrom(0, 9, 10, 13, 32, 34, 45, 46, 47, 58, 63, 65, 97, 128, 255), { maxLength: 2 }),
  })
  await check(
    asyncProperty(change, async ({ at, cut, put }) => {
      const bytes = Buffer.concat([base.subarray(0, at), Buffer.from(put), base.subarray(at + cut)])
      await assertAgreed([bytes])
    }),
    { numRuns: 100 },
  )
})

/** The front and Node do the same with these bytes. */
async function assertAgreed(pieces: readonly (string | Buffer)[]): Promise<void> {
  const bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece)))
  for (const [index, quietMs] of QUIET_MS.entries()) {
    const [own, node] = await Promise.all([send(fronted, pieces, quietMs), send(plain, pieces, quietMs)])
    const agreed = toAgreed(own, node, bytes)
    if (isDeepStrictEqual(own, agreed)) return
    if (index === QUIET_MS.length - 1) assert.deepEqual(own, agreed, JSON.stringify(bytes.toString('latin1')))
  }
}

/**
 * What the front must do where Node does that: the same. Only where bytes that Node refuses come in one piece with a good
 * request before them, Node says nothing but the refusal, while the front has answered the good one by then.
 */
function toAgreed(own: Outcome, node: Outcome, bytes: Buffer): Outcome {
  const isRefused = node.isClosed && node.statuses.length === 1 && node.statuses[0] === 400
  const first = bytes.indexOf('\r\n\r\n') + 4
  const isFirstGood = bytes.toString('latin1', 0, first).startsWith('GET /v1/ip/8.8.8.8 HTTP/1.1\r\nHost: octet.test\r\n')
  return isRefused && isFirstGood && own.isClosed && own.statuses.every((status) => status === 200) ? own : node
}

test('a reader who is late gets every answer', async () => {
  const wanted = 9_000
  const socket = connect({ port: fronted, host: '127.0.0.1' })
  socket.pause()
  socket.write(GOOD.repeat(wanted))
  await new Promise((resolve) => setTimeout(resolve, 200))
  let answers = 0
  for await (const chunk of socket) {
    answers += String(chunk).split('"data":{"ip"').length - 1
    if (answers >= wanted - 5) break // pieces of a chunk may fall on the mark
  }
  assert.ok(answers >= wanted - 5)
})

test('a connection ends after ten thousand requests, and says so', async () => {
  const socket = connect({ port: fronted, host: '127.0.0.1' })
  let answers = 0
  let text = ''
  socket.write(GOOD.repeat(100))
  for await (const chunk of socket) {
    const got = text.slice(-20) + String(chunk)
    const news = got.split('HTTP/1.1 200').length - 1 - (text.slice(-20).split('HTTP/1.1 200').length - 1)
    answers += news
    text = got
    for (let i = answers - news; i < answers; i++) if ((i + 1) % 100 === 0) socket.write(GOOD.repeat(100))
  }
  assert.equal(answers, 10_000)
  assert.match(text, /Connection: close/)
})

test('a connection without a word is closed', async () => {
  const { server: own } = product.app
  const before = own.keepAliveTimeout
  own.keepAliveTimeout = 100
  const socket = connect({ port: fronted, host: '127.0.0.1' })
  await new Promise((resolve) => socket.once('close', resolve))
  own.keepAliveTimeout = before
})

test('stopping ends the connections that are held', async () => {
  const other = await startProduct({ listen: true })
  const socket = connect({ port: Number(new URL(other.origin).port), host: '127.0.0.1' })
  socket.write(GOOD)
  await new Promise((resolve) => socket.once('data', resolve))
  const ended = new Promise((resolve) => socket.once('close', resolve))
  await other[Symbol.asyncDispose]()
  await ended
})
