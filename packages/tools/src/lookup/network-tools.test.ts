import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import type { DnsAnswer, DnsQuestion } from '@octet/core/probe/dns.ts'
import type { TraceHop, TraceResult } from '@octet/core/probe/ping.ts'
import type { AnyTool } from '@octet/core/tool.ts'
import ping from '../ip/ping/tool.ts'
import resolverTest from '../ip/resolver-test/tool.ts'
import portScan from '../ip/port-scan/tool.ts'
import traceroute from '../ip/traceroute/tool.ts'
import { answerTool, runTool, toToolCost } from '../run.ts'
import { createTestHost } from '../testing/host.ts'
import dns from './dns/tool.ts'
import dnsbl from './dnsbl/tool.ts'
import host from './host/tool.ts'
import icp from './icp/tool.ts'
import httpHeaders from './http-headers/tool.ts'
import mail from './mail/tool.ts'
import tls from './tls/tool.ts'

/** AS and country by address, as the address data would say. */
const RECORDS: Readonly<Record<string, number>> = { '192.0.2.1': 64500, '192.0.2.2': 64500, '192.0.2.3': 64501 }
const ip = {
  lookup: (address: string) => ({
    country_code: 'XX',
    city_name: null,
    latitude: null,
    longitude: null,
    ASN: { asn: RECORDS[address] ?? null, asn_name: 'NET', organization: null },
    proxy_data: { is_hosting: null },
    special: null,
  }),
  resolve: async () => [],
  self: '198.51.100.7',
}

/** A host whose probe does what the test says; only the asked parts are there. */
function createHost(probe: object): Host {
  return createTestHost({ probe, ip } as Partial<Host>)
}

function toAnswer({ name, type }: DnsQuestion, data?: string): DnsAnswer {
  const answers = data === undefined ? [] : [{ name: `${name}.`, ttl: 60, class: 'IN', type, data, fields: null }]
  return {
    question: { name, type },
    server: 'system',
    transport: 'udp',
    rcode: 'NOERROR',
    flags: [],
    ms: 1,
    sizeBytes: 1,
    wasTruncated: false,
    answers,
    authorities: [],
    additionals: [],
    edns: null,
    dig: '',
  }
}

const run = async (tool: AnyTool, input: object, probe: object) =>
  (await answerTool(tool, input, createHost(probe))) as Record<string, never>

test('dns: an address is asked for by its reverse name', async () => {
  const asked: DnsQuestion[] = []
  await run(
    dns,
    { name: '192.0.2.1' },
    { dns: { query: async (question: DnsQuestion) => (asked.push(question), toAnswer(question)) } },
  )
  assert.deepEqual(
    asked.map(({ name, type }) => [name, type]),
    [['1.2.0.192.in-addr.arpa', 'PTR']],
  )
})

for (const [typed, name] of [
  [String.raw` my\032printer._ipp._tcp.example.com. `, String.raw`my\032printer._ipp._tcp.example.com.`],
  ['1.0/25.2.0.192.in-addr.arpa', '1.0/25.2.0.192.in-addr.arpa'],
  ['https://example.com/0/25.in-addr.arpa', 'example.com'],
  [String.raw`https://example.com/a\b`, 'example.com'],
] as const)
  test(`dns: ${typed} is asked for as ${name}`, async () => {
    const asked: DnsQuestion[] = []
    await run(
      dns,
      { name: typed },
      { dns: { query: async (question: DnsQuestion) => (asked.push(question), toAnswer(question)) } },
    )
    assert.deepEqual(
      asked.map((question) => [question.name, question.type, question.class]),
      [[name, 'A', 'IN']],
    )
  })

