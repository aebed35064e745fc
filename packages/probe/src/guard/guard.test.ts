import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, Socket, type AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { isAppError } from '@octet/core/errors.ts'
import { createDnsClient } from '../dns/client.ts'
import { rr, startDnsServer } from '../testing/dns-server.ts'
import { createGuard } from './guard.ts'
import { createResolver } from './resolver.ts'

/** Spellings of places that must stay out of reach: loopback, private, link-local, metadata and their disguises. */
const HOSTILE = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '00000127.0.0.1',
  '127.0.0.1.',
  '127.0.0.01',
  '１２７.0.0.1',
  '①②⑦.0.0.1',
  '127。0。0。1',
  '127．0．0．1',
  '127.0.0.1:80',
  'user@127.0.0.1',
  '[::1]',
  '::1',
  '::',
  '0.0.0.0',
  '0',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '::7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::808:808',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '2001:0:808:808:0:0:80ff:fffe',
  '2001::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  '5f00::1',
  '3fff::1',
  '2001:db8::1',
  'ff02::1',
  '100::1',
  '4000::1',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  'localhost',
  'printer',
  'a.localhost',
  'metadata.google.internal',
  'router.local',
]
const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '223.5.5.5',
  '2606:4700:4700::1111',
  '2400:3200::1',
  '64:ff9b::808:808',
  'example.com',
  'xn--fiqs8s.cn',
  '例子.中国',
]

const sink = createServer((socket) => socket.on('error', () => {}).end('secret'))
let port = 0
let visits = 0
before(async () => {
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve))
  port = (sink.address() as AddressInfo).port
  sink.on('connection', () => visits++)
})
after(() => sink.close())

const neverAsked = createGuard({ resolver: async () => ['127.0.0.1'] })

test('57 spellings are on the list', () => assert.equal(new Set(HOSTILE).size, 57))

for (const host of HOSTILE)
  test(`refuses ${host}`, async () => {
    await assert.rejects(
      neverAsked.connect({ host, port, timeoutMs: 30_000 }),
      (error) => isAppError(error) && /^(bad_|refused_)/.test(error.key),
    )
    assert.equal(visits, 0)
  })

for (const host of PUBLIC)
  test(`lets ${host} pass`, async () => {
    const guard = createGuard({ resolver: async () => ['93.184.216.34', '2606:2800:220:1::1'] })
    const { addresses } = await guard.open(host)
    assert.ok(addresses.length > 0 && addresses.every((address) => guard.isOpen(address)))
  })

test('no leak in 20 tries against a resolver that alternates between public and loopback', async () => {
  let asked = 0
  const guard = createGuard({ resolver: async () => [asked++ % 2 === 0 ? '203.0.114.1' : '127.0.0.1'] })
  const before = visits
  for (let index = 0; index < 20; index++)
    await assert.rejects(async () => {
      await guard.resolve('rebind.example.com')
      await guard.connect({ host: 'rebind.example.com', port, timeoutMs: 60 })
    })
  assert.ok(asked >= 20)
  assert.equal(visits, before)
})

test('no leak in 20 tries against a DNS server that rebinds', async () => {
  let asked = 0
  await using dns = await startDnsServer(({ name, type }) =>
    type === 1 ? { answers: [rr(name, 'A', { address: asked++ % 2 === 0 ? '93.184.216.34' : '127.0.0.1' }, 0)] } : {},
  )
  const client = createDnsClient({
    guard: createGuard(),
    systemServers: [{ transport: 'udp', host: '127.0.0.1', port: dns.port, isTrusted: true }],
  })
  const guard = createGuard({
    resolver: async (name, { signal }) => {
      const { message } = await client.ask({ name: `${name}.`, type: 1, signal })
      return message.answers.map(({ rdata }) => rdata.join('.'))
    },
  })
  const before = visits
  for (let index = 0; index < 20; index++) {
    const [first] = await guard.resolve('rebind.example.com')
    assert.equal(first, '93.184.216.34')
    await assert.rejects(guard.connect({ host: 'rebind.example.com', port, timeoutMs: 30_000 }), { key: 'refused_target' })
  }
  assert.deepEqual([asked, visits - before], [40, 0])
})

test('refuses a name with one private address among public ones', async () => {
  const guard = createGuard({ resolver: async () => ['93.184.216.34', '::ffff:10.0.0.1'] })
  await assert.rejects(guard.resolve('mixed.example.com'), { key: 'refused_target' })
})

