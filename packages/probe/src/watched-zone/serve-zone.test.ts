import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { promisify } from 'node:util'
import { findFreePort } from '@octet/core/testing/free-port.ts'
import { until } from '@octet/core/testing/until.ts'
import { decodeMessage, encodeQuery } from '../dns/message.ts'
import { TYPES } from '../dns/types.ts'
import { findProgram, skipWithout } from '../testing/peers.ts'
import { startUnbound } from '../testing/unbound.ts'
import { serveZone, type PacketOutcome, type Seen, type Take } from './serve-zone.ts'

const skipDig = skipWithout('dig')
const skipUnbound = skipWithout('unbound')
console.log(skipUnbound ? `# watched zone without unbound: ${skipUnbound}` : '# real peer: unbound')

const ZONE = {
  zone: 'leak.example.com.',
  nameServers: ['ns.leak.example.com.'],
  addresses: ['192.0.2.10', '2001:db8::10'],
  isLive: (token: string) => token.startsWith('alive'),
}
const run = promisify(execFile)
const port = await findFreePort()
const seen: Seen[] = []
const packets: PacketOutcome[] = []
let due: ReturnType<Take> = 'answer'
let server: AsyncDisposable

before(async () => {
  const listen = [{ host: '127.0.0.1', port }]
  server = await serveZone({
    zone: ZONE,
    listen,
    onSeen: (one) => seen.push(one),
    take: () => due,
    onPacket: (one) => packets.push(one),
  })
})
after(() => server[Symbol.asyncDispose]())
beforeEach(() => {
  seen.length = 0
  packets.length = 0
  due = 'answer'
})

const dig = async (...args: readonly string[]) => (await run(findProgram('dig')!, ['@127.0.0.1', ...args])).stdout
const toQuery = (name: string, id = 7) => encodeQuery({ id, name, type: TYPES.A })
const inFrame = (bytes: Uint8Array) => Buffer.concat([Buffer.of(bytes.length >> 8, bytes.length & 0xff), bytes])

test('what became of each packet is told', async () => {
  const udp = createSocket('udp4')
  try {
    const turns = [
      ['answer', toQuery('1.alive1.leak.example.com.')],
      ['answer', Buffer.from('no question')],
      ['nothing', toQuery('1.alive1.leak.example.com.')],
    ] as const
    for (const [index, [take, bytes]] of turns.entries()) {
      due = take
      udp.send(bytes, port, '127.0.0.1')
      await until(() => packets.length === index + 1, 'the packet is counted')
    }
    assert.deepEqual(packets, ['answered', 'broken', 'dropped'])
  } finally {
    udp.close()
  }
})

for (const [transport, flag] of [
  ['udp', '+notcp'],
  ['tcp', '+tcp'],
] as const)
  test(`dig reads the answer over ${transport}, and the resolver is told`, { skip: skipDig }, async () => {
    const text = await dig(
      '-p',
      String(port),
      '+norecurse',
      flag,
      '+subnet=198.51.100.77/24',
      '1.Alive1.leak.example.com',
      'AAAA',
    )
    assert.match(text, /flags: qr aa;/)
    assert.match(text, /1\.Alive1\.leak\.example\.com\. 0\s+IN\s+AAAA\s+2001:db8::10/)
    assert.match(text, /CLIENT-SUBNET: 198\.51\.100\.0\/24\/0/)
    assert.doesNotMatch(text, /Warning|malformed|extra/i)
    assert.deepEqual(seen, [{ token: 'alive1', resolver: '127.0.0.1', transport, subnet: '198.51.100.0/24' }])
  })

test('dig without EDNS gets an answer without it', { skip: skipDig }, async () => {
  const text = await dig('-p', String(port), '+noedns', 'dead.leak.example.com')
  assert.match(text, /status: NXDOMAIN/)
  assert.match(text, /leak\.example\.com\.\s+0\s+IN\s+SOA\s+ns\.leak\.example\.com\./)
  assert.doesNotMatch(text, /OPT PSEUDOSECTION/)
  assert.deepEqual(seen, [])
})

test('unbound resolves through it, with small questions and mixed letters', { skip: skipUnbound }, async () => {
  await using unbound = await startResolver()
  const { resolver } = unbound
  assert.deepEqual(await resolver.resolve4('1.alive2.leak.example.com', { ttl: true }), [{ address: '192.0.2.10', ttl: 0 }])
  assert.deepEqual(await resolver.resolve6('2.alive2.leak.example.com'), ['2001:db8::10'])
  await assert.rejects(resolver.resolveMx('3.alive2.leak.example.com'), { code: 'ENODATA' })
  await assert.rejects(resolver.resolve4('1.dead.leak.example.com'), { code: 'ENOTFOUND' })
  assert.ok(seen.length >= 3)
  for (const { token, resolver } of seen) assert.deepEqual([token, resolver], ['alive2', '127.0.0.1'])
  const before = seen.length
  assert.deepEqual(await resolver.resolve4('1.alive2.leak.example.com'), ['192.0.2.10'])
  assert.ok(seen.length > before, 'with a TTL of 0 the same name is asked for again')
})