test('dns: of class CH the usual type is TXT, and only a question has a class', async () => {
  const asked: DnsQuestion[] = []
  const probe = {
    query: async (question: DnsQuestion) => (asked.push(question), toAnswer(question)),
    validate: (question: DnsQuestion) => (asked.push(question), []),
  }
  const input = { name: 'id.server', class: 'CH', server: '192.0.2.53' }
  await run(dns, input, { dns: probe })
  await Array.fromAsync(runTool(dns, { ...input, mode: 'dnssec' }, createHost({ dns: probe })))
  assert.deepEqual(
    asked.map((question) => [question.name, question.type, question.class]),
    [
      ['id.server', 'TXT', 'CH'],
      ['id.server', 'A', 'IN'],
    ],
  )
})

test('dns: all types at once, one that fails does not hide the others', async () => {
  const query = async (question: DnsQuestion) => {
    if (question.type === 'MX') throw new AppError('timed_out', { limit: 1 })
    return toAnswer(question, question.type === 'A' ? '192.0.2.1' : undefined)
  }
  const values = await Array.fromAsync(
    runTool(dns, { name: 'https://Example.com/x', type: 'ALL' }, createHost({ dns: { query } })),
  )
  const last = values.at(-1) as {
    name: string
    answers: DnsAnswer[]
    failures: { type: string }[]
    zoneFile: string
    places: { address: string; place: { asn: number } }[]
  }
  assert.equal(values.length, 14)
  assert.deepEqual(
    last.failures.map(({ type }) => type),
    ['MX'],
  )
  assert.deepEqual(
    [last.name, last.answers.length, last.zoneFile, last.places[0]!.place.asn],
    ['Example.com', 13, 'Example.com.\t60\tIN\tA\t192.0.2.1', 64500],
  )
})

test('dns: a type that is none is said of the field that it was typed into', async () => {
  const query = async ({ type }: DnsQuestion) => {
    throw new AppError('bad_input', { field: 'type', expected: 'a record type', got: type })
  }
  await assert.rejects(
    run(dns, { name: 'example.com', otherType: 'FOO' }, { dns: { query } }),
    ({ message }: AppError) => message === 'otherType: expected a record type, got FOO',
  )
})

test('dns: a refused name is refused as a whole', async () => {
  const query = async () => {
    throw new AppError('refused_target', { got: 'x', reason: 'y' })
  }
  await assert.rejects(run(dns, { name: 'router.local', type: 'ALL' }, { dns: { query } }), { key: 'refused_target' })
})

test('host: a family that fails does not hide the other', async () => {
  const query = async (question: DnsQuestion) => {
    if (question.type === 'AAAA') throw new AppError('timed_out', { limit: 1 })
    return toAnswer(question, question.type === 'A' ? '192.0.2.1' : undefined)
  }
  const { addresses } = await run(host, { target: 'www.example.com' }, { dns: { query } })
  assert.deepEqual(
    (addresses as unknown as { address: string }[]).map(({ address }) => address),
    ['192.0.2.1'],
  )
})

for (const [rcode, key] of [
  ['NXDOMAIN', 'name_not_found'],
  ['SERVFAIL', 'target_failed'],
] as const)
  test(`host: ${rcode} is said, not shown as no addresses`, async () => {
    const query = async (question: DnsQuestion) => ({ ...toAnswer(question), rcode })
    await assert.rejects(run(host, { target: 'www.example.com' }, { dns: { query } }), { key })
  })

test('host: addresses come first, then their names, confirmed both ways or not', async () => {
  const zone: Readonly<Record<string, string>> = {
    'www.example.com A': '192.0.2.1',
    '1.2.0.192.in-addr.arpa PTR': 'a.example.net.',
    'a.example.net A': '192.0.2.9',
  }
  const query = async (question: DnsQuestion) => toAnswer(question, zone[`${question.name} ${question.type}`])
  const values = (await Array.fromAsync(runTool(host, { target: 'www.example.com' }, createHost({ dns: { query } })))) as {
    addresses: { address: string; names: string[]; isConfirmed: boolean | null }[]
  }[]
  assert.deepEqual(
    values.map(({ addresses }) => addresses.map(({ address, names, isConfirmed }) => [address, names, isConfirmed])),
    [[['192.0.2.1', [], null]], [['192.0.2.1', ['a.example.net'], false]]],
  )
})