test('asks the resolver once and connects to that very address', async () => {
  let asked = 0
  const guard = createGuard({ allowTargets: ['127.0.0.0/8'], resolver: async () => (asked++, ['127.0.0.1']) })
  const socket = await guard.connect({ host: 'inside.example.com', port })
  assert.equal(socket.remoteAddress, '127.0.0.1')
  assert.equal(asked, 1)
  socket.destroy()
})

test('an allowed network opens only itself', () => {
  const guard = createGuard({ allowTargets: ['10.20.0.0/16'] })
  assert.equal(guard.checkLiteral('10.20.1.2'), '10.20.1.2')
  assert.equal(guard.isOpen('::ffff:10.20.1.2'), true)
  assert.throws(() => guard.checkLiteral('10.21.0.1'), { key: 'refused_target' })
})

test('an IPv4-mapped address is the IPv4 address in it, for packets as for sockets', async () => {
  const guard = createGuard({ families: () => [4] })
  const target = await guard.open('::ffff:93.184.216.34')
  assert.deepEqual([target.addresses, guard.choose(target)], [['93.184.216.34'], '93.184.216.34'])
})

test('a network that the operator closes is refused, whichever way it is reached, and although it is allowed', () => {
  const guard = createGuard({
    allowTargets: ['10.20.0.0/16'],
    refuseTargets: ['8.8.4.0/24', '2a00:1450:64::/96', '10.20.0.1/32'],
  })
  for (const closed of ['8.8.4.4', '::ffff:8.8.4.4', '64:ff9b::808:404', '2a00:1450:64::7f00:1', '10.20.0.1'])
    assert.throws(() => guard.checkLiteral(closed), { key: 'refused_target', message: /closed by the operator/ })
  assert.deepEqual([guard.isOpen('8.8.8.8'), guard.isOpen('2a00:1450::1'), guard.isOpen('10.20.0.2')], [true, true, true])
})

test('own public addresses are refused, also inside NAT64 and 6to4', () => {
  const guard = createGuard({ ownAddresses: ['8.8.4.4', '2a00:1450::/32'] })
  for (const own of ['8.8.4.4', '64:ff9b::808:404', '2002:808:404::1', '2a00:1450::5'])
    assert.throws(() => guard.checkLiteral(own), { key: 'refused_target' })
})

test('an own address that came later is refused, too, and one that has gone is open', (t) => {
  let nowMs = 0
  t.mock.method(performance, 'now', () => nowMs)
  let own = ['8.8.4.4']
  const guard = createGuard({ ownAddresses: () => own })
  assert.deepEqual([guard.isOpen('8.8.4.4'), guard.isOpen('2a00:1450::5')], [false, true])
  own = ['2a00:1450::5']
  nowMs = 10_000
  assert.deepEqual([guard.isOpen('8.8.4.4'), guard.isOpen('2a00:1450::5')], [true, false])
})

const FORGED = [
  'example.com\r\nHELP',
  'example.com\0',
  'exa\tmple.com',
  `${'a.'.repeat(127)}com`,
  '-oProxyCommand=x',
  '$(id).com',
  'a;b.com',
  "a'b.com",
  'a..com',
  'xn--zzzzzzzzzzzz9.com',
  '',
]
for (const name of FORGED)
  test(`${JSON.stringify(name.slice(0, 30))} is no name, and nothing is asked`, async () => {
    const guard = createGuard({ resolver: async () => assert.fail('asked') })
    await assert.rejects(guard.resolve(name), { key: 'bad_domain' })
  })

test('a resolver that hangs is not taken for a target that is silent', async () => {
  const guard = createGuard({ resolver: () => new Promise(() => {}) })
  await assert.rejects(guard.resolve('slow.example.com', { timeoutMs: 40 }), {
    key: 'target_failed',
    message: /slow\.example\.com could not be resolved within 40 ms$/,
  })
})

test('a caller that leaves ends in cancelled', async () => {
  const guard = createGuard({ resolver: () => new Promise(() => {}) })
  await assert.rejects(guard.resolve('slow.example.com', { signal: AbortSignal.timeout(20) }), { key: 'cancelled' })
})

test('no answer is name_not_found', async () => {
  await assert.rejects(createGuard({ resolver: async () => [] }).resolve('empty.example.com'), { key: 'name_not_found' })
})

test('reverse names are open, other .arpa names are not', () => {
  const guard = createGuard()
  assert.equal(guard.checkName('1.1.1.1.in-addr.arpa'), '1.1.1.1.in-addr.arpa')
  assert.throws(() => guard.checkName('ipv4only.arpa'), { key: 'refused_target' })
  assert.throws(() => guard.checkName('a.home.arpa'), { key: 'refused_target' })
})

