import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DnsComparison, DnsTrace } from '@octet/core/probe/dns.ts'
import { createGuard } from '../guard/guard.ts'
import { rr, startDnsServer } from '../testing/dns-server.ts'
import { createDnsClient } from './client.ts'
import { isExpectedIn } from './compare.ts'
import { checkDelegation } from './delegation.ts'
import { createDnsProbe } from './dns-probe.ts'
import { toOptRecord } from './message.ts'
import { toZoneChecks } from './zone-checks.ts'

const guard = createGuard({
  allowTargets: ['127.0.0.0/8'],
  resolver: async (name) =>
    ({ 'ns2.test.example': ['127.0.0.3'], 'ns1.example.test': ['127.0.0.4'], 'ns2.example.test': ['127.0.0.5'] })[name] ?? [],
})
const authoritative = { qr: true, aa: true, tc: false, rd: false, ra: false, ad: false, cd: false }

test('a trace follows referrals from the root, with and without glue', async () => {
  const ns = rr('test.', 'NS', { name: 'ns.test.' })
  await using root = await startDnsServer(
    () => ({ authorities: [ns], additionals: [rr('ns.test.', 'A', { address: '127.0.0.2' })] }),
    { host: '127.0.0.1' },
  )
  const { port } = root
  await using tld = await startDnsServer(() => ({ authorities: [rr('example.test.', 'NS', { name: 'ns2.test.example.' })] }), {
    host: '127.0.0.2',
    port,
  })
  await using zone = await startDnsServer(
    () => ({ answers: [rr('www.example.test.', 'A', { address: '192.0.2.9' })], flags: authoritative }),
    { host: '127.0.0.3', port },
  )
  const client = createDnsClient({ guard, systemServers: [] })
  const probe = createDnsProbe({ client, guard, roots: [{ name: 'a.root.', addresses: ['127.0.0.1'] }], authorityPort: port })
  const seen: DnsTrace[] = []
  for await (const sofar of probe.trace({ name: 'www.example.test', type: 'A' })) seen.push(sofar)
  assert.deepEqual(
    seen.map(({ steps }) => steps.length),
    [1, 2, 3],
  )
  assert.deepEqual(
    seen.at(-1)!.steps.map(({ zone: name, server, address, outcome }) => [name, server, address, outcome]),
    [
      ['.', 'a.root.', '127.0.0.1', 'referral'],
      ['test.', 'ns.test.', '127.0.0.2', 'referral'],
      ['example.test.', 'ns2.test.example.', '127.0.0.3', 'answer'],
    ],
  )
  assert.equal(seen.at(-1)!.isComplete, true)
  assert.deepEqual([root.asked.length, tld.asked.length, zone.asked.length], [1, 1, 1])
})

test('a referral to a private address is not followed', async () => {
  const closed = createGuard({ allowTargets: ['127.0.0.1/32'] })
  await using root = await startDnsServer(() => ({
    authorities: [rr('test.', 'NS', { name: 'ns.test.' })],
    additionals: [rr('ns.test.', 'A', { address: '127.0.0.2' })],
  }))
  await using trap = await startDnsServer(() => ({}), { host: '127.0.0.2', port: root.port })
  const probe = createDnsProbe({
    client: createDnsClient({ guard: closed, systemServers: [] }),
    guard: closed,
    roots: [{ name: 'a.root.', addresses: ['127.0.0.1'] }],
    authorityPort: root.port,
  })
  let last: DnsTrace | undefined
  for await (last of probe.trace({ name: 'www.example.test', type: 'A' }));
  assert.equal(last!.steps.at(-1)!.outcome, 'failure')
  assert.match(last!.steps.at(-1)!.note!.en, /does not contact/)
  assert.match(last!.steps.at(-1)!.note!.zh, /不访问目标/)
  assert.equal(trap.asked.length, 0)
})