for (const [title, outcome, expected] of [
  ['a name that leads elsewhere is not confirmed', 'NOERROR', [['a.example.net'], false, null]],
  ['a name whose servers fail could not be checked', 'SERVFAIL', [['a.example.net'], null, 'our resolver answered SERVFAIL']],
  ['a name whose servers are silent could not be checked', undefined, [['a.example.net'], null, 'No answer within 1 ms']],
] as const)
  test(`host: ${title}`, async () => {
    const query = async (question: DnsQuestion) => {
      if (question.type === 'PTR') return toAnswer(question, 'a.example.net.')
      if (outcome === undefined) throw new AppError('timed_out', { limit: 1 })
      return { ...toAnswer(question), rcode: outcome }
    }
    const { addresses } = await run(host, { target: '192.0.2.1' }, { dns: { query } })
    const [row] = addresses as unknown as { names: string[]; isConfirmed: boolean | null; problem: string | null }[]
    assert.deepEqual([row!.names, row!.isConfirmed, row!.problem], expected)
  })

test('host: a reverse zone that fails is told, not shown as no name', async () => {
  const query = async (question: DnsQuestion) => ({ ...toAnswer(question), rcode: 'SERVFAIL' })
  const { addresses } = await run(host, { target: '192.0.2.1' }, { dns: { query } })
  assert.deepEqual((addresses as unknown as { problem: string }[])[0]!.problem, 'our resolver answered SERVFAIL')
})

test('host: the names of a network come a few at a time, those of each address in its place', async () => {
  let asked = 0
  const query = async (question: DnsQuestion) => {
    if (question.type !== 'PTR') return toAnswer(question, '192.0.2.17')
    asked++
    return toAnswer(question, question.name.startsWith('17.') ? 'a.example.net.' : undefined)
  }
  const values = (await Array.fromAsync(runTool(host, { target: '192.0.2.3/26' }, createHost({ dns: { query } })))) as {
    query: string
    addresses: { address: string; names: string[]; isConfirmed: boolean | null }[]
  }[]
  const [first] = values
  const last = values.at(-1)!
  assert.equal(last.query, '192.0.2.0/26')
  assert.equal(last.addresses.length, 64)
  assert.equal(asked, 64)
  assert.equal(first!.addresses.length, 64, 'rows stand from the start')
  assert.deepEqual(
    values.map(({ addresses }) => addresses.filter(({ names }) => names.length > 0).length),
    [0, 1, 1, 1],
  )
  const { addresses } = await run(host, { target: '192.0.2.16/31' }, { dns: { query } })
  assert.deepEqual(
    (addresses as unknown as typeof last.addresses).map(({ address, names, isConfirmed }) => [address, names, isConfirmed]),
    [
      ['192.0.2.16', [], null],
      ['192.0.2.17', ['a.example.net'], true],
    ],
  )
})

test('host: a network costs by its size, one of a /23 is refused', async () => {
  const cost = host.cost as (input: { target: string }) => number
  assert.deepEqual(
    ['192.0.2.0/24', '2001:db8::/120', '192.0.2.0/30', '192.0.2.1/32', 'example.com/24'].map((target) => cost({ target })),
    [64, 64, 2, 2, 2],
  )
  for (const target of ['192.0.2.0/23', '2001:db8::/64', '0.0.0.0/0'])
    await assert.rejects(run(host, { target }, { dns: { query: async () => assert.fail('nothing is asked') } }), {
      key: 'bad_input',
    })
})

test('host: addresses for which there is no time say so', async (context) => {
  let now = 0
  context.mock.method(performance, 'now', () => now)
  const query = async (question: DnsQuestion) => {
    now += 400
    return toAnswer(question)
  }
  const { addresses } = await run(host, { target: '192.0.2.0/27' }, { dns: { query } })
  assert.deepEqual(
    (addresses as unknown as { problem: string | null }[]).map(({ problem }) => problem !== null),
    Array.from({ length: 32 }, (_, index) => index >= 16),
  )
})

