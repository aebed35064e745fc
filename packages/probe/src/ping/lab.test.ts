import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { PingRequest, PingResult, TraceRequest, TraceResult } from '@octet/core/probe/ping.ts'
import type { PortScan } from '@octet/core/probe/ports.ts'
import { createLab, skipLab, type Lab } from '../testing/lab.ts'

const skip = skipLab()
if (skip) console.log(`# network lab left out: ${skip}`)
else console.log('# real peers: mtr-packet, three Linux routers in namespaces')
type ScanRequest = Pick<PortScan, 'target'> & { readonly ports: readonly number[]; readonly protocol?: 'tcp' | 'udp' }
const SESSION = join(import.meta.dirname, '../testing/lab-session.ts')

let lab: Lab
before(() => {
  if (!skip) lab = createLab()
})
after(() => lab?.[Symbol.dispose]())

const LIMIT_MS = 20_000

let asked: { readonly stdin: Writable; readonly answers: AsyncIterator<string>; end(): void } | undefined

/** One process inside the lab is asked for all: to load the program takes longer than what most are asked for. */
async function session<T>(kind: 'ping' | 'trace' | 'scan', request: PingRequest | TraceRequest | ScanRequest): Promise<T> {
  const { stdin, answers, end } = (asked ??= startSession())
  stdin.write(`${JSON.stringify({ kind, request })}\n`)
  const answer = await Promise.race([answers.next(), wait(LIMIT_MS, undefined, { ref: false })])
  if (answer?.done === false) return JSON.parse(answer.value) as T
  end()
  asked = undefined // what comes late is no answer to the next one
  assert.fail(answer ? `the ${kind} ended its process` : `no end of the ${kind} in ${LIMIT_MS} ms`)
}

function startSession(): typeof asked & {} {
  const child = lab.start('src', process.execPath, '--no-warnings', SESSION)
  child.stdin.on('error', () => {}) // it has ended, which the answers tell
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { stdin: child.stdin, answers, end: () => child.kill('SIGKILL') }
}
const trace = (request: TraceRequest) => session<TraceResult>('trace', request)
const path = ({ hops }: TraceResult) => hops.map(({ addresses }) => addresses.join(' ') || '*').join(', ')
const WHOLE = '198.18.0.2, 198.18.1.2, 198.18.2.2, 198.18.3.2'

/** Both ends of the link between the second router and the third. */
function setLink2(mtu: string): void {
  lab.run('r2', 'ip', 'link', 'set', 'n2', 'mtu', mtu)
  lab.run('r3', 'ip', 'link', 'set', 'f2', 'mtu', mtu)
}

for (const protocol of ['icmp', 'udp', 'tcp'] as const)
  test(`${protocol} sees three routers and the target`, { skip }, async () => {
    const result = await trace({ target: lab.address(3, 2), protocol })
    assert.equal(path(result), WHOLE)
    assert.deepEqual([result.isReached, result.step], [true, 'mtr-packet'])
    for (const hop of result.hops) assert.ok(hop.received === 3 && hop.bestMs! > 0 && hop.worstMs! >= hop.bestMs!)
  })

for (const [code, mark] of [
  ['icmp-net-unreachable', /^198\.18\.1\.2: it has no route to the target$/],
  ['icmp-host-unreachable', /^198\.18\.1\.2: it finds nobody at this address/],
  ['icmp-host-prohibited', /^198\.18\.1\.2: refused by a firewall/],
  ['icmp-admin-prohibited', /^198\.18\.1\.2: refused by a firewall/],
  ['icmp-proto-unreachable', /^198\.18\.1\.2: it rejects the packets/],
] as const)
  test(`who says ${code} is named, by ping and by trace`, { skip }, async () => {
    lab.run('r2', 'iptables', '-A', 'FORWARD', '-d', lab.address(3, 2), '-j', 'REJECT', '--reject-with', code)
    const ping = await session<PingResult>('ping', { target: lab.address(3, 2), count: 2 })
    const traces = await Array.fromAsync(['icmp', 'udp', 'tcp'] as const, (protocol) =>
      trace({ target: lab.address(3, 2), protocol, rounds: 1 }),
    )
    lab.run('r2', 'iptables', '-F')
    assert.match(ping.reason?.en ?? '', mark)
    assert.deepEqual(
      ping.packets.map(({ outcome, from }) => `${outcome} ${from}`),
      ['unreachable 198.18.1.2', 'unreachable 198.18.1.2'],
    )
    for (const found of traces) {
      assert.match(found.reason?.en ?? '', mark)
      assert.equal(path(found), '198.18.0.2, 198.18.1.2, 198.18.1.2')
    }
  })