test('sockets are capped, and count until they close', async () => {
  const guard = createGuard({ allowTargets: ['127.0.0.0/8'], maxSockets: 1 })
  const socket = await guard.connect({ host: '127.0.0.1', port })
  await assert.rejects(guard.connect({ host: '127.0.0.1', port }), { key: 'unavailable' })
  const closed = once(socket, 'close')
  socket.destroy()
  await closed
  ;(await guard.connect({ host: '127.0.0.1', port })).destroy()
})

test('a connection that fails gives its place back', async () => {
  const guard = createGuard({ allowTargets: ['127.0.0.0/8'], maxSockets: 1 })
  await assert.rejects(guard.connect({ host: '127.0.0.1', port: await findClosedPort() }), { code: 'ECONNREFUSED' })
  ;(await guard.connect({ host: '127.0.0.1', port })).destroy()
})

const INSIDE = ['127.0.0.0/8', '::1/128', 'ff02::1/128']
const guardOf = (...addresses: string[]) =>
  createGuard({ allowTargets: INSIDE, families: () => [4, 6], resolver: async () => addresses })

test('where one family does not answer, the other is tried', async () => {
  const socket = await guardOf('::1', '127.0.0.1').connect({ host: 'both.example.com', port })
  assert.equal(socket.remoteAddress, '127.0.0.1')
  socket.destroy()
})

test('of one family, only its first address is tried', async () => {
  const steps: string[] = []
  const onStep = (step: string, address: string) => steps.push(`${step} ${address}`)
  const closed = await findClosedPort()
  const guard = guardOf('127.0.0.2', '127.0.0.1', '127.0.0.3')
  await assert.rejects(guard.connect({ host: 'many.example.com', port: closed, onStep }), /ECONNREFUSED 127\.0\.0\.2:/)
  assert.deepEqual(steps, ['resolved 127.0.0.2'])
})

test('a family that was asked for is kept to', async () => {
  const guard = guardOf('::1', '127.0.0.1')
  const socket = await guard.connect({ host: 'both.example.com', port, family: 4 })
  assert.equal(socket.remoteAddress, '127.0.0.1')
  socket.destroy()
  await assert.rejects(guard.connect({ host: 'both.example.com', port, family: 6 }), /ECONNREFUSED ::1:/)
  await assert.rejects(guardOf('::1').connect({ host: 'six.example.com', port, family: 4 }), {
    key: 'name_not_found',
    message: /six\.example\.com \(IPv4\)/,
  })
})

test('a family that cannot be reached from here does not hide what the other said', async () => {
  const closed = await findClosedPort()
  // TCP to a multicast address fails as where there is no route, and sends nothing.
  for (const addresses of [
    ['127.0.0.1', 'ff02::1'],
    ['ff02::1', '127.0.0.1'],
  ])
    await assert.rejects(guardOf(...addresses).connect({ host: 'both.example.com', port: closed }), /ECONNREFUSED 127\.0\.0\.1:/)
  await assert.rejects(guardOf('ff02::1').connect({ host: 'six.example.com', port: closed }), { code: 'ENETUNREACH' })
})

test('who leaves while the first address is tried is not taken to the second', async () => {
  const leave = new AbortController()
  const before = visits
  const tried = guardOf('::1', '127.0.0.1').connect({
    host: 'both.example.com',
    port,
    signal: leave.signal,
    onStep: () => process.nextTick(() => leave.abort()),
  })
  await assert.rejects(tried, { key: 'cancelled' })
  assert.equal(visits, before)
})

test('a socket that stands elsewhere than judged is closed', async (t) => {
  // The peer's address itself cannot be replaced; this is what Node reads it from.
  t.mock.method(Socket.prototype as unknown as { _getpeername(): object }, '_getpeername', () => ({ address: '127.0.0.9' }))
  const destroy = t.mock.method(Socket.prototype, 'destroy')
  const guard = createGuard({ allowTargets: ['127.0.0.0/8'] })
  await assert.rejects(guard.connect({ host: '127.0.0.1', port }), { key: 'refused_target' })
  assert.ok(destroy.mock.callCount() > 0)
})

test('after a socket that stands elsewhere no other address is tried', async (t) => {
  t.mock.method(Socket.prototype as unknown as { _getpeername(): object }, '_getpeername', () => ({ address: '127.0.0.9' }))
  const connected: string[] = []
  const onStep = (step: string, address: string) => step === 'connected' && connected.push(address)
  await assert.rejects(guardOf('127.0.0.1', '::1').connect({ host: 'both.example.com', port, onStep }), { key: 'refused_target' })
  assert.deepEqual(connected, ['127.0.0.1'])
})