test('a server that refuses its zone is passed over', async () => {
  await using lame = await startDnsServer(() => ({ rcode: 5 }))
  await using root = await startDnsServer(
    () => ({ answers: [rr('www.example.test.', 'A', { address: '192.0.2.9' })], flags: authoritative }),
    { host: '127.0.0.2', port: lame.port },
  )
  const roots = [
    { name: 'a.root.', addresses: ['127.0.0.1'] },
    { name: 'b.root.', addresses: ['127.0.0.2'] },
  ]
  const client = createDnsClient({ guard, systemServers: [] })
  // the first server is drawn by lot
  for (let round = 0; round < 20 && lame.asked.length === 0; round++) {
    let last: DnsTrace | undefined
    const probe = createDnsProbe({ client, guard, roots, authorityPort: lame.port })
    for await (last of probe.trace({ name: 'www.example.test', type: 'A' }));
    assert.equal(last!.steps.at(-1)!.outcome, 'answer')
    if (lame.asked.length > 0)
      assert.deepEqual([last!.steps[0]!.outcome, last!.steps[0]!.note], ['failure', { en: 'REFUSED', zh: 'REFUSED' }])
  }
  assert.ok(root.asked.length > 0)
})

test('the only server of a zone that works is found, however many do not', async () => {
  const names = [1, 2, 3, 4, 5].map((number) => `ns${number}.test.`)
  const dead = names.slice(0, 4).map((name) => rr(name, 'A', { address: '127.0.0.9' }))
  const alive = ['127.0.0.9', '127.0.0.2'].map((address) => rr(names[4]!, 'A', { address }))
  await using root = await startDnsServer(() => ({
    authorities: names.map((name) => rr('test.', 'NS', { name })),
    additionals: [...dead, ...alive],
  }))
  await using _good = await startDnsServer(
    () => ({ answers: [rr('www.test.', 'A', { address: '192.0.2.9' })], flags: authoritative }),
    { host: '127.0.0.2', port: root.port },
  )
  await using lame = await startDnsServer(() => ({ rcode: 5 }), { host: '127.0.0.9', port: root.port })
  const roots = [{ name: 'a.root.', addresses: ['127.0.0.1'] }]
  const client = createDnsClient({ guard, systemServers: [] })
  const probe = createDnsProbe({ client, guard, roots, authorityPort: root.port })
  const { steps } = (await Array.fromAsync(probe.trace({ name: 'www.test', type: 'A' }))).at(-1)!
  assert.deepEqual(
    steps.map(({ server, address, outcome }) => [server, address, outcome]),
    [
      ['a.root.', '127.0.0.1', 'referral'],
      ...names.map((name) => [name, '127.0.0.9', 'failure']),
      ['ns5.test.', '127.0.0.2', 'answer'],
    ],
  )
  assert.equal(lame.asked.length, 5)
})

test('an alias whose target does not exist is shown, and the target named', async () => {
  const alias = rr('www.test.', 'CNAME', { name: 'gone.test.' })
  await using root = await startDnsServer(() => ({ rcode: 3, answers: [alias], flags: authoritative }))
  const client = createDnsClient({ guard, systemServers: [] })
  const roots = [{ name: 'a.root.', addresses: ['127.0.0.1'] }]
  const probe = createDnsProbe({ client, guard, roots, authorityPort: root.port })
  const [step] = (await Array.fromAsync(probe.trace({ name: 'www.test', type: 'A' }))).at(-1)!.steps
  assert.deepEqual([step!.outcome, step!.records[0]?.type, step!.records[0]?.data], ['no-name', 'CNAME', 'gone.test.'])
  assert.match(step!.note!.en, /what does not exist is gone\.test\.$/)
})

for (const [title, said] of [
  ['leads upwards', { authorities: [rr('.', 'NS', { name: 'ns.test.' })] }],
  ['is empty', {}],
  ['comes from a cache', { answers: [rr('www.example.test.', 'A', { address: '192.0.2.66' })] }],
  ['denies the name without being an authority', { rcode: 3 }],
] as const)
  test(`a server whose answer ${title} is passed over as lame`, async () => {
    await using lame = await startDnsServer(() => said)
    const answers = [rr('www.example.test.', 'A', { address: '192.0.2.9' })]
    await using good = await startDnsServer(() => ({ answers, flags: authoritative }), { host: '127.0.0.2', port: lame.port })
    const client = createDnsClient({ guard, systemServers: [] })
    const servers = [
      { name: 'a.root.', addresses: ['127.0.0.1'] },
      { name: 'b.root.', addresses: ['127.0.0.2'] },
    ]
    // the first server is drawn by lot
    for (let round = 0; round < 40 && lame.asked.length === 0; round++) {
      const probe = createDnsProbe({ client, guard, roots: servers, authorityPort: lame.port })
      const { steps } = (await Array.fromAsync(probe.trace({ name: 'www.example.test', type: 'A' }))).at(-1)!
      assert.deepEqual([steps.at(-1)!.outcome, steps.at(-1)!.note], ['answer', null])
      if (lame.asked.length > 0) assert.deepEqual([steps[0]!.outcome, steps[0]!.note?.en.match(/lame/)?.[0]], ['failure', 'lame'])
    }
    assert.ok(good.asked.length > 0 && lame.asked.length > 0)
  })