for (const [code, mark] of [
  ['icmp-port-unreachable', /^198\.18\.1\.2: it rejects the packets/],
  ['icmp-admin-prohibited', /^198\.18\.1\.2: refused by a firewall/],
  ['icmp-host-unreachable', /^198\.18\.1\.2: it finds nobody at this address/],
] as const)
  test(`connections that a router refuses with ${code} are not refused by the host`, { skip }, async () => {
    lab.run('r2', 'iptables', '-A', 'FORWARD', '-p', 'tcp', '--dport', '80', '-j', 'REJECT', '--reject-with', code)
    const ping = await session<PingResult>('ping', { target: lab.address(3, 2), protocol: 'tcp', port: 80, count: 2 })
    const host = await session<PingResult>('ping', { target: lab.address(3, 2), protocol: 'tcp', port: 81, count: 2 })
    lab.run('r2', 'iptables', '-F')
    assert.deepEqual(
      ping.packets.map(({ outcome, from, ms }) => [outcome, from, ms]),
      Array.from({ length: 2 }, () => ['unreachable', '198.18.1.2', null]),
    )
    assert.deepEqual([ping.received, ping.lossPercent, ping.isComplete], [0, 100, true])
    assert.match(ping.reason?.en ?? '', mark)
    assert.deepEqual([host.received, host.packets[0]!.outcome, host.reason], [2, 'refused', null])
  })

test('connections whose first packet is lost count as lost, though the system sends it again', { skip }, async () => {
  const half = ['-m', 'statistic', '--mode', 'nth', '--every', '2', '--packet', '0', '-j', 'DROP']
  lab.run('r3', 'iptables', '-A', 'FORWARD', '-p', 'tcp', '--syn', '-d', lab.address(3, 2), ...half)
  const ping = await session<PingResult>('ping', { target: lab.address(3, 2), protocol: 'tcp', port: 80, count: 10 })
  lab.run('r3', 'iptables', '-F')
  const lost = ping.packets.filter(({ outcome }) => outcome === 'timeout').length
  assert.ok(lost >= 2 && ping.lossPercent === lost * 10, `${lost} lost, ${ping.lossPercent}%`)
  assert.ok(ping.maxMs! < 1000 && ping.jitterMs! < 500, `${ping.maxMs} ms`)
  assert.match(ping.reason?.en ?? '', /sent its first packet again after 1 s: counted as lost$/)
})

test('a routing loop is called one', { skip }, async () => {
  lab.run('r3', 'ip', 'route', 'add', lab.address(3, 2), 'via', lab.address(2, 1))
  const result = await trace({ target: lab.address(3, 2), rounds: 1, maxHops: 12 })
  const ping = await session<PingResult>('ping', { target: lab.address(3, 2), count: 1 })
  const tcp = await session<PingResult>('ping', { target: lab.address(3, 2), protocol: 'tcp', port: 80, count: 1 })
  lab.run('r3', 'ip', 'route', 'del', lab.address(3, 2))
  assert.equal(result.reason?.en, 'a routing loop: the packets go round between 198.18.1.2, 198.18.2.2 until their TTL runs out')
  assert.match(ping.reason?.en ?? '', /the TTL ran out/)
  assert.match(tcp.reason?.en ?? '', /the TTL ran out/)
})

