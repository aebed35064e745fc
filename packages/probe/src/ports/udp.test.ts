import assert from 'node:assert/strict'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { after, test } from 'node:test'
import type { PortRow } from '@octet/core/probe/ports.ts'
import { createGuard } from '../guard/guard.ts'
import { rr, startDnsServer } from '../testing/dns-server.ts'
import { createPortProbe } from './scan.ts'
import { writeDer } from '../tls/der.ts'
import { tryUdp } from './try-udp.ts'
import { toSnmpMessage, UDP_SERVICES, type UdpService } from './udp-services.ts'

const guard = createGuard({ allowTargets: ['127.0.0.1/32'] })
const sockets: Socket[] = []
after(() => {
  for (const socket of sockets) socket.close()
})

type Service = keyof typeof UDP_SERVICES

/** A peer that answers what it is asked; undefined is silence. */
async function listen(answer: (question: Buffer) => Buffer | undefined): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  sockets.push(socket)
  socket.on('message', (question, { port, address }) => {
    const said = answer(question)
    if (said) socket.send(said, port, address)
  })
  await once(socket, 'listening')
  return socket.address().port
}

async function ask(service: Service, port: number): Promise<PortRow> {
  const udpServices: Record<number, UdpService> = { [port]: UDP_SERVICES[service] }
  const request = { target: '127.0.0.1', ports: [port], protocol: 'udp' } as const
  const last = (await Array.fromAsync(createPortProbe({ guard, udpServices }).scan(request))).at(-1)!
  assert.deepEqual([last.protocol, last.total, last.isComplete], ['udp', 1, true])
  return last.ports[0]!
}

const NTP = Buffer.concat([Buffer.of(0x24, 2), Buffer.alloc(46)])
const SOFTWARE = Buffer.from('demo')
/** An SNMPv3 report that names the engine. */
const SNMP = Buffer.from(toSnmpMessage({ engine: Buffer.from('8000000001', 'hex'), pdu: writeDer(0xa8) }))

const ANSWERS: readonly [string, Service, (question: Buffer) => Buffer, string][] = [
  ['NTP', 123, () => NTP, 'NTP version 4, stratum 2'],
  ['SNMP', 161, () => SNMP, 'SNMP version 3, engine 8000000001'],
  [
    'QUIC',
    443,
    (question) =>
      Buffer.concat([
        Buffer.of(0x80, 0, 0, 0, 0, 0, 8),
        question.subarray(6, 14),
        Buffer.from('000000016b3343cf1a1a1a1a', 'hex'),
      ]),
    'QUIC v1, v2',
  ],
  [
    'OpenVPN',
    1194,
    (question) => Buffer.concat([Buffer.of(0x40), Buffer.alloc(9, 7), question.subarray(1, 9), Buffer.alloc(4)]),
    'OpenVPN',
  ],
  [
    'STUN',
    3478,
    (question) =>
      Buffer.concat([Buffer.of(1, 1, 0, 8), question.subarray(4, 20), Buffer.of(0x80, 0x22, 0, SOFTWARE.length), SOFTWARE]),
    'STUN, demo',
  ],
  ['SIP', 5060, () => Buffer.from('SIP/2.0 200 OK\r\nServer: demo/1\r\n\r\n'), 'SIP 200 OK, demo/1'],
]
for (const [name, service, answer, words] of ANSWERS)
  test(`${name} answers and says what it is`, async () => {
    let askedBytes = 0
    const port = await listen((question) => {
      askedBytes = question.length
      return answer(question)
    })
    const { state, banner, ms } = await ask(service, port)
    assert.deepEqual([state, banner], ['open', words])
    assert.ok(ms !== null && askedBytes > 0)
  })

test('DNS answers with its status', async () => {
  await using server = await startDnsServer(({ name }) => ({ rcode: 5, answers: [rr(name, 'A', { address: '192.0.2.1' })] }))
  assert.equal((await ask(53, server.port)).banner, 'DNS REFUSED')
})

test('bytes that are no answer still come from an open port', async () => {
  const port = await listen(() => Buffer.from([1, 2, 3]))
  assert.deepEqual([(await ask(161, port)).state, (await ask(53, port)).banner], ['open', null])
})

test('a port that nobody listens on is closed, a silent one stays unclear', async () => {
  const port = await listen(() => undefined)
  assert.deepEqual([(await ask(123, port)).state, (await ask(123, port)).ms], ['filtered', null])
  sockets.pop()!.close()
  assert.equal((await ask(123, port)).state, 'closed')
})

test('a network that cannot be reached is told apart from silence, and leaves the program alive', async () => {
  const service: UdpService = UDP_SERVICES[53]
  const row = await tryUdp({ address: '255.255.255.255', port: 53, service, signal: undefined, timeoutMs: 5_000 }) // the kernel refuses it
  assert.equal(row.state, 'unreachable')
})

test('ports without a question are refused', async () => {
  const request = { target: '127.0.0.1', ports: [53, 1900], protocol: 'udp' } as const
  await assert.rejects(Array.fromAsync(createPortProbe({ guard }).scan(request)), { key: 'bad_input' })
})
