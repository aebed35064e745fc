import assert from 'node:assert/strict'
import { constants } from 'node:os'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { PingRequest, PingResult } from '@octet/core/probe/ping.ts'
import { createDnsClient } from '../dns/client.ts'
import { createGuard } from '../guard/guard.ts'
import { createFetcher } from '../http/fetch.ts'
import { findProgram, skipWithout } from '../testing/peers.ts'
import { findLadder } from './ladder.ts'
import { parseReply, toCommand } from './mtr-packet.ts'
import { PacketPacer } from './pacer.ts'
import { parsePingLine } from './ping.ts'
import { createPingProbe } from './ping-probe.ts'
import { toStatistics } from '@octet/core/probe/statistics.ts'
import { TargetSessions } from './target-sessions.ts'
import { parseTracerouteLine } from './traceroute-line.ts'

const guard = createGuard({ allowTargets: ['127.0.0.0/8', '::1/128'], resolver: async () => ['127.0.0.1', '::1'] })
const parts = { guard, fetcher: createFetcher({ guard }), client: createDnsClient({ guard, systemServers: [] }) }
const listener = createServer((socket) => socket.on('error', () => {}).end())
let port = 0
before(async () => {
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  port = (listener.address() as AddressInfo).port
})
after(() => listener.close())

async function ping(request: PingRequest, programs: Parameters<typeof findLadder>[0] = {}): Promise<PingResult[]> {
  await using probe = createPingProbe({ ...parts, findLadder: () => findLadder(programs) })
  return await Array.fromAsync(probe.ping(request))
}

test('without any program a TCP connection is timed, and said so', async () => {
  const values = await ping({ target: 'host.example.com', port, count: 3 })
  assert.deepEqual(
    values.map(({ sent, isComplete }) => [sent, isComplete]),
    [
      [1, false],
      [2, false],
      [3, true],
    ],
  )
  const last = values.at(-1)!
  assert.deepEqual([last.step, last.protocol, last.port, last.address, last.received], ['tcp', 'tcp', port, '127.0.0.1', 3])
  assert.deepEqual(last.otherAddresses, ['::1'])
})

test('by HTTP the family that was asked for is measured, and no other port than that of a page', async () => {
  const seen: unknown[] = []
  const fetcher = {
    ...parts.fetcher,
    fetch: async (url: string, { family }: { family?: 4 | 6 }) => (seen.push([url, family]), assert.fail('not sent')),
  } as typeof parts.fetcher
  await using probe = createPingProbe({ ...parts, fetcher, findLadder: () => findLadder({}) })
  for (const family of [4, 6] as const)
    await Array.fromAsync(probe.ping({ target: 'host.example.com', protocol: 'http', count: 1, family }))
  assert.deepEqual(seen, [
    ['https://host.example.com/', 4],
    ['https://host.example.com/', 6],
  ])
  await assert.rejects(Array.fromAsync(probe.ping({ target: 'host.example.com', protocol: 'http', port: 8080 })), {
    key: 'bad_input',
  })
})

test('programs that the system does not let us start are passed over', async () => {
  // ENOTDIR, as EPERM for a program with a capability that was dropped, is thrown at once; ENOENT is told later.
  for (const path of ['/dev/null/program', '/nowhere/program']) {
    const { step, pingPath } = await findLadder({ mtrPacket: path, ping: path, traceroute: path })
    assert.deepEqual([step, pingPath], ['tcp', undefined], path)
  }
})

test('a refused connection is an answer of the host', async () => {
  const last = (await ping({ target: '127.0.0.1', port: 1, count: 1, protocol: 'tcp' })).at(-1)!
  assert.deepEqual([last.packets[0]!.outcome, last.received], ['refused', 1])
})

test('a connection that is accepted and dropped at once is an answer, too', async () => {
  const rude = createServer((socket) => socket.on('error', () => {}).resetAndDestroy()).listen(0, '127.0.0.1')
  await once(rude, 'listening')
  const { port: rudePort } = rude.address() as AddressInfo
  const last = (await ping({ target: '127.0.0.1', port: rudePort, count: 3, protocol: 'tcp' })).at(-1)!
  rude.close()
  assert.deepEqual(
    last.packets.map(({ outcome }) => outcome),
    ['reply', 'reply', 'reply'],
  )
})

test('mtr-packet pings IPv4 and IPv6 loopback', { skip: skipWithout('mtr-packet') }, async () => {
  for (const target of ['127.0.0.1', '::1']) {
    const last = (await ping({ target, count: 2 }, { mtrPacket: findProgram('mtr-packet') })).at(-1)!
    assert.deepEqual([last.received, last.lossPercent, last.protocol], [2, 0, 'icmp'])
    assert.match(last.step, /^mtr-packet/)
  }
})