test('a name has as much time as the whole connection, 4 s at most', async () => {
  const given: number[] = []
  const guard = createGuard({ resolver: async (_, { timeoutMs }) => (given.push(timeoutMs), []) })
  for (const timeoutMs of [1_000, 60_000])
    await assert.rejects(guard.connect({ host: 'slow.example.com', port, timeoutMs }), { key: 'name_not_found' })
  assert.deepEqual(given, [1_000, 4_000])
})

for (const name of ['999.1.1.1', '1.2.3', '1.2.3.4.5'])
  test(`the name ${name} is told to be no address either`, () =>
    assert.throws(
      () => createGuard().checkName(name),
      (error) => isAppError(error) && error.key === 'bad_domain' && /no IPv4 address/.test(error.message),
    ))

for (const host of ['1.2.3', '2130706433', '1.2.3.4.5', '127.0.0.1.', 'fe80::1%eth0', 'a:b', '93.184.216.34:80'])
  test(`${host} is meant as an address: it is none, and nothing is asked`, async () => {
    const guard = createGuard({ resolver: async () => assert.fail('asked') })
    await assert.rejects(guard.open(host), { key: 'bad_address' })
  })

test('a peer that resets an idle connection does no harm', async () => {
  const rude = createServer((socket) => setTimeout(() => socket.on('error', () => {}).resetAndDestroy(), 20)).listen(
    0,
    '127.0.0.1',
  )
  await once(rude, 'listening')
  const guard = createGuard({ allowTargets: ['127.0.0.0/8'] })
  const socket = await guard.connect({ host: '127.0.0.1', port: (rude.address() as AddressInfo).port })
  await once(socket, 'close').catch(() => undefined)
  assert.equal(socket.destroyed, true)
  rude.close()
})

test('names are asked of the servers it was given, on the port it was given', async () => {
  await using dns = await startDnsServer(({ name, type }) =>
    type === 1 ? { answers: [rr(name, 'A', { address: '93.184.216.34' })] } : {},
  )
  const guard = createGuard({ resolver: createResolver([`127.0.0.1:${dns.port}`]) })
  assert.deepEqual(await guard.resolve('only-here.example.com'), ['93.184.216.34'])
})

const code = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 }

test('a resolver that cannot say is told apart from a name that is not there', async () => {
  await using dns = await startDnsServer(({ name, type }) => {
    if (name.startsWith('gone')) return { rcode: code.NXDOMAIN }
    if (name.startsWith('none')) return {}
    if (name.startsWith('six')) return type === 28 ? { answers: [rr(name, 'AAAA', { address: '2606:4700::1' })] } : {}
    return { rcode: name.startsWith('half') && type === 1 ? 0 : code.SERVFAIL }
  })
  const guard = createGuard({ resolver: createResolver([`127.0.0.1:${dns.port}`]) })
  await assert.rejects(guard.resolve('gone.example.com'), { key: 'name_not_found' })
  await assert.rejects(guard.resolve('none.example.com'), { key: 'name_not_found' })
  assert.deepEqual(await guard.resolve('six.example.com'), ['2606:4700::1'])
  await assert.rejects(guard.resolve('ill.example.com'), { key: 'target_failed', message: /answered SERVFAIL$/ })
  await assert.rejects(guard.resolve('half.example.com'), { key: 'target_failed', message: /answered SERVFAIL$/ })
})

test('the addresses of one family are enough where nobody answers for the other', async () => {
  await using dns = await startDnsServer(({ name, type }) =>
    type === 1 ? { answers: [rr(name, 'A', { address: '93.184.216.34' })] } : undefined,
  )
  const guard = createGuard({ resolver: createResolver([`127.0.0.1:${dns.port}`]) })
  assert.deepEqual(await guard.resolve('half.example.com', { timeoutMs: 1500 }), ['93.184.216.34'])
})

test('an own resolver that is away is a fault of this machine, not of the name', async () => {
  const guard = createGuard({ resolver: createResolver([`127.0.0.1:${await findClosedPort()}`]) })
  await assert.rejects(guard.resolve('any.example.com'), { key: 'unavailable', message: /our resolver cannot be reached$/ })
})

test('a question is given up with its caller', async () => {
  const leave = new AbortController()
  await using dns = await startDnsServer(() => (leave.abort(), undefined))
  const guard = createGuard({ resolver: createResolver([`127.0.0.1:${dns.port}`]) })
  await assert.rejects(guard.resolve('slow.example.com', { signal: leave.signal }), { key: 'cancelled' })
})

/** A port of loopback that nobody listens on. */
async function findClosedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: free } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return free
}