test('traceroute: neighbours in one AS are one step of the AS path', async () => {
  const hop = (ttl: number, address?: string): TraceHop => ({
    ttl,
    addresses: address ? [address] : [],
    names: [],
    sent: 1,
    received: address ? 1 : 0,
    lossPercent: address ? 0 : 100,
    lastMs: 1,
    bestMs: address ? 1 : null,
    avgMs: address ? 1 : null,
    worstMs: 1,
    stdevMs: 0,
    jitterMs: null,
    mpls: [],
    isTarget: false,
    isUnreachable: false,
  })
  const result: TraceResult = {
    target: 'x',
    address: '192.0.2.3',
    protocol: 'icmp',
    port: null,
    step: 'mtr-packet',
    hops: [hop(1, '192.0.2.1'), hop(2), hop(3, '192.0.2.2'), hop(4, '192.0.2.3')],
    paths: [
      { flows: 2, addresses: ['192.0.2.1', null] },
      { flows: 1, addresses: ['192.0.2.9', null] },
    ],
    pathsNote: null,
    reason: null,
    isReached: true,
    isComplete: true,
  }
  const { asPath, text } = await run(
    traceroute,
    { target: 'x.example.com' },
    {
      ping: {
        trace: async function* () {
          yield result
        },
      },
    },
  )
  assert.deepEqual(asPath, [
    { asn: 64500, name: 'NET' },
    { asn: 64501, name: 'NET' },
  ])
  assert.match(String(text), /^ 1 {2}192\.0\.2\.1 \(192\.0\.2\.1\) {2}1\.00 \/ 1\.00 \/ 1\.00 ms {2}AS64500\n 2 {2}\*/)
  assert.match(String(text), /\n\n×2 {2}192\.0\.2\.1 > \*\n×1 {2}192\.0\.2\.9 > \*$/)
})

const scan = {
  ports: {
    scan: async function* ({ target, ports }: { target: string; ports: number[] }) {
      yield {
        target,
        address: target,
        open: 0,
        closed: 0,
        filtered: 0,
        unreachable: 0,
        asked: 0,
        total: ports.length,
        ports: [],
        isComplete: true,
      }
    },
  },
}

test('port scan: twenty ports of others, many of one’s own address', async () => {
  await assert.rejects(run(portScan, { target: '192.0.2.1', preset: 'custom', ports: '1-21' }, scan), { key: 'bad_input' })
  const own = await run(portScan, { target: '', preset: 'custom', ports: '1-900' }, scan)
  assert.deepEqual([own['target'], own['isOwn'], own['total']], ['198.51.100.7', true, 900])
})

test('tls: the port of a URL, and no other ports than those of TLS', async () => {
  const asked: unknown[] = []
  const probe = {
    tls: {
      report: async function* (request: unknown) {
        asked.push(request)
        yield {}
      },
    },
  }
  for (const text of ['https://example.com/x', 'http://example.com', 'dns.google:853']) await run(tls, { host: text }, probe)
  assert.deepEqual(
    asked.map((one) => (one as { port: number }).port),
    [443, 443, 853],
  )
  asked.length = 0
  for (const input of [{ host: 'mx.example.com:587' }, { host: 'db.example.com', startTls: 'postgres' }])
    await run(tls, input, probe)
  assert.deepEqual(
    asked.map((request) => [(request as { port: number }).port, (request as { startTls: string }).startTls]),
    [
      [587, 'smtp'],
      [5432, 'postgres'],
    ],
  )
  await assert.rejects(run(tls, { host: 'example.com:22', startTls: 'smtp' }, probe), { key: 'bad_input' })
  await assert.rejects(run(tls, { host: 'example.com:22' }, probe), { key: 'bad_input' })
})

test('tls, http-headers and port-scan go by the IP version that is asked for', async () => {
  const asked: unknown[] = []
  const hear = (request: unknown) => (asked.push((request as { family?: number }).family), {})
  const probe = {
    tls: { report: hear },
    http: { report: (_: string, request: unknown) => hear(request) },
    ports: { scan: (request: unknown) => (hear(request), []) },
  }
  for (const family of ['ipv6', 'any']) {
    await run(tls, { host: 'example.com', family }, probe)
    await run(httpHeaders, { url: 'example.com', family }, probe)
    await run(portScan, { target: 'example.com', family }, probe)
  }
  assert.deepEqual(asked, [6, 6, 6, undefined, undefined, undefined])
})