test('two links of one length are two paths, each flow on one of them', { skip }, async () => {
  lab.addLink('r1', 'r2', 11)
  lab.run(
    'r1',
    'ip',
    'route',
    'replace',
    '198.18.3.0/24',
    'nexthop',
    'via',
    lab.address(1, 2),
    'nexthop',
    'via',
    lab.address(11, 2),
  )
  lab.run('r1', 'sh', '-c', 'echo 1 > /proc/sys/net/ipv4/fib_multipath_hash_policy') // by ports, too
  lab.run('r2', 'sh', '-c', 'echo 1 > /proc/sys/net/ipv4/icmp_errors_use_inbound_ifaddr') // whichever link it came by
  const runs = await Array.fromAsync({ length: 3 }, () => trace({ target: lab.address(3, 2), protocol: 'udp', rounds: 10 }))
  const tcp = await trace({ target: lab.address(3, 2), protocol: 'tcp', rounds: 10 })
  const icmp = await trace({ target: lab.address(3, 2) })
  lab.run('r1', 'ip', 'route', 'replace', '198.18.3.0/24', 'via', lab.address(1, 2))
  for (const { paths, pathsNote } of [...runs, tcp]) {
    assert.equal(pathsNote, null)
    assert.equal(
      paths.reduce((sum, { flows }) => sum + flows, 0),
      10,
    )
    for (const { addresses } of paths) {
      assert.ok(['198.18.1.2', '198.18.11.2'].includes(addresses[1] ?? ''), String(addresses[1]))
      assert.deepEqual([addresses[0], addresses[2], addresses[3]], ['198.18.0.2', '198.18.2.2', '198.18.3.2'])
    }
  }
  // that thirty flows all go one way is as likely as a coin that falls so: 2 in 2^30
  assert.equal(new Set(runs.flatMap(({ paths }) => paths.map(({ addresses }) => addresses[1]))).size, 2)
  assert.deepEqual(icmp.paths, [])
  assert.match(icmp.pathsNote!.en, /ICMP has no ports/)
})

test('flows over IPv6 are told apart, too', { skip }, async () => {
  lab.addIpv6(11)
  const ways = [1, 11].flatMap((link) => ['nexthop', 'via', lab.address6(link, 2)])
  lab.run('r1', 'ip', '-6', 'route', 'replace', '2001:db8:3::/64', ...ways)
  const runs = await Array.fromAsync({ length: 3 }, () => trace({ target: lab.address6(3, 2), protocol: 'udp', rounds: 10 }))
  for (const { paths } of runs) {
    assert.equal(
      paths.reduce((sum, { flows }) => sum + flows, 0),
      10,
    )
    for (const { addresses } of paths)
      assert.deepEqual([addresses[0], addresses[2], addresses[3]], ['2001:db8::2', '2001:db8:2::2', '2001:db8:3::2'])
  }
  assert.deepEqual(
    new Set(runs.flatMap(({ paths }) => paths.map(({ addresses }) => addresses[1]))),
    new Set(['2001:db8:1::2', '2001:db8:11::2']),
  )
})

test('a narrow link further on is named, with who told of it, and that packets went on in pieces', { skip }, async () => {
  setLink2('1300')
  const [first, second] = await Array.fromAsync([1400, 1400], (sizeBytes) =>
    session<PingResult>('ping', { target: lab.address(3, 2), count: 2, sizeBytes }),
  )
  lab.run('r2', 'iptables', '-A', 'FORWARD', '-f', '-j', 'DROP')
  lab.run('r3', 'iptables', '-A', 'FORWARD', '-d', lab.address(3, 2), '-j', 'DROP')
  const lost = await session<PingResult>('ping', { target: lab.address(3, 2), count: 2, sizeBytes: 1400 })
  const small = await session<PingResult>('ping', { target: lab.address(3, 2), count: 2, sizeBytes: 500 })
  for (const place of ['r2', 'r3'] as const) lab.run(place, 'iptables', '-F')
  setLink2('1500')
  lab.run('src', 'ip', 'route', 'flush', 'cache')
  assert.deepEqual([first!.received, second!.received, lost.received], [2, 2, 0])
  assert.equal(first!.reason?.en, '198.18.1.2: the packets do not fit on its next link (MTU 1300); they went on in fragments')
  // the kernel keeps the size, but not who told it
  assert.equal(second!.reason?.en, 'the packets do not fit on a link of the path (MTU 1300); they went on in fragments')
  assert.match(lost.reason?.en ?? '', /\(MTU 1300\), and their fragments get lost$/)
  assert.equal(small.reason, null)
})

