import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

type Answer = { rows: { port: number; protocol: string; service: string; practice: string }[]; total: number }
const run = async (input: Record<string, unknown>) => (await answerTool(tool, input, createTestHost())) as Answer

for (const [text, protocol, ports] of [
  ['22', 'tcp', [22]],
  ['80, 443', 'tcp', [80, 443]],
  ['6379-6380', 'tcp', [6379]],
  ['２２', 'tcp', [22]],
  ['51820', 'udp', [51820]],
  ['wireguard', 'all', [51820]],
  ['53/udp', 'all', [53]],
  ['TCP 443', 'all', [443]],
  [':8080', 'tcp', [8080]],
  ['udp:500', 'all', [500]],
  ['网络电话', 'udp', [3478, 5060, 5061]],
] as const)
  test(`${text} (${protocol}) gives ${ports.join(', ')}`, async () => {
    const { rows } = await run({ text, protocol })
    assert.deepEqual([...new Set(rows.map(({ port }) => port))], ports)
  })

test('a protocol beside a number gives its rows alone', async () => {
  assert.deepEqual(
    (await run({ text: '53/udp' })).rows.map(({ protocol }) => protocol),
    ['udp'],
  )
  assert.ok((await run({ text: 'udp' })).rows.every(({ protocol }) => protocol === 'udp'))
})

for (const [text, service] of [
  ['80/tcp', 'http'],
  ['80/udp', 'http'],
  ['443/tcp', 'https'],
  ['631/tcp', 'ipp'],
  // registered as 6000-6063, 6665-6669 and 27000-27009
  ['6000/tcp', 'x11'],
  ['6063/udp', 'x11'],
  ['6667/tcp', 'ircu'],
  ['27009/tcp', 'flex-lm'],
] as const)
  test(`${text} is called ${service}, by the first of its names in the register`, async () => {
    const { rows } = await run({ text })
    assert.deepEqual(
      rows.map((row) => row.service),
      [service],
    )
  })

test('a topic finds its services in both languages, whatever they are called', async () => {
  for (const text of ['数据库端口', 'database']) {
    const services = (await run({ text })).rows.map(({ service }) => service)
    for (const service of ['mysql', 'redis', 'postgresql']) assert.ok(services.includes(service), `${text}: ${service}`)
  }
})

for (const text of ['65536', '99999', '80-20', '1-100000'])
  test(`${text} is no port`, () => assert.rejects(run({ text }), { key: 'bad_input' }))

for (const [text, port] of [
  ['rdp', 3389],
  ['remote desktop', 3389],
  ['远程桌面', 3389],
  ['ntp', 123],
  ['oracle', 1521],
  ['mysql port', 3306],
  ['mysql 默认端口', 3306],
  ['ssh端口号', 22],
  ['docker default port', 2375],
  ['zookeeper', 2181],
  ['k8s', 2379],
  ['tomcat', 8080],
] as const)
  test(`${text}: ${port} comes first`, async () => assert.equal((await run({ text, protocol: 'tcp' })).rows[0]?.port, port))

test('all words must be met, and the total counts beyond the rows', async () => {
  assert.ok((await run({ text: 'remote desktop' })).rows.some(({ port }) => port === 3389))
  const { rows, total } = await run({ text: '1-65535' })
  assert.equal(rows.length, 500)
  assert.ok(total > 10_000)
})