test('tls and http-headers ask the address that is given for the name', async () => {
  const asked: unknown[] = []
  const hear = (request: unknown) => (asked.push((request as { connectTo?: string }).connectTo), {})
  const probe = { tls: { report: hear }, http: { report: (_: string, request: unknown) => hear(request) } }
  for (const connectTo of ['', ' 192.0.2.7 ', '[2001:DB8::1]']) {
    await run(tls, { host: 'example.com', connectTo }, probe)
    await run(httpHeaders, { url: 'example.com', connectTo }, probe)
  }
  assert.deepEqual(asked, [undefined, undefined, '192.0.2.7', '192.0.2.7', '2001:db8::1', '2001:db8::1'])
  await assert.rejects(run(tls, { host: 'example.com', connectTo: 'other.example' }, probe), /connectTo: expected an IP address/)
})

test('mail: an IP address is told from a domain', () =>
  assert.rejects(run(mail, { domain: '192.0.2.1.' }, {}), (error: AppError) => /it is an address/.test(error.message)))

test('mail: the domain of an address', async () => {
  const asked: unknown[] = []
  const report = async (domain: string, { speaks }: { speaks: boolean }) => (asked.push([domain, speaks]), {})
  await run(mail, { domain: 'someone@Example.com' }, { mail: { report } })
  await run(mail, { domain: 'example.org', speaks: false }, { mail: { report } })
  assert.deepEqual(asked, [
    ['Example.com', true],
    ['example.org', false],
  ])
})

const pingWith = (request: { target: string; family?: 4 | 6 }) => ({
  target: request.target,
  address: '192.0.2.1',
  sent: 1,
  received: 1,
})

test('ping: several targets and both families side by side, each charged', async () => {
  const asked: string[] = []
  const probe = {
    ping: {
      async *ping(request: { target: string; family?: 4 | 6 }) {
        asked.push(`${request.target} ${request.family ?? 'any'}`)
        if (request.family === 6) throw new AppError('name_not_found', { got: request.target })
        yield pingWith(request)
      },
    },
  }
  const input = { target: 'a.example.com, 192.0.2.1；https://b.example.com/x', family: 'both' }
  const last = (await run(ping, input, probe)) as unknown as {
    target: string
    others: { target: string }[]
    failures: { target: string; message: string }[]
  }
  assert.deepEqual(asked, ['a.example.com 4', 'a.example.com 6', '192.0.2.1 any', 'b.example.com 4', 'b.example.com 6'])
  assert.deepEqual([last.target, last.others.map(({ target }) => target)], ['a.example.com', ['192.0.2.1', 'b.example.com']])
  assert.deepEqual(
    last.failures.map(({ target }) => target),
    ['a.example.com', 'b.example.com'],
  )
  assert.deepEqual([toToolCost(ping, input), toToolCost(ping, { target: '192.0.2.1' }), toToolCost(ping, {})], [15, 3, 1])
})

test('ping: one target that fails is the error of the run, six are refused', async () => {
  const probe = {
    ping: {
      // oxlint-disable-next-line require-yield -- a target without any answer
      async *ping() {
        throw new AppError('timed_out', { limit: 1 })
      },
    },
  }
  await assert.rejects(run(ping, { target: '192.0.2.1' }, probe), { key: 'timed_out' })
  await assert.rejects(run(ping, { target: 'a.cc b.cc c.cc d.cc e.cc f.cc' }, probe), { key: 'bad_input' })
})

