import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDnsClient } from '../dns/client.ts'
import { createGuard } from '../guard/guard.ts'
import { rr, startDnsServer } from '../testing/dns-server.ts'
import { createBlockListProbe } from './dnsbl-probe.ts'
import { BLOCK_LISTS } from './lists.ts'

const guard = createGuard()
const list = (zone: string, kinds: ('ipv4' | 'ipv6' | 'domain')[] = ['ipv4', 'ipv6']) => ({
  zone,
  name: zone,
  kinds,
  homepage: 'https://example.com/',
})

test('listed, clean, refused and failed lists', async () => {
  await using server = await startDnsServer(({ name, type }) => {
    if (name.endsWith('fail.example.')) return { rcode: 2 }
    if (name.endsWith('clean.example.')) return { rcode: 3 }
    if (type === 16) return { answers: [rr(name, 'TXT', { texts: ['spam\u001b[31m seen'] })] }
    return { answers: [rr(name, 'A', { address: name.endsWith('refuse.example.') ? '127.255.255.254' : '127.0.0.2' })] }
  })
  const client = createDnsClient({
    guard,
    systemServers: [{ transport: 'udp', host: '127.0.0.1', port: server.port, isTrusted: true }],
  })
  const lists = ['bad.example', 'clean.example', 'refuse.example', 'fail.example']
    .map((zone) => list(zone))
    .concat(list('names.example', ['domain']))
  const values = await Array.fromAsync(createBlockListProbe({ guard, client, lists }).check('8.8.4.4'))
  const last = values.at(-1)!
  assert.deepEqual(
    last.lists.map(({ state, reason }) => [state, reason]),
    [
      ['listed', 'spam seen'],
      ['clean', null],
      ['refused', 'spam seen'],
      ['failed', null],
    ],
  )
  assert.deepEqual([last.listed, last.isComplete, values.length], [1, true, 5])
  assert.ok(server.asked.some(({ name }) => name === '4.4.8.8.bad.example.'))
})

test('a list that knows only registered domains is asked for that part', async () => {
  await using server = await startDnsServer(({ name }) =>
    name === 'spam.co.uk.names.example.' ? { answers: [rr(name, 'A', { address: '127.0.0.2' })] } : { rcode: 3 },
  )
  const systemServers = [{ transport: 'udp', host: '127.0.0.1', port: server.port, isTrusted: true }] as const
  const client = createDnsClient({ guard, systemServers })
  const lists = [{ ...list('names.example', ['domain']), isByRegistered: true }, list('hosts.example', ['domain'])]
  const last = (await Array.fromAsync(createBlockListProbe({ guard, client, lists }).check('www.spam.co.uk'))).at(-1)!
  assert.deepEqual(
    last.lists.map(({ state }) => state),
    ['listed', 'clean'],
  )
  assert.ok(server.asked.some(({ name }) => name === 'www.spam.co.uk.hosts.example.'))
})

test('a private address is refused', async () => {
  const probe = createBlockListProbe({ guard, client: createDnsClient({ guard, systemServers: [] }) })
  await assert.rejects(Array.fromAsync(probe.check('10.0.0.1')), { key: 'refused_target' })
})

test('every list has one zone', () => assert.equal(new Set(BLOCK_LISTS.map(({ zone }) => zone)).size, BLOCK_LISTS.length))
