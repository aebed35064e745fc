import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDnsClient } from '../dns/client.ts'
import { createGuard } from '../guard/guard.ts'
import { rr, startDnsServer, type DnsTestServer } from '../testing/dns-server.ts'
import { createBlockListProbe } from './dnsbl-probe.ts'
import { BLOCK_LISTS, type BlockList } from './lists.ts'

const guard = createGuard()
const list = (zone: string, more: Partial<BlockList> = {}): BlockList => ({
  zone,
  name: zone,
  kinds: ['ipv4', 'ipv6'],
  homepage: 'https://example.com/',
  impact: 'low',
  ...more,
})

/** Zones and the code each gives to the beginnings of names it lists; `*` to every name. */
type Zones = Readonly<Record<string, Readonly<Record<string, string>>>>

const PROPER = { '2.0.0.127': '127.0.0.2' }
const V6_ENTRY = `2.0.0.0.0.0.f.7.f.f.f.f.${'0.'.repeat(19)}0`

const startLists = (zones: Zones) =>
  startDnsServer(({ name, type }) => {
    const zone = Object.keys(zones).find((one) => name.endsWith(`.${one}.`))
    if (!zone || zone.startsWith('fail')) return { rcode: 2 }
    if (zone.startsWith('refuse')) return { rcode: 5 }
    const code = zones[zone]![name.slice(0, -zone.length - 2)] ?? zones[zone]!['*']
    if (code === undefined) return { rcode: 3 }
    return { answers: [type === 16 ? rr(name, 'TXT', { texts: ['spam\u001b[31m seen'] }) : rr(name, 'A', { address: code })] }
  })

const toProbe = (server: DnsTestServer, lists: readonly BlockList[], deadlineMs?: number) => {
  const systemServers = [{ transport: 'udp', host: '127.0.0.1', port: server.port, isTrusted: true }] as const
  return createBlockListProbe({ guard, client: createDnsClient({ guard, systemServers }), lists, deadlineMs })
}

const check = async (zones: Zones, target: string, more: Readonly<Record<string, Partial<BlockList>>> = {}) => {
  await using server = await startLists(zones)
  const probe = toProbe(
    server,
    Object.keys(zones).map((zone) => list(zone, more[zone])),
  )
  const values = await Array.fromAsync(probe.check(target))
  return { last: values.at(-1)!, values, asked: server.asked.map(({ name }) => name) }
}

test('listed, clean, refused and failed lists', async () => {
  const { last, values, asked } = await check(
    {
      'bad.example': { ...PROPER, '4.4.8.8': '127.0.0.4' },
      'clean.example': PROPER,
      'public.example': { '*': '127.255.255.254' },
      'refuse.example': {},
      'fail.example': {},
      'names.example': PROPER,
    },
    '8.8.4.4',
    { 'names.example': { kinds: ['domain'] }, 'bad.example': { codes: { '127.0.0.4': { en: 'bot', zh: '僵尸' } } } },
  )
  assert.deepEqual(
    last.lists.map(({ state, problem, reason, meanings }) => [state, problem, reason, meanings.length]),
    [
      ['listed', null, 'spam seen', 1],
      ['clean', null, null, 0],
      ['refused', 'public_resolver', null, 0],
      ['refused', 'refused', null, 0],
      ['failed', null, null, 0],
    ],
  )
  assert.deepEqual([last.listed, last.clean, last.unanswered, last.isComplete, values.length], [1, 1, 3, true, 6])
  assert.ok(asked.includes('4.4.8.8.bad.example.'))
})

test('a list that lists everything is not answering properly, never a listing', async () => {
  const { last } = await check({ 'all.example': { '*': '127.0.0.2' }, 'sold.example': { '*': '203.0.113.7' } }, '8.8.4.4')
  assert.deepEqual(
    last.lists.map(({ state, problem }) => [state, problem]),
    [
      ['broken', 'lists_everything'],
      ['broken', 'not_a_code'],
    ],
  )
  assert.deepEqual([last.listed, last.unanswered], [0, 2])
})

test('the silence of a list that does not know its own test entry is not “clean”', async () => {
  const { last } = await check({ 'dead.example': {}, 'odd.example': { '4.4.8.8': '127.0.0.2' } }, '8.8.4.4')
  assert.deepEqual(
    last.lists.map(({ state, problem }) => [state, problem]),
    [
      ['broken', 'no_test_entry'],
      ['listed', null],
    ],
  )
})

test('a list that holds 127.0.0.1 by accident is believed', async () => {
  const { last } = await check({ 'busy.example': { ...PROPER, '1.0.0.127': '127.0.0.2', '4.4.8.8': '127.0.0.2' } }, '8.8.4.4')
  assert.equal(last.listed, 1)
})