test('a referral that leads upwards ends the trace', async () => {
  await using root = await startDnsServer(() => ({ authorities: [rr('.', 'NS', { name: 'ns.test.' })] }))
  const probe = createDnsProbe({
    client: createDnsClient({ guard, systemServers: [] }),
    guard,
    roots: [{ name: 'a.root.', addresses: ['127.0.0.1'] }],
    authorityPort: root.port,
  })
  let last: DnsTrace | undefined
  for await (last of probe.trace({ name: 'www.example.test', type: 'A' }));
  assert.deepEqual(
    last!.steps.map(({ outcome }) => outcome),
    ['failure'],
  )
})

test('texts in UTF-8 are compared and expected as people read them', async () => {
  const record = rr('example.com.', 'TXT', { texts: [Buffer.from('站点=中文').toString('latin1')] })
  await using server = await startDnsServer(() => ({ answers: [record] }))
  const client = createDnsClient({ guard })
  const asks = {
    ...client,
    ask: (options: Parameters<typeof client.ask>[0]) =>
      client.ask({ ...options, server: { ...options.server!, port: server.port } }),
  }
  const resolvers = [{ id: 'r', name: 'R', server: '127.0.0.1', country: null }]
  const question = { name: 'example.com', type: 'TXT', resolvers, expected: '中文' }
  let final: DnsComparison | undefined
  for await (final of createDnsProbe({ client: asks, guard }).compare(question));
  assert.deepEqual(final!.groups, [{ values: ['"站点=中文"'], rcode: 'NOERROR', count: 1, isExpected: true }])
})

test('a machine without IPv4 asks resolvers by IPv6', async () => {
  const asked: string[] = []
  const client = {
    systemServers: [],
    ask: async ({ server }: { server?: { host: string } }) => (asked.push(server!.host), assert.fail('not sent')),
  } as unknown as ReturnType<typeof createDnsClient>
  const resolvers = [
    { id: 'a', name: 'A', server: '192.0.2.53', ipv6: '2001:db8::53', country: null },
    { id: 'b', name: 'B', server: 'tls://dns.example.com', ipv6: '2001:db8::54', country: null },
  ]
  for (const families of [[6], [4]] as const) {
    const probe = createDnsProbe({ client, guard: createGuard({ families: () => families }) })
    await assert.rejects(Array.fromAsync(probe.compare({ name: 'www.example.com', type: 'A', resolvers })))
  }
  assert.deepEqual(asked, ['2001:db8::53', 'dns.example.com', '192.0.2.53', 'dns.example.com'])
})

test('resolvers are compared and grouped by their answer', async () => {
  const address = (last: number) => rr('www.example.com.', 'A', { address: `192.0.2.${last}` })
  await using one = await startDnsServer(() => ({ answers: [address(1)] }), { host: '127.0.0.1', port: 0 })
  const client = createDnsClient({ guard })
  const asks = {
    ...client,
    ask: (options: Parameters<typeof client.ask>[0]) =>
      client.ask({ ...options, server: { ...options.server!, port: one.port } }),
  }
  await using two = await startDnsServer(() => ({ answers: [address(2)] }), { host: '127.0.0.2', port: one.port })
  await using three = await startDnsServer(() => ({ answers: [address(1)] }), { host: '127.0.0.3', port: one.port })
  const probe = createDnsProbe({ client: asks, guard })
  const resolvers = [1, 2, 3, 9].map((last) => ({ id: `r${last}`, name: `R${last}`, server: `127.0.0.${last}`, country: null }))
  let final: DnsComparison | undefined
  let values = 0
  for await (final of probe.compare({ name: 'www.example.com', type: 'A', resolvers, expected: '192.0.2.1' })) values++
  assert.equal(values, 5)
  assert.deepEqual(final!.groups, [
    { values: ['192.0.2.1'], rcode: 'NOERROR', count: 2, isExpected: true },
    { values: ['192.0.2.2'], rcode: 'NOERROR', count: 1, isExpected: false },
  ])
  assert.deepEqual(
    final!.resolvers.map(({ state, group }) => [state, group]),
    [
      ['answered', 1],
      ['answered', 2],
      ['answered', 1],
      ['failed', null],
    ],
  )
  assert.equal(two.asked.length + three.asked.length, 2)
})