test('resolver-test: the table by way of asking, ids, and others as they are written', async () => {
  const asked: string[][] = []
  const probe = {
    dns: {
      async *testResolvers({ resolvers }: { resolvers: { server: string }[] }) {
        asked.push(resolvers.map(({ server }) => server))
        yield []
      },
    },
  }
  for (const input of [{ by: 'tls' }, { resolvers: 'cloudflare，192.0.2.53', by: 'https' }, {}])
    await run(resolverTest, input, probe)
  assert.ok(asked[0]!.length > 10 && asked[0]!.every((server) => server.startsWith('tls://')))
  assert.deepEqual(asked[1], ['https://cloudflare-dns.com/dns-query', '192.0.2.53'])
  assert.ok(asked[2]!.length <= 30 && asked[2]!.includes('8.8.8.8'))
  assert.deepEqual([toToolCost(resolverTest, { resolvers: '192.0.2.53' }), toToolCost(resolverTest, {})], [2, asked[2]!.length])
  await assert.rejects(run(resolverTest, { resolvers: Array.from({ length: 31 }, (_, i) => `192.0.2.${i}`).join(' ') }, probe), {
    key: 'bad_input',
  })
})

for (const number of ['京ICP备12345678号-1', '京公网安备11000002000001号'])
  test(`${number} is no site, and it is said who knows whose it is`, () =>
    assert.rejects(run(icp, { domain: number }, {}), { key: 'bad_input', message: /the domain of a site.*beian/ }))

test('dns by the name servers of the zone: each as a line under what it says', async () => {
  const server = {
    country: null,
    state: 'answered',
    rcode: 'NOERROR',
    values: ['192.0.2.1'],
    ttl: 60,
    ms: 1,
    group: 1,
    note: null,
  }
  const asked: unknown[] = []
  const probe = {
    dns: {
      async *askAuthorities({ name, type, expected }: DnsQuestion & { expected?: string }) {
        asked.push([name, type, expected])
        yield {
          resolvers: [{ ...server, id: 'a', name: 'ns1.example.', server: '192.0.2.53' }],
          groups: [{ values: ['192.0.2.1'], rcode: 'NOERROR', count: 1, isExpected: true }],
          isComplete: true,
        }
      },
    },
  }
  const { text, mode } = await run(dns, { name: 'example.com', mode: 'authority', expected: '192.0.2.1' }, probe)
  assert.deepEqual(asked, [['example.com', 'A', '192.0.2.1']])
  assert.deepEqual([mode, text], ['authority', '#1  ×1  NOERROR  192.0.2.1\n\nns1.example. (192.0.2.53)  #1  TTL 60  1 ms'])
})

for (const [tool, input, field] of [
  [portScan, { target: '192.0.2.1', ports: '0' }, 'ports'],
  [icp, { domain: '京ICP备12345678号' }, 'domain'],
  [icp, { domain: '“”' }, 'domain'],
  [mail, { domain: '“”' }, 'domain'],
  [dns, { name: '“”' }, 'name'],
  [host, { target: '10.0.0.0/8' }, 'target'],
  [tls, { host: 'example.com:22' }, 'host'],
] as const satisfies readonly (readonly [AnyTool, object, string])[])
  test(`${tool.id}: what is wrong in ${JSON.stringify(input)} is said of its field ${field}, whatever the language`, () =>
    assert.rejects(
      run(tool, input, { icp: {} }),
      ({ key, details }: AppError) => key === 'bad_input' && details['field'] === field,
    ))

test('block lists are asked for an address, not for the first of a network', async () => {
  const asked: string[] = []
  const blockLists = {
    async *check(target: string) {
      asked.push(target)
      yield { target, listed: 0, clean: 0, unanswered: 0, lists: [], isComplete: true }
    },
  }
  for (const target of ['8.8.8.0/24', '2001:db8::/32'])
    await assert.rejects(answerTool(dnsbl, { target }, createHost({ blockLists })), { key: 'bad_input' })
  for (const target of ['8.8.8.8/32', '8.8.8.8', 'https://example.com/24'])
    await answerTool(dnsbl, { target }, createHost({ blockLists }))
  assert.deepEqual(asked, ['8.8.8.8', '8.8.8.8', 'example.com'])
})