test('a packet of IPv6 that does not fit on a link further on is too large', { skip }, async () => {
  setLink2('1300')
  const large = await session<PingResult>('ping', { target: lab.address6(3, 2), count: 2, sizeBytes: 1400 })
  const small = await session<PingResult>('ping', { target: lab.address6(3, 2), count: 2, sizeBytes: 1200 })
  setLink2('1500')
  lab.run('src', 'ip', '-6', 'route', 'flush', 'cache')
  assert.deepEqual(
    large.packets.map(({ outcome }) => outcome),
    ['oversized', 'oversized'],
  )
  assert.match(large.reason?.en ?? '', /\(MTU 1300\)$/)
  assert.deepEqual([small.received, small.reason], [2, null])
})

test('a hop that is silent shows as silent and does not end the trace', { skip }, async () => {
  lab.run('r2', 'iptables', '-A', 'OUTPUT', '-p', 'icmp', '--icmp-type', 'time-exceeded', '-j', 'DROP')
  const result = await trace({ target: lab.address(3, 2), rounds: 2 })
  lab.run('r2', 'iptables', '-F')
  assert.equal(path(result), '198.18.0.2, *, 198.18.2.2, 198.18.3.2')
  assert.equal(result.hops[1]!.lossPercent, 100)
})

test('a router without a route says so, which is not silence', { skip }, async () => {
  lab.run('r3', 'ip', 'route', 'add', 'unreachable', '198.18.77.0/24')
  for (const [place, link] of [
    ['src', 0],
    ['r1', 1],
    ['r2', 2],
  ] as const)
    lab.run(place, 'ip', 'route', 'add', '198.18.77.0/24', 'via', lab.address(link, 2))
  const result = await trace({ target: '198.18.77.1', rounds: 1 })
  assert.equal(path(result), '198.18.0.2, 198.18.1.2, 198.18.2.2')
  assert.deepEqual(
    result.hops.map(({ isUnreachable }) => isUnreachable),
    [false, false, true],
  )
})

test('a firewall that rejects is unreachable by its own word, not the target answering', { skip }, async () => {
  lab.run('r2', 'iptables', '-A', 'FORWARD', '-d', lab.address(3, 2), '-j', 'REJECT') // with “port unreachable”, as by default
  const ping = await session<PingResult>('ping', { target: lab.address(3, 2), count: 2 })
  const result = await trace({ target: lab.address(3, 2), rounds: 1 })
  lab.run('r2', 'iptables', '-F')
  assert.deepEqual([ping.received, ping.lossPercent], [0, 100])
  assert.deepEqual(
    ping.packets.map(({ outcome, from }) => `${outcome} ${from}`),
    ['unreachable 198.18.1.2', 'unreachable 198.18.1.2'],
  )
  assert.equal(path(result), '198.18.0.2, 198.18.1.2, 198.18.1.2')
  assert.deepEqual([result.isReached, result.hops.map(({ isUnreachable }) => isUnreachable)], [false, [false, false, true]])
})