test('the health of a zone: serials that differ are noticed', async () => {
  const soa = (serial: number) =>
    rr('example.test.', 'SOA', {
      primary: 'ns1.example.test.',
      mailbox: 'h.example.test.',
      serial,
      refresh: 1,
      retry: 1,
      expire: 1,
      minimum: 60,
    })
  const nsSet = [1, 2].map((number) => rr('example.test.', 'NS', { name: `ns${number}.example.test.` }, 3600))
  const serve =
    (serial: number) =>
    ({ type }: { type: number }) => ({ answers: type === 2 ? nsSet : type === 6 ? [soa(serial)] : [], flags: authoritative })
  await using system = await startDnsServer(({ type }) => (type === 2 ? { answers: nsSet } : {}))
  await using first = await startDnsServer(serve(7), { host: '127.0.0.4' })
  await using second = await startDnsServer(serve(8), { host: '127.0.0.5', port: first.port })
  const client = createDnsClient({
    guard,
    systemServers: [{ transport: 'udp', host: '127.0.0.1', port: system.port, isTrusted: true }],
  })
  const health = await createDnsProbe({ client, guard, authorityPort: first.port }).checkZone({ name: 'www.example.test' })
  // SOA and NS, then the whole zone and a name of somebody else
  assert.deepEqual(
    second.asked.map(({ type }) => type).toSorted((a, b) => a - b),
    [1, 2, 6, 252],
  )
  const verdicts = Object.fromEntries(health.checks.map(({ id, verdict }) => [id, verdict]))
  assert.equal(health.zone, 'example.test.')
  assert.deepEqual(verdicts, {
    servers: 'good',
    reachable: 'good',
    lame: 'good',
    serial: 'notice',
    'same-ns': 'good',
    edns: 'notice',
    'soa-times': 'bad',
    'apex-alias': 'good',
    'ns-ttl': 'good',
    'negative-ttl': 'good',
    networks: 'notice',
    transfer: 'good',
    tcp: 'good',
    recursion: 'good',
  })
})

test('the name servers of a zone are asked each, past the resolver, and grouped by what they say', async () => {
  const nsSet = [1, 2, 3].map((number) => rr('example.test.', 'NS', { name: `ns${number}.example.test.` }, 3600))
  const serve = (address: string, aa: boolean) => () => ({
    answers: [rr('www.example.test.', 'A', { address })],
    flags: { ...authoritative, aa },
  })
  await using system = await startDnsServer(({ type, name }) =>
    type === 2 && name === 'example.test.' ? { answers: nsSet } : { answers: [rr(name, 'A', { address: '192.0.2.99' })] },
  )
  await using first = await startDnsServer(serve('192.0.2.1', true), { host: '127.0.0.4' })
  await using second = await startDnsServer(serve('192.0.2.2', false), { host: '127.0.0.5', port: first.port })
  const client = createDnsClient({
    guard,
    systemServers: [{ transport: 'udp', host: '127.0.0.1', port: system.port, isTrusted: true }],
  })
  const probe = createDnsProbe({ client, guard, authorityPort: first.port })
  let last: DnsComparison | undefined
  for await (last of probe.askAuthorities({ name: 'www.example.test', type: 'A', expected: '192.0.2.1' }));
  assert.deepEqual(
    last?.groups.map(({ values, count, isExpected }) => [values, count, isExpected]),
    [
      [['192.0.2.1'], 1, true],
      [['192.0.2.2'], 1, false],
    ],
  )
  assert.deepEqual(
    last?.resolvers.map(({ name, server, state, note }) => [name, server, state, note?.en.slice(0, 41) ?? null]),
    [
      ['ns1.example.test.', '127.0.0.4', 'answered', null],
      ['ns2.example.test.', '127.0.0.5', 'answered', 'it does not answer as an authority of the'],
      ['ns3.example.test.', '', 'failed', last?.resolvers[2]?.note?.en.slice(0, 41)],
    ],
  )
  assert.equal(last?.isComplete, true)
  assert.deepEqual([first.asked.length, second.asked.length], [1, 1])
})