test('the system ping is the third step', { skip: skipWithout('ping') }, async () => {
  const last = (await ping({ target: '127.0.0.1', count: 2 }, { ping: findProgram('ping') })).at(-1)!
  assert.deepEqual([last.received, last.step, last.packets[0]!.ttl], [2, 'system', 64])
})

test('the system traceroute is used when mtr-packet is missing', { skip: skipWithout('ping', 'traceroute') }, async () => {
  await using probe = createPingProbe({
    ...parts,
    findLadder: () => findLadder({ ping: findProgram('ping'), traceroute: findProgram('traceroute') }),
  })
  const last = (await Array.fromAsync(probe.trace({ target: '127.0.0.1', protocol: 'udp' }))).at(-1)!
  assert.deepEqual([last.step, last.isReached, last.hops.length, last.hops[0]!.received], ['system', true, 1, 3])
})

test('a machine that cannot trace says how it could', async () => {
  await using probe = createPingProbe({ ...parts, findLadder: () => findLadder({}) })
  assert.equal((await probe.describeStep()).step, 'tcp')
  await assert.rejects(Array.fromAsync(probe.trace({ target: '127.0.0.1' })), /apt-get install mtr-tiny/)
})

test('ping runs no longer than 10 s, however much is asked for', async () => {
  const values = await ping({ target: '127.0.0.1', port, protocol: 'tcp', count: 40, intervalMs: 5000, timeoutMs: 1700 })
  assert.equal(values.at(-1)!.sent, 1)
})

test('a caller that leaves ends the session', async () => {
  await using probe = createPingProbe({ ...parts, findLadder: () => findLadder({}) })
  await assert.rejects(
    Array.fromAsync(probe.ping({ target: '127.0.0.1', port, protocol: 'tcp', count: 20, signal: AbortSignal.timeout(250) })),
    { key: 'cancelled' },
  )
})

for (const target of ['10.0.0.1', '169.254.169.254', '64:ff9b::7f00:1', 'localhost', '-c1', '$(id)', '127.1', 'a;b.com'])
  test(`${target} is refused before any packet`, async () => {
    const closed = createGuard({ resolver: async () => ['10.0.0.1'] })
    await using probe = createPingProbe({ ...parts, guard: closed, findLadder: () => findLadder({}) })
    await assert.rejects(Array.fromAsync(probe.ping({ target })), { key: /^(refused_target|bad_)/ })
    await assert.rejects(Array.fromAsync(probe.trace({ target })), { key: /^(refused_target|bad_)/ })
  })

test('commands hold literals and numbers only', () => {
  assert.equal(
    toCommand({ address: '192.0.2.1', protocol: 'tcp', ttl: 3, port: 443, timeoutMs: 1500 }),
    'send-probe ip-4 192.0.2.1 protocol tcp timeout 2 ttl 3 port 443',
  )
  assert.throws(() => toCommand({ address: '192.0.2.1 ttl 1\n2 send-probe', protocol: 'icmp', timeoutMs: 1 }), {
    key: 'bad_address',
  })
})

test('replies of mtr-packet', () => {
  assert.deepEqual(parseReply('7 ttl-expired ip-4 192.0.2.1 round-trip-time 1250 mpls 16,0,1,254').reply, {
    outcome: 'expired',
    from: '192.0.2.1',
    ms: 1.25,
    mpls: ['16 tc 0 s 1 ttl 254'],
  })
  assert.deepEqual(parseReply('8 no-reply'), { token: 8, reply: { outcome: 'timeout' } })
  assert.deepEqual(parseReply('9 no-route').reply, { outcome: 'unreachable' })
  assert.equal(parseReply('9 permission-denied').reply.outcome, 'failed')
  assert.deepEqual(parseReply(`9 unexpected-error errno ${constants.errno.EMSGSIZE}`).reply, { outcome: 'oversized' })
  assert.equal(parseReply('9 unexpected-error errno 22').reply.outcome, 'failed')
})

