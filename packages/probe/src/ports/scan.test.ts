import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import type { PortScan } from '@octet/core/probe/ports.ts'
import { createGuard } from '../guard/guard.ts'
import { createCertificate } from '../testing/certificate.ts'
import { skipWithout } from '../testing/peers.ts'
import { createPortProbe } from './scan.ts'

const guard = createGuard({ allowTargets: ['127.0.0.0/8', '198.18.0.0/15'], resolver: async () => ['127.0.0.1'] })
const servers: Server[] = []
const sockets = new Set<Socket>()

async function listen(server: Server): Promise<number> {
  servers.push(server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const certificate = createCertificate()
let ports: { ssh: number; web: number; tls: number; silent: number; closed: number }
before(async () => {
  const closed = createServer()
  const closedPort = await listen(closed)
  closed.close()
  ports = {
    ssh: await listen(createServer((socket) => socket.write('SSH-2.0-OpenSSH_9.2\u001b[31m\r\n'))),
    web: await listen(
      createHttpServer((_, response) =>
        response.writeHead(200, { server: 'demo/1', 'content-type': 'text/html' }).end('<title>Hello &amp; welcome</title>'),
      ),
    ),
    tls: certificate
      ? await listen(createHttpsServer(certificate, (_, response) => response.end('<title>Secret</title>')))
      : closedPort,
    silent: await listen(createServer(() => {})),
    closed: closedPort,
  }
})
after(() => {
  for (const server of servers) server.close()
  for (const socket of sockets) socket.destroy()
})

async function scan(list: readonly number[], target = 'host.example.com'): Promise<PortScan> {
  let last: PortScan | undefined
  for await (last of createPortProbe({ guard }).scan({ target, ports: list }));
  return last!
}

test('a port that accepts connections and drops them at once is open', async () => {
  const port = await listen(createServer((socket) => socket.resetAndDestroy()))
  for (let tries = 0; tries < 20; tries++) {
    const [row] = (await scan([port], '127.0.0.1')).ports
    assert.deepEqual([row!.state, row!.banner, typeof row!.ms], ['open', null, 'number'])
  }
})

test('open and closed ports with what their services say', async () => {
  const result = await scan(Object.values(ports))
  const find = (port: number) => result.ports.find((row) => row.port === port)!
  assert.deepEqual([find(ports.ssh).state, find(ports.ssh).banner], ['open', 'SSH-2.0-OpenSSH_9.2'])
  assert.deepEqual(find(ports.web).http, { status: 200, server: 'demo/1', title: 'Hello & welcome' })
  assert.deepEqual([find(ports.silent).state, find(ports.silent).banner], ['open', null])
  assert.equal(find(ports.closed).state, 'closed')
  assert.ok(result.isComplete && result.asked === result.total)
})

test('TLS behind a port that does not say so', { skip: certificate ? false : 'OpenSSL is not installed' }, async () => {
  const row = (await scan([ports.tls])).ports[0]!
  assert.deepEqual([row.tls?.protocol, row.tls?.subject, row.http?.title], ['TLSv1.3', 'localhost', 'Secret'])
  assert.ok(Date.parse(row.tls!.expires!) > Date.now())
})

test(
  'a TLS 1.2 server that wants a client certificate shows its own',
  { skip: certificate ? false : 'OpenSSL is not installed' },
  async () => {
    const strict = { ...certificate, requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' } as const
    const port = await listen(createHttpsServer(strict).on('tlsClientError', () => {}))
    const row = (await scan([port])).ports[0]!
    assert.deepEqual([row.state, row.tls?.protocol, row.tls?.subject, row.http], ['open', 'TLSv1.2', 'localhost', null])
  },
)

test('the states are those of nmap', { skip: skipWithout('nmap') }, async () => {
  const list = [ports.ssh, ports.web, ports.closed]
  const text = execFileSync('nmap', ['-sT', '-Pn', '-n', '-p', list.join(','), '127.0.0.1'], { encoding: 'utf8' })
  const theirs = Object.fromEntries([...text.matchAll(/^(\d+)\/tcp\s+(\w+)/gm)].map(([, port, state]) => [port, state]))
  const ours = Object.fromEntries((await scan(list)).ports.map(({ port, state }) => [port, state]))
  assert.deepEqual(ours, theirs)
  console.log('# real peer: nmap')
})

test('many ports at once', async () => {
  const { closed, asked } = await scan(
    Array.from({ length: 200 }, (_, index) => index + 1),
    '127.0.0.9',
  )
  assert.equal(asked, 200)
  assert.ok(closed >= 190, `${closed}`)
})

const WRONG: readonly (readonly number[])[] = [[], [0], [65_536], [1.5], Array.from({ length: 1001 }, (_, index) => index + 1)]
for (const list of WRONG)
  test(`${list.length} ports beginning with ${list[0]} are refused`, async () => assert.rejects(scan(list), { key: 'bad_input' }))

test('own addresses are refused before any connection', async () => {
  const closed = createGuard({ ownAddresses: ['8.8.4.4'] })
  await assert.rejects(Array.fromAsync(createPortProbe({ guard: closed }).scan({ target: '8.8.4.4', ports: [22] })), {
    key: 'refused_target',
  })
})

test('connections leave one after the other, so that they do not wait for each other’s answers', async () => {
  let last = 0
  const connect = async () => {
    last = performance.now()
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  }
  const probe = createPortProbe({ guard: { ...guard, connect } })
  // From the start: a machine that begins late catches up.
  const start = performance.now()
  await Array.fromAsync(probe.scan({ target: '127.0.0.9', ports: Array.from({ length: 100 }, (_, index) => index + 1) }))
  // 400 a second, a few at once
  assert.ok(last - start >= 235, `${last - start} ms`)
})