test('an alias at a name server is shown as what it says, and DS is asked of the zone above', async () => {
  const toNs = (zone: string) => [rr(zone, 'NS', { name: 'ns1.example.test.' }, 3600)]
  await using system = await startDnsServer(({ type, name }) =>
    type === 2 && (name === 'test.' || name === 'example.test.') ? { answers: toNs(name) } : {},
  )
  await using server = await startDnsServer(
    ({ name }) => ({ answers: [rr(name, 'CNAME', { name: 'other.test.' })], flags: authoritative }),
    { host: '127.0.0.4' },
  )
  const client = createDnsClient({
    guard,
    systemServers: [{ transport: 'udp', host: '127.0.0.1', port: system.port, isTrusted: true }],
  })
  const probe = createDnsProbe({ client, guard, authorityPort: server.port })
  let last: DnsComparison | undefined
  for await (last of probe.askAuthorities({ name: 'www.example.test', type: 'A' }));
  assert.deepEqual(last?.groups[0]?.values, ['CNAME other.test.'])
  const countOwn = () => system.asked.filter(({ name, type }) => type === 2 && name === 'example.test.').length
  const before = countOwn()
  for await (last of probe.askAuthorities({ name: 'example.test', type: 'DS' }));
  assert.deepEqual([before, countOwn()], [1, 1], 'the zone itself was not looked for again')
})

test('a name server of an IP version that this machine lacks is not called silent', async () => {
  const nsSet = [rr('example.test.', 'NS', { name: 'ns1.example.test.' }, 3600)]
  const lab = createGuard({
    allowTargets: ['127.0.0.0/8', '2001:db8::/32'],
    resolver: async () => ['127.0.0.1', '2001:db8::4'],
    families: () => [4],
  })
  await using server = await startDnsServer(() => ({ answers: nsSet, flags: authoritative }))
  const systemServers = [{ transport: 'udp', host: '127.0.0.1', port: server.port, isTrusted: true }] as const
  const client = createDnsClient({ guard: lab, systemServers })
  const { nameServers, checks } = await createDnsProbe({ client, guard: lab, authorityPort: server.port }).checkZone({
    name: 'example.test',
  })
  const by = Object.fromEntries(checks.map(({ id, verdict, text }) => [id, `${verdict}: ${text.en}`]))
  assert.equal(by['reachable'], 'good: every name server that was asked answers')
  assert.match(by['not-asked']!, /^notice: .*ns1\.example\.test\. 2001:db8::4$/)
  assert.match(nameServers[1]!.note!.zh, /没有 IPv6/)
})

test('the TTL of NS records is that of the zone, not what is left of it in a cache', async () => {
  const toNs = (ttl: number) => [rr('example.test.', 'NS', { name: 'ns1.example.test.' }, ttl)]
  await using system = await startDnsServer(({ type }) => (type === 2 ? { answers: toNs(120) } : {}))
  await using server = await startDnsServer(({ type }) => ({ answers: type === 2 ? toNs(3600) : [], flags: authoritative }), {
    host: '127.0.0.4',
    port: system.port,
  })
  const systemServers = [{ transport: 'udp', host: '127.0.0.1', port: system.port, isTrusted: true }] as const
  const client = createDnsClient({ guard, systemServers })
  const { checks } = await createDnsProbe({ client, guard, authorityPort: server.port }).checkZone({ name: 'example.test' })
  const { verdict, text } = checks.find(({ id }) => id === 'ns-ttl')!
  assert.deepEqual([verdict, text.en], ['good', 'NS records live 3600 s'])
})