test('IPv6 lists are tested by their own entry or the one for IPv4', async () => {
  const { last, asked } = await check(
    { 'six.example': { [V6_ENTRY]: '127.0.0.2' }, 'both.example': PROPER, 'four.example': {} },
    '2001:4860:4860::8888',
  )
  assert.deepEqual(
    last.lists.map(({ state }) => state),
    ['clean', 'clean', 'broken'],
  )
  assert.ok(asked.includes(`8.8.8.8.${'0.'.repeat(16)}0.6.8.4.0.6.8.4.1.0.0.2.six.example.`))
})

test('codes that accuse nobody are noted, and 127.0.0.1 is a refusal unless the list uses it', async () => {
  const zones = {
    'white.example': { ...PROPER, '4.4.8.8': '127.0.0.1' },
    'one.example': { ...PROPER, '4.4.8.8': '127.0.0.1' },
    'odd.example': { ...PROPER, '4.4.8.8': '127.0.0.1' },
  }
  const { last } = await check(zones, '8.8.4.4', {
    'white.example': { notedCodes: ['127.0.0.1'] },
    'one.example': { usesOne: true },
  })
  assert.deepEqual(
    last.lists.map(({ state }) => state),
    ['noted', 'listed', 'refused'],
  )
  assert.deepEqual([last.listed, last.clean], [1, 1])
})

test('one code that is a sum gives every reason', async () => {
  const bits = { 2: { en: 'black', zh: '黑' }, 8: { en: 'red', zh: '红' } }
  const { last } = await check({ 'sum.example': { test: '127.0.0.2', 'spam.example': '127.0.0.10' } }, 'spam.example', {
    'sum.example': { kinds: ['domain'], bits },
  })
  assert.deepEqual(last.lists[0]!.meanings, [bits[2], bits[8]])
})

test('a domain list is tested by the entry it names; one without any is believed with a note', async () => {
  const domain = { kinds: ['domain'] } as const
  const { last, asked } = await check(
    { 'own.example': { 'dbltest.com': '127.0.1.2' }, 'none.example': {}, 'rfc.example': { test: '127.0.0.2' } },
    'www.spam.co.uk',
    {
      'own.example': { ...domain, testEntry: 'dbltest.com' },
      'none.example': { ...domain, testEntry: null },
      'rfc.example': domain,
    },
  )
  assert.deepEqual(
    last.lists.map(({ state, problem }) => [state, problem]),
    [
      ['clean', null],
      ['clean', 'untested'],
      ['clean', null],
    ],
  )
  assert.ok(asked.includes('www.spam.co.uk.rfc.example.'))
})

test('a list that knows only registered domains is asked for that part', async () => {
  const { last } = await check(
    { 'names.example': { test: '127.0.0.2', 'spam.co.uk': '127.0.0.2' }, 'hosts.example': { test: '127.0.0.2' } },
    'www.spam.co.uk',
    { 'names.example': { kinds: ['domain'], isByRegistered: true }, 'hosts.example': { kinds: ['domain'] } },
  )
  assert.deepEqual(
    last.lists.map(({ state }) => state),
    ['listed', 'clean'],
  )
})

test('the test entries of a list are asked for once, not for each visitor', async () => {
  await using server = await startLists({ 'clean.example': PROPER })
  const probe = toProbe(server, [list('clean.example')])
  await Array.fromAsync(probe.check('8.8.4.4'))
  await Array.fromAsync(probe.check('8.8.8.8'))
  assert.deepEqual(server.asked.map(({ name }) => name).sort(), [
    '1.0.0.127.clean.example.',
    '2.0.0.127.clean.example.',
    '4.4.8.8.clean.example.',
    '8.8.8.8.clean.example.',
  ])
})

test('all lists together have one time limit', async () => {
  await using server = await startDnsServer(() => undefined)
  const lists = Array.from({ length: 40 }, (_, index) => list(`silent${index}.example`))
  const last = (await Array.fromAsync(toProbe(server, lists, 300).check('8.8.4.4'))).at(-1)!
  assert.deepEqual([last.unanswered, last.isComplete], [40, true])
  const zones = new Set(server.asked.map(({ name }) => name.split('.').at(-3)))
  assert.equal(zones.size, 24, 'only those under way at once were asked before it was over')
})

test('a private address is refused', async () => {
  const probe = createBlockListProbe({ guard, client: createDnsClient({ guard, systemServers: [] }) })
  await assert.rejects(Array.fromAsync(probe.check('10.0.0.1')), { key: 'refused_target' })
})

test('every list has one zone, and none that has shut down is asked', () => {
  const zones = BLOCK_LISTS.map(({ zone }) => zone)
  assert.equal(new Set(zones).size, zones.length)
  const dead =
    /(^|\.)(sorbs\.net|manitu\.net|inps\.de|wpbl\.info|msrbl\.net|abuseat\.org|njabl\.org|ahbl\.org|spamcannibal\.org|emailbasura\.org|habeas\.com|nszones\.com)$/
  assert.deepEqual(
    zones.filter((zone) => dead.test(zone)),
    [],
  )
})