test('answers from another address than the one asked are answers, and so is a way that ends with them', { skip }, async () => {
  const target = '198.18.55.1'
  for (const [place, link] of [
    ['src', 0],
    ['r1', 1],
    ['r2', 2],
  ] as const)
    lab.run(place, 'ip', 'route', 'add', '198.18.55.0/24', 'via', lab.address(link, 2))
  // the way back knows nothing of the translation
  lab.run('r3', 'iptables', '-t', 'nat', '-A', 'PREROUTING', '-d', target, '-j', 'DNAT', '--to-destination', lab.address(3, 2))
  lab.run('r3', 'iptables', '-t', 'raw', '-A', 'PREROUTING', '-s', lab.address(3, 2), '-j', 'NOTRACK')
  const ping = await session<PingResult>('ping', { target, count: 2 })
  const result = await trace({ target, rounds: 1 })
  for (const table of ['nat', 'raw']) lab.run('r3', 'iptables', '-t', table, '-F')
  const said = /^the answers come from 198\.18\.3\.2, not from the address that was asked/
  assert.deepEqual(
    ping.packets.map(({ outcome, from }) => `${outcome} ${from}`),
    ['reply 198.18.3.2', 'reply 198.18.3.2'],
  )
  assert.deepEqual([ping.received, ping.lossPercent], [2, 0])
  assert.match(ping.reason?.en ?? '', said)
  assert.deepEqual([result.hops.length, result.hops.at(-1)!.addresses, result.isReached], [4, [lab.address(3, 2)], true])
  assert.match(result.reason?.en ?? '', said)
})

test('a firewall that rejects now and then is named, too', { skip }, async () => {
  const half = ['-m', 'statistic', '--mode', 'nth', '--every', '2', '--packet', '0']
  lab.run(
    'r2',
    'iptables',
    '-A',
    'FORWARD',
    '-p',
    'icmp',
    '-d',
    lab.address(3, 2),
    ...half,
    '-j',
    'REJECT',
    '--reject-with',
    'icmp-admin-prohibited',
  )
  const ping = await session<PingResult>('ping', { target: lab.address(3, 2), count: 4 })
  lab.run('r2', 'iptables', '-F')
  assert.match(ping.reason?.en ?? '', /^198\.18\.1\.2: refused by a firewall/)
  assert.ok(ping.received > 0 && ping.packets.some(({ outcome, from }) => outcome === 'unreachable' && from === '198.18.1.2'))
})

test('a target that swallows everything is not reached, and the trace ends in time', { skip }, async () => {
  lab.run('dst', 'iptables', '-A', 'INPUT', '-j', 'DROP')
  const result = await trace({ target: lab.address(3, 2), rounds: 2 })
  lab.run('dst', 'iptables', '-F')
  assert.equal(result.isReached, false)
  assert.equal(path(result), '198.18.0.2, 198.18.1.2, 198.18.2.2, *')
  assert.match(
    result.reason?.en ?? '',
    /^nobody answers behind hop 3 \(198\.18\.2\.2\): a firewall drops ICMP, or the target is down/,
  )
  const near = await trace({ target: lab.address(3, 2), rounds: 1, maxHops: 2 })
  assert.equal(near.reason?.en, 'the target is more than 2 hops away')
})

test('loss on the way is counted', { skip }, async () => {
  lab.run(
    'r3',
    'iptables',
    '-A',
    'FORWARD',
    '-d',
    lab.address(3, 2),
    '-m',
    'statistic',
    '--mode',
    'nth',
    '--every',
    '2',
    '--packet',
    '0',
    '-j',
    'DROP',
  )
  const result = await session<PingResult>('ping', { target: lab.address(3, 2), count: 10 })
  lab.run('r3', 'iptables', '-F')
  assert.deepEqual([result.sent, result.received, result.lossPercent, result.step], [10, 5, 50, 'mtr-packet'])
  assert.ok(result.minMs! <= result.medianMs! && result.medianMs! <= result.maxMs!)
})

test('a link with a small MTU lets small packets pass', { skip }, async () => {
  lab.run('r3', 'ip', 'link', 'set', 'n3', 'mtu', '600')
  const small = await session<PingResult>('ping', { target: lab.address(3, 2), count: 2, sizeBytes: 500 })
  lab.run('r3', 'ip', 'link', 'set', 'n3', 'mtu', '1500')
  assert.equal(small.received, 2)
})