for (const [value, expected, isMet] of [
  ['192.0.2.1', '192.0.2.1', true],
  ['192.0.2.10', '192.0.2.1', false],
  ['2001:db8::1', '2001:DB8:0::1', true],
  ['10 mx.example.com.', 'MX.example.com', true],
  ['10 bmx.example.com.', 'mx.example.com', false],
  ['mx.example.com.cn.', 'mx.example.com', false],
  ['"v=spf1 include:a.example -all"', 'spf1', true],
] as const)
  test(`${value} ${isMet ? 'is' : 'is not'} the expected ${expected}`, () => assert.equal(isExpectedIn(value, expected), isMet))

/** A zone `test.` at 127.0.0.2 that delegates to example.test, and a resolver that knows only `test.`. */
async function startParent(nameServers: readonly string[], glue: Readonly<Record<string, string>>, resolver: number) {
  const parentNs = rr('test.', 'NS', { name: 'ns.test.' })
  const system = await startDnsServer(({ name, type }) =>
    type === 2 && name === 'test.' ? { answers: [parentNs] } : { rcode: name.endsWith('example.test.') ? resolver : 3 },
  )
  const parent = await startDnsServer(
    () => ({
      authorities: nameServers.map((name) => rr('example.test.', 'NS', { name })),
      additionals: Object.entries(glue).map(([name, address]) => rr(name, 'A', { address })),
    }),
    { host: '127.0.0.2', port: system.port },
  )
  const lab = createGuard({
    allowTargets: ['127.0.0.0/8'],
    resolver: async (name) => (name === 'ns.test' ? ['127.0.0.2'] : []),
  })
  const client = createDnsClient({
    guard: lab,
    systemServers: [{ transport: 'udp', host: '127.0.0.1', port: system.port, isTrusted: true }],
  })
  return {
    port: system.port,
    parent,
    probe: createDnsProbe({ client, guard: lab, authorityPort: system.port }),
    async [Symbol.asyncDispose]() {
      await Promise.all([system[Symbol.asyncDispose](), parent[Symbol.asyncDispose]()])
    },
  }
}

test('a zone whose servers are all lame is looked at itself, not the zone above', async () => {
  await using lab = await startParent(['ns1.example.test.'], { 'ns1.example.test.': '127.0.0.4' }, 2)
  await using lame = await startDnsServer(() => ({ rcode: 5 }), { host: '127.0.0.4', port: lab.port })
  const { zone, nameServers, checks } = await lab.probe.checkZone({ name: 'www.example.test' })
  assert.deepEqual([zone, nameServers.map(({ address }) => address)], ['example.test.', ['127.0.0.4']])
  assert.equal(checks.find(({ id }) => id === 'lame')!.verdict, 'bad')
  assert.ok(lame.asked.length > 0)
})

test('“no such name” is kept no longer than the SOA record itself', () => {
  const times = { serial: 1, refresh: 1, retry: 1, expire: 1 }
  const soa = rr('example.test.', 'SOA', { primary: 'a.', mailbox: 'b.', ...times, minimum: 604_800 }, 900)
  const row = { name: 'a.', address: '127.0.0.4', isAuthoritative: true, serial: 1, ms: 1, note: null }
  const check = toZoneChecks({ names: ['a.'], servers: [{ row, soa, ns: [] }], hasApexAlias: false }).at(-1)!
  assert.deepEqual(
    [check.id, check.verdict, check.text.en.split(' (')[0]],
    ['negative-ttl', 'good', '“no such name” is kept for 900 s'],
  )
})

for (const [title, { refresh, retry, expire }, verdict] of [
  ['for two weeks', { refresh: 7200, retry: 3600, expire: 1_209_600 }, 'good'],
  ['for a day', { refresh: 7200, retry: 3600, expire: 86_400 }, 'notice'],
  ['for less than two tries', { refresh: 86_400, retry: 3600, expire: 90_000 }, 'bad'],
] as const)
  test(`a zone that secondaries keep ${title}: ${verdict}`, () => {
    const fields = { primary: 'a.', mailbox: 'b.', serial: 1, refresh, retry, expire, minimum: 60 }
    const row = { name: 'a.', address: '127.0.0.4', isAuthoritative: true, serial: 1, ms: 1, note: null }
    const servers = [{ row, soa: rr('example.test.', 'SOA', fields), ns: [] }]
    const checks = toZoneChecks({ names: ['a.'], servers, hasApexAlias: undefined })
    assert.equal(checks.find(({ id }) => id === 'soa-times')?.verdict, verdict)
  })

