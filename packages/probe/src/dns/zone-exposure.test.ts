import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGuard } from '../guard/guard.ts'
import { rr, startDnsServer, type Script } from '../testing/dns-server.ts'
import { createDnsClient } from './client.ts'
import { checkExposure, checkNetworks, ExposureBook } from './zone-exposure.ts'

const guard = createGuard({ allowTargets: ['127.0.0.0/8'] })
const client = createDnsClient({ guard, systemServers: [] })
const zone = 'example.test.'
const soa = rr(zone, 'SOA', {
  primary: 'ns1.example.test.',
  mailbox: 'h.example.test.',
  serial: 1,
  refresh: 1,
  retry: 1,
  expire: 1,
  minimum: 1,
})
const host = rr('www.example.test.', 'A', { address: '192.0.2.1' })
const FLAGS = { qr: true, aa: true, tc: false, rd: false, ra: false, ad: false, cd: false }

async function look(script: Script) {
  await using server = await startDnsServer(script)
  const servers = [{ name: 'ns1.example.test.', address: '127.0.0.1' }]
  const checks = await checkExposure(servers, { zone, ask: { name: zone, type: 6 }, client, port: server.port })
  return Object.fromEntries(checks.map(({ id, verdict, text }) => [id, { verdict, text: text.en }]))
}

test('a server that refuses the zone and foreign names is good', async () => {
  const found = await look(() => ({ rcode: 5 }))
  assert.deepEqual(
    Object.values(found).map(({ verdict }) => verdict),
    ['good', 'good', 'good'],
  )
})

test('a server that hands out the zone is named', async () => {
  const { transfer } = await look(({ type }) => (type === 252 ? { answers: [soa, host, soa], flags: FLAGS } : { rcode: 5 }))
  assert.equal(transfer?.verdict, 'bad')
  assert.match(transfer?.text ?? '', /from ns1\.example\.test\. 127\.0\.0\.1$/)
})

test('a server that hands out the zone record by record is named', async () => {
  const { transfer } = await look(({ type }) => (type === 252 ? { answers: [soa], flags: FLAGS } : { rcode: 5 }))
  assert.equal(transfer?.verdict, 'bad')
})

test('an empty answer to a transfer hands nothing out', async () => {
  assert.equal((await look(() => ({ flags: FLAGS })))['transfer']?.verdict, 'good')
})

test('a server that looks up foreign names is named', async () => {
  const script: Script = ({ name, type }) =>
    type === 1 ? { answers: [rr(name, 'A', { address: '192.0.2.4' })], flags: { ...FLAGS, ra: true } } : { rcode: 5 }
  assert.equal((await look(script))['recursion']?.verdict, 'bad')
})

test('silence over TCP is noticed', async () => {
  const { tcp, transfer } = await look(({ type }) => (type === 252 ? undefined : { rcode: 5 }))
  assert.deepEqual([tcp?.verdict, transfer?.verdict], ['notice', 'good'])
})

const PLACES: readonly [readonly string[], string | undefined][] = [
  [['192.0.2.1', '192.0.2.9'], 'notice'],
  [['192.0.2.1', '198.51.100.1'], 'good'],
  [['2001:db8:1::1', '2001:db8:1:2::1'], 'notice'],
  [['192.0.2.1'], undefined],
]
for (const [addresses, verdict] of PLACES)
  test(`${addresses.join(' and ')}: ${verdict ?? 'nothing to say'}`, () => {
    const servers = addresses.map((address, i) => ({ name: `ns${i}.`, address }))
    assert.equal(checkNetworks(servers)[0]?.verdict, verdict)
  })

test('a zone is asked for once an hour', async (t) => {
  const book = new ExposureBook()
  let made = 0
  const make = async () => (made++, [])
  await book.get('a.', make)
  await book.get('a.', make)
  await book.get('b.', make)
  assert.equal(made, 2)
  t.mock.method(performance, 'now', () => 3_600_001 + 1e9)
  await book.get('a.', make)
  assert.equal(made, 3)
})
