import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { after, before, test } from 'node:test'
import { findProgram, skipUnlessRoot, skipWithout } from '../testing/peers.ts'
import { parseSegmentSizes, readSegmentSizes, toPacketBytes } from './segment-sizes.ts'

const ENDS = 'ESTAB 0      0            198.51.100.7:443       203.0.113.9:50124'
const line = (words: string) => `\t ${words} cwnd:10 segs_in:3`

for (const [title, lines, expected] of [
  [
    'a common line',
    [ENDS, line('ts sack cubic wscale:7,7 rto:204 rtt:0.5/0.2 mss:1448 pmtu:1500 rcvmss:536 advmss:1448')],
    { family: 4, mss: 1448, pmtu: 1500, hasTimestamps: true },
  ],
  [
    'without timestamps, of an algorithm whose name ends in ts',
    [ENDS, line('sack xts wscale:7,7 mss:1452 pmtu:1492 rcvmss:536 advmss:1460')],
    { family: 4, mss: 1452, pmtu: 1492, hasTimestamps: false },
  ],
  ['nothing', [], undefined],
  ['a line without sizes', [ENDS, line('cubic')], undefined],
  ['two connections', [line('mss:1 pmtu:2'), line('mss:1 pmtu:2')], undefined],
  ['figures that are none', [line('mss:1x pmtu:2')], undefined],
] as const)
  test(`ss says ${title}`, () => assert.deepEqual(parseSegmentSizes(lines, 4), expected))

const skipSs = skipWithout('ss') || (process.platform === 'linux' ? false : 'needs Linux')

for (const [host, address, family] of [
  ['127.0.0.1', '127.0.0.1', 4],
  ['::1', '::1', 6],
  ['::', '127.0.0.1', 4],
] as const)
  test(`the sizes of a connection to ${address} on ${host} are read`, { skip: skipSs }, async () => {
    const server = createServer().listen(0, host)
    await once(server, 'listening')
    const client = connect((server.address() as AddressInfo).port, address)
    const [socket] = (await once(server, 'connection')) as [Socket]
    const { localAddress, localPort, remoteAddress, remotePort } = socket
    const ends = {
      localAddress: localAddress!,
      localPort: localPort!,
      remoteAddress: remoteAddress!,
      remotePort: remotePort!,
    }
    const sizes = await readSegmentSizes(ends)
    assert.equal(sizes?.family, family)
    assert.ok(sizes.mss > 500 && sizes.pmtu > 1000, JSON.stringify(sizes))
    assert.equal(await readSegmentSizes({ ...ends, remotePort: 1 }), undefined)
    client.destroy()
    socket.destroy()
    server.close()
  })

const SESSION = join(import.meta.dirname, '../testing/mtu-session.ts')
const NEAR = `octn${process.pid}`
const FAR = `octf${process.pid}`
const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`
const ip = (...args: readonly string[]) =>
  execFileSync(findProgram('ip')!, args, { encoding: 'utf8', timeout: 60_000, env: { ...process.env, PATH } })
const within = (place: string, command: string) => ip('netns', 'exec', place, 'sh', '-c', command)

const skipLab = skipSs || skipUnlessRoot() || skipWithout('ip') || cannotSplit()
console.log(skipLab ? `# paths of other sizes left out: ${skipLab}` : '# real peer: the kernel, over links of other sizes')

before(() => {
  if (skipLab) return
  ip('netns', 'add', NEAR)
  ip('netns', 'add', FAR)
  ip('link', 'add', 'near', 'netns', NEAR, 'type', 'veth', 'peer', 'name', 'far', 'netns', FAR)
  for (const [place, device, end] of [
    [NEAR, 'near', 1],
    [FAR, 'far', 2],
  ] as const) {
    within(place, 'echo 0 > /proc/sys/net/ipv6/conf/all/accept_dad; echo 0 > /proc/sys/net/ipv6/conf/default/accept_dad')
    ip('-n', place, 'addr', 'add', `198.18.9.${end}/24`, 'dev', device)
    ip('-n', place, 'addr', 'add', `2001:2::${end}/64`, 'dev', device, 'nodad')
    ip('-n', place, 'link', 'set', 'lo', 'up')
    ip('-n', place, 'link', 'set', device, 'up')
  }
})
after(() => {
  if (skipLab) return
  for (const place of [NEAR, FAR]) ip('netns', 'del', place)
})

/** The size of the largest packet to a visitor in the far namespace, by a server in the near one. */
async function measure(family: 4 | 6): Promise<{ packetBytes: number; hasTimestamps: boolean; pmtu: number }> {
  const [own, peer] = family === 4 ? ['198.18.9.1', '198.18.9.2'] : ['2001:2::1', '2001:2::2']
  return JSON.parse(ip('netns', 'exec', NEAR, process.execPath, '--no-warnings', SESSION, own!, peer!, FAR))
}

for (const [title, nearMtu, farMtu, hasTimestamps, expected] of [
  ['Ethernet', 1500, 1500, true, 1500],
  ['a tunnel at the visitor, who says so', 1500, 1400, true, 1400],
  ['PPPoE at the visitor, without timestamps', 1500, 1492, false, 1492],
  ['a smaller link here', 1420, 1420, true, 1420],
] as const)
  for (const family of [4, 6] as const)
    test(`IPv${family} over ${title}: ${expected}`, { skip: skipLab }, async () => {
      ip('-n', NEAR, 'link', 'set', 'near', 'mtu', String(nearMtu))
      ip('-n', FAR, 'link', 'set', 'far', 'mtu', String(farMtu))
      for (const place of [NEAR, FAR]) within(place, `echo ${Number(hasTimestamps)} > /proc/sys/net/ipv4/tcp_timestamps`)
      assert.deepEqual(await measure(family), { packetBytes: expected, hasTimestamps, pmtu: nearMtu })
    })

function cannotSplit(): string | false {
  try {
    ip('netns', 'add', `octt${process.pid}`)
    ip('netns', 'del', `octt${process.pid}`)
    return false
  } catch {
    return 'this machine does not let root make network namespaces'
  }
}

test('header sizes: 40 bytes for IPv4, 60 for IPv6, 12 more with timestamps', () => {
  assert.equal(toPacketBytes({ mss: 1460, family: 4, hasTimestamps: false }), 1500)
  assert.equal(toPacketBytes({ mss: 1440, family: 6, hasTimestamps: false }), 1500)
  assert.equal(toPacketBytes({ mss: 1448, family: 4, hasTimestamps: true }), 1500)
  assert.equal(toPacketBytes({ mss: 1428, family: 6, hasTimestamps: true }), 1500)
})