test('a name server that is an alias, and one without EDNS, are told', async () => {
  const fields = { primary: 'a.', mailbox: 'b.', serial: 1, refresh: 1, retry: 1, expire: 1, minimum: 60 }
  const nsSet = [1, 2].map((number) => rr('example.test.', 'NS', { name: `ns${number}.example.test.` }))
  const answers = (type: number) => (type === 2 ? nsSet : [rr('example.test.', 'SOA', fields)])
  await using system = await startDnsServer(({ type, name }) => {
    if (type === 2 && name === 'example.test.') return { answers: nsSet }
    return { answers: type === 5 && name.startsWith('ns2.') ? [rr(name, 'CNAME', { name: 'host.example.net.' })] : [] }
  })
  await using first = await startDnsServer(
    ({ type }, { edns }) => ({ answers: answers(type), flags: authoritative, ...(edns && { additionals: [toOptRecord(edns)] }) }),
    { host: '127.0.0.4' },
  )
  // one that does not know EDNS answers FORMERR, and is asked again without
  await using old = await startDnsServer(
    ({ type }, { edns }) => (edns ? { rcode: 1 } : { answers: answers(type), flags: authoritative }),
    { host: '127.0.0.5', port: first.port },
  )
  const systemServers = [{ transport: 'udp', host: '127.0.0.1', port: system.port, isTrusted: true }] as const
  const probe = createDnsProbe({ client: createDnsClient({ guard, systemServers }), guard, authorityPort: first.port })
  const { checks } = await probe.checkZone({ name: 'example.test' })
  const find = (id: string) => checks.find((check) => check.id === id)
  assert.match(find('ns-alias')!.text.en, /: ns2\.example\.test\.$/)
  assert.match(find('edns')!.text.en, /: ns2\.example\.test\. 127\.0\.0\.5$/)
  assert.equal(find('lame')!.verdict, 'good')
  assert.ok(old.asked.length > 2)
})

test('nothing good is said of servers that do not answer', async () => {
  await using lab = await startParent(['ns1.example.test.'], { 'ns1.example.test.': '127.0.0.4' }, 2)
  await using _silent = await startDnsServer(() => undefined, { host: '127.0.0.4', port: lab.port })
  const { checks } = await lab.probe.checkZone({ name: 'example.test' })
  assert.deepEqual(
    checks.map(({ id, verdict, text }) => [id, verdict, text.en.split(';')[0]]),
    [
      ['servers', 'bad', '1 name server'],
      ['reachable', 'bad', 'no answer from ns1.example.test. 127.0.0.4'],
      ['delegation', 'good', 'test. delegates to the same servers'],
    ],
  )
})

test('a name that is not registered has no health', async () => {
  await using lab = await startParent([], {}, 3)
  await assert.rejects(lab.probe.checkZone({ name: 'www.example.test' }), { key: 'name_not_found' })
})

test('the delegation is compared with the zone: other servers, stray and missing glue', () => {
  const ns = (name: string) => rr('example.test.', 'NS', { name })
  const above = {
    zone: 'example.test.',
    parent: 'test.',
    nsRecords: ['ns1.example.test.', 'ns2.example.test.', 'old.example.net.'].map(ns),
    glue: new Map([['ns1.example.test.', ['192.0.2.1']]]),
  }
  const own = [
    { name: 'ns1.example.test.', addresses: ['192.0.2.7'] },
    { name: 'ns2.example.test.', addresses: ['192.0.2.2'] },
    { name: 'new.example.net.', addresses: ['192.0.2.3'] },
  ]
  const checks = checkDelegation(above, own)
  assert.deepEqual(
    checks.map(({ id, verdict, text }) => [id, verdict, text.en.split(': ')[1]]),
    [
      ['delegation', 'bad', '+new.example.net. −old.example.net.'],
      ['glue', 'bad', 'ns1.example.test. 192.0.2.1, ns2.example.test. –'],
    ],
  )
  const same = { ...above, nsRecords: [ns('a.example.net.')], glue: new Map() }
  assert.deepEqual(
    checkDelegation(same, [{ name: 'A.example.net.', addresses: ['192.0.2.1'] }]).map(({ verdict }) => verdict),
    ['good'],
  )
})