test('who asks too often gets half of the questions back, cut', async () => {
  due = 'cut'
  const udp = createSocket('udp4')
  const replies: Buffer[] = []
  udp.on('message', (bytes) => replies.push(bytes))
  const query = toQuery('1.alive3.leak.example.com.')
  for (let count = 0; count < 10; count++) udp.send(query, port, '127.0.0.1')
  await until(() => replies.length >= 5 || undefined, 'five replies')
  due = 'nothing'
  udp.send(query, port, '127.0.0.1')
  await tcpIsClosed()
  due = 'answer'
  udp.send(toQuery('1.alive3.leak.example.com.', 99), port, '127.0.0.1')
  await until(() => replies.find((reply) => reply.readUInt16BE() === 99), 'the last one')
  udp.close()
  assert.equal(replies.length, 6)
  for (const reply of replies.slice(0, 5)) {
    assert.equal(decodeMessage(reply).flags.tc, true)
    assert.equal(reply.length, query.length)
  }
  assert.equal(seen.length, 1)
})

/** Over TCP, who may have no answer is disconnected. */
async function tcpIsClosed(): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.write(inFrame(toQuery('1.alive3.leak.example.com.')))
  socket.resume()
  await once(socket, 'close')
}

test('it answers over IPv6 too, beside IPv4 on the same port', async () => {
  const listen = [{ host: '::1', port }]
  await using _six = await serveZone({ zone: ZONE, listen, onSeen: (one) => seen.push(one), take: () => 'answer' })
  const resolver = new Resolver()
  resolver.setServers([`[::1]:${port}`])
  assert.deepEqual(await resolver.resolve4('1.alive6.leak.example.com'), ['192.0.2.10'])
  assert.deepEqual(
    seen.map(({ resolver }) => resolver),
    ['::1'],
  )
})

test('hostile packets get no answer, and the next good one does', async () => {
  const udp = createSocket('udp4')
  const replies: Buffer[] = []
  udp.on('message', (bytes) => replies.push(bytes))
  const good = toQuery('1.alive4.leak.example.com.')
  const answer = Uint8Array.from(good)
  answer[2]! |= 0x80
  const loop = Buffer.concat([good.subarray(0, 12), Buffer.from([0xc0, 0x0c, 0, 1, 0, 1])])
  const many = Uint8Array.from(good)
  many.set([0xff, 0xff], 10)
  for (const bytes of [
    Buffer.of(),
    Buffer.of(0),
    good.subarray(0, 20),
    answer,
    loop,
    many,
    Buffer.alloc(1500, 1),
    Buffer.alloc(9000),
  ])
    udp.send(bytes, port, '127.0.0.1')
  udp.send(good, port, '127.0.0.1')
  await until(() => replies[0], 'the answer to the good one')
  udp.close()
  assert.deepEqual(
    replies.map((reply) => decodeMessage(reply).answers.length),
    [1],
  )
})

test('over TCP, questions may come together or in pieces; a broken one ends the connection', async () => {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  const two = Buffer.concat([
    inFrame(toQuery('1.alive5.leak.example.com.', 1)),
    inFrame(toQuery('2.alive5.leak.example.com.', 2)),
  ])
  socket.write(two.subarray(0, 20))
  await once(socket, 'connect')
  socket.write(two.subarray(20))
  const size = () => Buffer.concat(chunks).length
  await until(() => (size() > 0 && size() === 2 * (2 + Buffer.concat(chunks).readUInt16BE())) || undefined, 'two answers')
  assert.equal(seen.length, 2)
  socket.write(Buffer.from([0, 3, 1, 2, 3]))
  await closed
})

test('one address has eight connections at most', async () => {
  const sockets = Array.from({ length: 8 }, () => connect(port, '127.0.0.1'))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const ninth = connect(port, '127.0.0.1').on('error', () => {})
  await once(ninth, 'close')
  assert.ok(sockets.every(({ destroyed }) => !destroyed))
  for (const socket of sockets) socket.destroy()
})

test('a port in use is said, and nothing stays open', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port: used } = other.address() as { port: number }
  const free = await findFreePort()
  const listen = [free, used].map((port) => ({ host: '127.0.0.1', port }))
  const options = { zone: ZONE, onSeen: () => {}, take: () => 'answer' as const }
  await assert.rejects(serveZone({ ...options, listen }), { code: 'EADDRINUSE' })
  other.close()
  await using _again = await serveZone({ ...options, listen: listen.slice(0, 1) })
})

/** A resolver that finds the zone here; bound to loopback, so that nothing it asks can leave this machine. */
async function startResolver(): Promise<AsyncDisposable & { readonly resolver: Resolver }> {
  const own = await findFreePort()
  const config = () => `  interface: 127.0.0.1@${own}
  outgoing-interface: 127.0.0.1
  do-not-query-localhost: no
  use-caps-for-id: yes
  qname-minimisation: yes
stub-zone:
  name: "leak.example.com."
  stub-addr: 127.0.0.1@${port}
`
  const unbound = startUnbound({ config })
  const resolver = new Resolver({ timeout: 5_000 })
  resolver.setServers([`127.0.0.1:${own}`])
  await until(() => resolver.resolveSoa('leak.example.com').catch(() => undefined), 'unbound answers')
  seen.length = 0
  return { resolver, [Symbol.asyncDispose]: () => unbound[Symbol.asyncDispose]() }
}