test('a packet that does not fit on the link is too large, which is not silence', { skip }, async () => {
  lab.run('src', 'ip', 'link', 'set', 'n0', 'mtu', '1000')
  const large = await session<PingResult>('ping', { target: lab.address(3, 2), count: 2, sizeBytes: 1400 })
  lab.run('src', 'ip', 'link', 'set', 'n0', 'mtu', '1500')
  assert.deepEqual(
    large.packets.map(({ outcome }) => outcome),
    ['oversized', 'oversized'],
  )
})

test('a network without a route is unreachable', { skip }, async () => {
  const result = await session<PingResult>('ping', { target: '198.19.0.1', count: 2 })
  assert.deepEqual(
    result.packets.map(({ outcome }) => outcome),
    ['unreachable', 'unreachable'],
  )
})

test('a port that a firewall rejects is told apart from a closed one', { skip }, async () => {
  for (const [protocol, port] of [
    ['tcp', '80'],
    ['udp', '53'],
  ] as const)
    lab.run(
      'dst',
      'iptables',
      '-A',
      'INPUT',
      '-p',
      protocol,
      '--dport',
      port,
      '-j',
      'REJECT',
      '--reject-with',
      'icmp-host-prohibited',
    )
  const tcp = await session<PortScan>('scan', { target: lab.address(3, 2), ports: [79, 80] })
  const udp = await session<PortScan>('scan', { target: lab.address(3, 2), ports: [53, 123], protocol: 'udp' })
  lab.run('dst', 'iptables', '-F')
  const states = ({ ports }: PortScan) => ports.map(({ port, state, rejectedBy }) => `${port} ${state} ${rejectedBy}`)
  assert.deepEqual(states(tcp), ['79 closed null', `80 unreachable ${lab.address(3, 2)}`])
  assert.deepEqual(states(udp), [`53 unreachable ${lab.address(3, 2)}`, '123 closed null'])
  assert.deepEqual([tcp.unreachable, tcp.filtered], [1, 0])
})

test('a router that rejects a port is named, whatever word it has for it', { skip }, async () => {
  const codes = ['net-unreachable', 'host-unreachable', 'proto-unreachable', 'net-prohibited', 'admin-prohibited']
  for (const [index, code] of codes.entries())
    lab.run(
      'r2',
      'iptables',
      '-A',
      'FORWARD',
      '-p',
      'tcp',
      '--dport',
      String(80 + index),
      '-j',
      'REJECT',
      '--reject-with',
      `icmp-${code}`,
    )
  const { ports } = await session<PortScan>('scan', { target: lab.address(3, 2), ports: codes.map((_, index) => 80 + index) })
  lab.run('r2', 'iptables', '-F')
  assert.deepEqual(
    ports.map(({ state, rejectedBy }) => `${state} ${rejectedBy}`),
    codes.map(() => `unreachable ${lab.address(1, 2)}`),
  )
})

test('a port that a router rejects with “port unreachable” is not called closed, and the router is named', { skip }, async () => {
  for (const [protocol, port] of [
    ['tcp', '80'],
    ['udp', '53'],
  ] as const)
    lab.run('r2', 'iptables', '-A', 'FORWARD', '-p', protocol, '--dport', port, '-j', 'REJECT')
  const tcp = await session<PortScan>('scan', { target: lab.address(3, 2), ports: [79, 80] })
  const udp = await session<PortScan>('scan', { target: lab.address(3, 2), ports: [53, 123], protocol: 'udp' })
  lab.run('r2', 'iptables', '-F')
  const states = ({ ports }: PortScan) => ports.map(({ port, state, rejectedBy }) => `${port} ${state} ${rejectedBy}`)
  assert.deepEqual(states(tcp), ['79 closed null', `80 unreachable ${lab.address(1, 2)}`])
  assert.deepEqual(states(udp), [`53 unreachable ${lab.address(1, 2)}`, '123 closed null'])
  assert.deepEqual([tcp.unreachable, tcp.closed, udp.unreachable], [1, 1, 1])
})
