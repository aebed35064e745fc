import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { until } from '@octet/core/testing/until.ts'
import { boundWaiting } from './bound-waiting.ts'

const HEAD = 'GET / HTTP/1.1\r\nhost: octet.test\r\n'
const BODY = 'POST / HTTP/1.1\r\nhost: octet.test\r\ncontent-length: 100\r\n\r\na'
const BOUNDS = { heads: { ofNetwork: 3, ofAll: 5 }, bodies: { ofNetwork: 2, ofAll: 4 } }

type Peer = { readonly socket: Socket; readonly read: () => string; readonly isOpen: () => boolean }

/** A server with small bounds; its peers come from networks of their own on loopback. */
async function start(answer: RequestListener = (_request, response) => response.end('ok'), proxy = '') {
  let requests = 0
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    requests++
    watch(request, response)
    answer(request, response)
  })
  const { watch } = boundWaiting(server, { ...BOUNDS, isProxy: (address) => address === proxy })
  let connections = 0
  server.on('connection', () => connections++)
  server.on('clientError', (_error, socket) => socket.end('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    /** Returns when the server has what was sent, so that one comes after the other. */
    async open(text: string, localAddress = '127.0.0.1'): Promise<Peer> {
      const wanted = [connections + 1, requests + text.split('\r\n\r\n').length - 1]
      const socket = connect({ port, host: '127.0.0.1', localAddress })
      let received = ''
      let isClosed = false
      socket.on('error', () => {}).on('close', () => (isClosed = true))
      socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
      await once(socket, 'connect')
      socket.write(text)
      await until(() => connections >= wanted[0]! && requests >= wanted[1]!, 'the server has it')
      return { socket, read: () => received, isOpen: () => !isClosed }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Server = Awaited<ReturnType<typeof start>>

async function openAll(server: Server, texts: readonly string[], localAddress?: string): Promise<Peer[]> {
  const peers: Peer[] = []
  for (const text of texts) peers.push(await server.open(text, localAddress))
  return peers
}

function expectOpen(peers: readonly Peer[], wanted: readonly boolean[]): Promise<unknown> {
  const look = () => peers.map(({ isOpen }) => isOpen())
  return until(() => isDeepStrictEqual(look(), wanted), `open: ${wanted.join()}`)
}

test('of too many begun heads of a network the oldest is closed', async () => {
  await using server = await start()
  const peers = await openAll(server, [HEAD, '', HEAD, HEAD, HEAD])
  await expectOpen(peers, [false, false, true, true, true])
})

test('a neighbour in the same /24 counts, another network does not', async () => {
  await using server = await start()
  const other = await server.open(HEAD, '127.9.9.9')
  const first = await server.open(HEAD)
  await openAll(server, [HEAD, HEAD, HEAD], '127.0.0.77')
  await expectOpen([other, first], [true, false])
})

test('of too many in all the oldest is closed', async () => {
  await using server = await start()
  const peers: Peer[] = []
  for (let network = 1; network <= 6; network++) peers.push(await server.open(HEAD, `127.0.${network}.1`))
  await expectOpen(peers, [false, true, true, true, true, true])
})

test('those of a proxy stand for many clients: only all together are bound', async () => {
  await using server = await start(undefined, '127.0.0.1')
  const peers = await openAll(server, Array(5).fill(HEAD))
  const last = await server.open(HEAD)
  await expectOpen([...peers, last], [false, true, true, true, true, true])
})

test('a begun body outlives a flood of heads; of too many bodies the oldest is answered with 408', async () => {
  await using server = await start((request, response) =>
    request
      .resume()
      .on('end', () => response.end('ok'))
      .on('error', () => {}),
  )
  const upload = await server.open(BODY)
  await openAll(server, Array(8).fill(HEAD))
  assert.ok(upload.isOpen())
  upload.socket.write('b'.repeat(99))
  await until(() => upload.read().startsWith('HTTP/1.1 200 '), 'the upload is answered')
  const bodies = await openAll(server, [BODY, BODY, BODY])
  await expectOpen(bodies, [false, true, true])
  assert.match(bodies[0]!.read(), /^HTTP\/1\.1 408 /)
})

test('who waits for an answer is not counted, also behind another answer', async () => {
  const held: (() => void)[] = []
  await using server = await start(({ url }, response) => {
    if (url === '/slow') held.push(() => response.end('late'))
    else response.end('ok')
  })
  const slow = 'GET /slow HTTP/1.1\r\nhost: octet.test\r\n\r\n'
  const waiting = await openAll(server, [`${HEAD}\r\n${slow}`, slow, slow])
  await openAll(server, Array(6).fill(HEAD))
  for (const answer of held) answer()
  for (const peer of waiting) await until(() => peer.read().endsWith('late'), 'the late answer')
})

test('an answered connection that begins another head counts again', async () => {
  await using server = await start()
  const [peer] = await openAll(server, [`${HEAD}\r\n`])
  await until(() => peer!.read().endsWith('ok'), 'an answer')
  peer!.socket.write(HEAD)
  await openAll(server, [HEAD, HEAD, HEAD])
  await expectOpen([peer!], [false])
})