test('lines of ping', () => {
  assert.deepEqual(parsePingLine('64 bytes from 192.0.2.1: icmp_seq=3 ttl=57 time=12.3 ms'), {
    seq: 3,
    ms: 12.3,
    ttl: 57,
    from: '192.0.2.1',
    outcome: 'reply',
  })
  assert.deepEqual(parsePingLine('From 192.0.2.9 icmp_seq=1 Time to live exceeded'), {
    seq: 1,
    ms: null,
    ttl: null,
    from: '192.0.2.9',
    outcome: 'expired',
  })
  assert.deepEqual(parsePingLine('From 192.0.2.9 icmp_seq=2 Destination Host Unreachable')?.outcome, 'unreachable')
  assert.equal(parsePingLine('From 192.0.2.9 icmp_seq=2 Frag needed and DF set (mtu = 1400)')?.outcome, 'oversized')
  assert.equal(parsePingLine('PING 192.0.2.1 (192.0.2.1) 56(84) bytes of data.'), undefined)
})

test('lines of traceroute', () => {
  const line = ' 3  192.0.2.1  1.200 ms  192.0.2.9  1.300 ms *'
  assert.deepEqual(
    parseTracerouteLine(line, '192.0.2.9').map(({ reply }) =>
      'from' in reply ? `${reply.from} ${reply.ms} ${reply.outcome}` : reply.outcome,
    ),
    ['192.0.2.1 1.2 expired', '192.0.2.9 1.3 reply', 'timeout'],
  )
  assert.deepEqual(parseTracerouteLine('traceroute to 192.0.2.1 (192.0.2.1), 30 hops max', 'x'), [])
  const outcomes = (text: string, target: string) => parseTracerouteLine(text, target).map(({ reply }) => reply.outcome)
  assert.deepEqual(outcomes(' 2  2001:db8::1  5.1 ms !N  5.2 ms !N', '2001:db8::9'), ['unreachable', 'unreachable'])
  assert.deepEqual(outcomes(' 2  192.0.2.1  5.1 ms !X', '192.0.2.1'), ['reply'])
  assert.deepEqual(outcomes(' 2  192.0.2.1  5.1 ms !', '192.0.2.9'), ['expired'])
})

test('statistics of known times', () => {
  assert.deepEqual(toStatistics([10, 20, 30, 40]), {
    minMs: 10,
    avgMs: 25,
    maxMs: 40,
    medianMs: 25,
    p95Ms: 40,
    mdevMs: 11.18,
    jitterMs: 10,
  })
  assert.equal(toStatistics([]).avgMs, null)
})

test('a target takes eight sessions at once', () => {
  const sessions = new TargetSessions()
  const running = Array.from({ length: 8 }, () => sessions.enter('192.0.2.1'))
  assert.throws(() => sessions.enter('192.0.2.1'), { key: 'too_many_requests' })
  running[0]![Symbol.dispose]()
  assert.doesNotThrow(() => sessions.enter('192.0.2.1'))
})

test('the pacer spreads packets', async () => {
  const pacer = new PacketPacer({ perSecond: 200, burst: 2 })
  const started = performance.now()
  await Promise.all(Array.from({ length: 22 }, () => pacer.take()))
  const elapsed = performance.now() - started
  assert.ok(elapsed > 80, `${elapsed}`)
})

test('a packet that cannot be sent ends the session with its reason, and nothing is left unheard', async () => {
  const unheard: unknown[] = []
  const hear = (reason: unknown) => unheard.push(reason)
  process.on('unhandledRejection', hear)
  const broken = {
    send: async () => ({ outcome: 'failed', reason: 'probes-exhausted' }) as const,
    [Symbol.asyncDispose]: async () => {},
  }
  const ladder = {
    step: 'mtr-packet',
    note: { en: '', zh: '' },
    packets: broken as never,
    traceable: ['icmp'],
    pingPath: undefined,
    traceroutePath: undefined,
  } as const
  const probe = createPingProbe({ ...parts, findLadder: async () => ladder })
  await assert.rejects(Array.fromAsync(probe.ping({ target: '127.0.0.1', count: 5 })), /probes-exhausted/)
  await assert.rejects(Array.fromAsync(probe.trace({ target: '127.0.0.1' })), /probes-exhausted/)
  await new Promise((resolve) => setTimeout(resolve, 50))
  process.off('unhandledRejection', hear)
  assert.deepEqual(unheard, [])
})

test('a reader that leaves in the middle leaves nothing behind', { skip: skipWithout('mtr-packet') }, async () => {
  await using probe = createPingProbe({ ...parts, findLadder: () => findLadder({ mtrPacket: findProgram('mtr-packet') }) })
  for await (const { sent } of probe.ping({ target: '127.0.0.1', count: 10 })) if (sent === 1) break
  for await (const { hops } of probe.trace({ target: '127.0.0.1' })) if (hops.length > 0) break
  const again = await Array.fromAsync(probe.ping({ target: '127.0.0.1', count: 1 }))
  assert.equal(again.at(-1)!.received, 1)
})
