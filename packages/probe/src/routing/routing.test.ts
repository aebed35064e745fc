import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDnsClient } from '../dns/client.ts'
import { createGuard } from '../guard/guard.ts'
import { rr, startDnsServer } from '../testing/dns-server.ts'
import { listen } from '../testing/whois-server.ts'
import { parsePrefixes, parseRoas, parseRoutes } from './irr.ts'
import { createRoutingProbe } from './routing-probe.ts'

/** As a registry writes them: a comment behind the source, a line that goes on, several of one attribute. */
const ROUTES = `route:          192.0.2.0/23
descr:          Example Net
                of examples
descr:          second
origin:         AS64999
mnt-by:         MAINT-EXAMPLE
source:         RADB
last-modified:  2024-05-06T07:08:09Z
rpki-ov-state:  valid

route:          192.0.2.0/24
descr:          RPKI ROA for 192.0.2.0/24 / AS399999
max-length:     24
origin:         AS399999
source:         RPKI  # Trust Anchor: arin

route:          192.0.2.0/24
origin:         AS399999
source:         ARIN

person:         Somebody
source:         RADB

`
const ROAS = `route:          192.0.2.0/24
descr:          RPKI ROA for 192.0.2.0/24 / AS399999
remarks:        This object stands for a ROA
max-length:     24
origin:         AS399999
source:         RPKI  # Trust Anchor: arin

`
const POLICY = `aut-num:        AS15169
import:         from AS3356 accept ANY
export:         to AS3356 announce AS-GOOGLE
mp-import:      afi ipv6.unicast from AS6939 accept ANY
last-modified:  2024-05-06T07:08:09Z
source:         RADB

`
const NOTHING = '%  No entries found for the selected source(s).\n'

type Texts = Readonly<Record<string, readonly string[] | undefined>>

/** What every resolver that reaches the zone knows. */
const CONTROL = { 'AS23028.asn.cymru.com': ['23028 | US | arin | 2002-01-04 | TEAM-CYMRU, US'] }

/** A probe whose DNS and registry say what the test wants; a text that is missing is a failure of DNS. */
async function open(known: Texts, answer: (question: string) => string | undefined) {
  const questions: string[] = []
  const texts: Texts = { ...CONTROL, ...known }
  const dns = await startDnsServer(({ name }) => {
    const found = texts[name.replace(/\.$/, '')]
    if (found === undefined) return { rcode: 2 }
    return found.length === 0 ? { rcode: 3 } : { answers: found.map((text) => rr(name, 'TXT', { texts: [text] })) }
  })
  const irr = await listen(async (socket, line) => {
    const question = (await line).trimEnd()
    questions.push(question)
    const text = answer(question)
    if (text === undefined) socket.destroy()
    else socket.end(text)
  })
  const guard = createGuard({
    allowTargets: ['127.0.0.0/8', '192.0.2.0/24', '2001:db8::/32'],
    resolver: async () => ['127.0.0.1'],
  })
  const client = createDnsClient({
    guard,
    systemServers: [{ transport: 'udp', host: '127.0.0.1', port: dns.port, isTrusted: true }],
  })
  const probe = createRoutingProbe({ guard, client, server: 'irr.example', port: irr.port })
  return {
    questions,
    dns,
    report: probe.report,
    async [Symbol.asyncDispose]() {
      await Promise.all([dns[Symbol.asyncDispose](), irr[Symbol.asyncDispose]()])
    },
  }
}

const HOST = { kind: 'network', cidr: '192.0.2.7/32' } as const
const ORIGIN = '7.2.0.192.origin.asn.cymru.com'
const PEER = '7.2.0.192.peer.asn.cymru.com'

test('an announced, signed and registered network: all of it agrees', async () => {
  await using it = await open(
    {
      [ORIGIN]: ['399999 | 192.0.2.0/24 | US | arin | 2010-01-02'],
      [PEER]: ['64700 3356 | 192.0.2.0/24 | US | arin | 2010-01-02'],
      'AS399999.asn.cymru.com': ['399999 | US | arin | 2020-03-04 | EXAMPLE - Example | Net, US'],
    },
    (question) => (question.startsWith('-s RPKI') ? ROAS : ROUTES),
  )
  const report = await it.report(HOST)
  assert.deepEqual(it.questions.toSorted(), ['-L 192.0.2.7/32', '-T aut-num AS399999', '-s RPKI -L 192.0.2.7/32'])
  assert.deepEqual(report.announcements, [
    {
      prefix: '192.0.2.0/24',
      asn: 399_999,
      name: 'EXAMPLE - Example | Net, US',
      registry: 'arin',
      country: 'US',
      allocated: '2010-01-02',
      rpki: 'valid',
      isRegistered: true,
    },
  ])
  assert.deepEqual(report.neighbours, [3356, 64_700])
  assert.deepEqual(report.roas, [{ prefix: '192.0.2.0/24', maxLength: 24, asn: 399_999, trustAnchor: 'arin' }])
  assert.deepEqual(
    report.routes.map(({ prefix, asn, source }) => [prefix, asn, source]),
    [
      ['192.0.2.0/24', 399_999, 'ARIN'],
      ['192.0.2.0/23', 64_999, 'RADB'],
    ],
  )
  assert.deepEqual(
    report.checks.map(({ verdict }) => verdict),
    ['good', 'good', 'good'],
  )
  assert.match(report.checks[1]!.text.en, /^RPKI valid: the ROA 192\.0\.2\.0\/24 lets AS399999/)
})

test('an origin that the ROA does not name is invalid, and the registry names another', async () => {
  await using it = await open(
    { [ORIGIN]: ['64999 | 192.0.2.0/25 | US | arin | 2010-01-02'], [PEER]: [], 'AS64999.asn.cymru.com': [] },
    (question) => (question.startsWith('-s RPKI') ? ROAS : ROAS.replace('source:         RPKI', 'source:         ALTDB')),
  )
  const { announcements, checks } = await it.report(HOST)
  assert.deepEqual([announcements[0]!.rpki, announcements[0]!.isRegistered, announcements[0]!.name], ['invalid', false, null])
  assert.deepEqual(
    checks.map(({ verdict }) => verdict),
    ['good', 'bad', 'notice'],
  )
  assert.match(checks[1]!.text.zh, /允许 AS399999 宣告 192\.0\.2\.0\/25，而非 AS64999/)
})

test('a part longer than the ROA allows says how long it may be', async () => {
  await using it = await open(
    { [ORIGIN]: ['399999 | 192.0.2.0/25 | US | arin |'], [PEER]: [], 'AS399999.asn.cymru.com': [] },
    (question) => (question.startsWith('-s RPKI') ? ROAS : NOTHING),
  )
  const { checks } = await it.report(HOST)
  assert.match(checks[1]!.text.en, /no prefix longer than \/24 there, 192\.0\.2\.0\/25 is/)
  assert.match(checks[2]!.text.en, /no route object covers 192\.0\.2\.0\/25/)
})

test('several origins of one prefix are told', async () => {
  await using it = await open(
    {
      [ORIGIN]: ['399999 64999 | 192.0.2.0/24 | | arin | 2010-01-02'],
      [PEER]: [],
      'AS399999.asn.cymru.com': [],
      'AS64999.asn.cymru.com': [],
    },
    () => NOTHING,
  )
  const { announcements, checks } = await it.report(HOST)
  assert.deepEqual(
    announcements.map(({ asn, country, rpki }) => [asn, country, rpki]),
    [
      [399_999, null, 'not_found'],
      [64_999, null, 'not_found'],
    ],
  )
  assert.match(checks[0]!.text.en, /announced by several ASes: AS399999, AS64999/)
})

test('a network without a route is told from one that could not be asked about', async () => {
  await using none = await open({ [ORIGIN]: [], [PEER]: [] }, () => NOTHING)
  const [first] = (await none.report(HOST)).checks
  assert.equal(first!.text.en, 'No BGP route leads to it.')
  await using silent = await open({}, (question) => (question.startsWith('-s RPKI') ? undefined : ROUTES))
  const { checks, asked, announcements } = await silent.report(HOST)
  assert.deepEqual(announcements, [])
  assert.deepEqual(
    checks.map(({ id, verdict }) => [id, verdict]),
    [
      ['bgp', 'notice'],
      ['rpki', 'notice'],
      ['irr', 'good'],
    ],
  )
  assert.match(checks[1]!.text.en, /^RPKI: no answer/)
  assert.equal(asked.filter(({ state }) => state === 'failed').length, 3)
})

test('an answer that lacks something is asked for anew', async () => {
  let isUp = false
  await using it = await open({ [ORIGIN]: [], [PEER]: [] }, () => (isUp ? NOTHING : undefined))
  const states = async () => (await it.report(HOST)).asked.map(({ state }) => state)
  assert.ok((await states()).includes('failed'))
  isUp = true
  assert.ok((await states()).every((state) => state === 'empty'))
})

test('a resolver that denies every name it cannot reach is not believed', async () => {
  await using it = await open({ 'AS23028.asn.cymru.com': [], [ORIGIN]: [], [PEER]: [] }, () => ROUTES)
  const { checks, asked } = await it.report(HOST)
  assert.match(checks[0]!.text.en, /^BGP: no answer/)
  assert.deepEqual(
    asked.filter(({ server }) => server === 'asn.cymru.com').map(({ state }) => state),
    ['failed', 'failed'],
  )
})

test('where nobody answers the report is unavailable', async () => {
  await using it = await open({}, () => undefined)
  await assert.rejects(it.report(HOST), { key: 'unavailable' })
})

test('a complaint of the registry is no answer', async () => {
  await using it = await open({ [ORIGIN]: [], [PEER]: [] }, (question) =>
    question.startsWith('-s RPKI') ? '%% ERROR: One or more selected sources are unavailable.\n' : NOTHING,
  )
  const { asked } = await it.report(HOST)
  assert.equal(asked.find(({ question }) => question.startsWith('-s RPKI'))!.state, 'failed')
})

test('an AS: its registration and the prefixes that name it', async () => {
  await using it = await open({ 'AS15169.asn.cymru.com': ['15169 | US | arin | 2000-03-30 | GOOGLE, US'] }, (question) =>
    question.startsWith('!g') ? 'A28\n8.8.4.0/24 8.8.8.0/24 nonsense\nC\n' : question.startsWith('-T') ? POLICY : 'D\n',
  )
  const report = await it.report({ kind: 'asn', asn: 15_169 })
  assert.deepEqual(it.questions.toSorted(), ['!6AS15169', '!gAS15169', '-T aut-num AS15169'])
  assert.deepEqual(report.policies, [
    {
      asn: 15_169,
      source: 'RADB',
      changed: '2024-05-06T07:08:09Z',
      neighbours: [
        { asn: 3356, relation: 'upstream', family: 'ipv4' },
        { asn: 6939, relation: 'upstream', family: 'ipv6' },
      ],
      isCut: false,
    },
  ])
  assert.equal(report.checks[2]!.text.en, 'IRR: RADB declares 2 upstreams, 0 peers and 0 customers.')
  assert.deepEqual(report.registered, {
    name: 'GOOGLE, US',
    registry: 'arin',
    country: 'US',
    allocated: '2000-03-30',
    prefixes: ['8.8.4.0/24', '8.8.8.0/24'],
    isCut: false,
  })
  assert.match(report.checks[1]!.text.en, /^IRR: 2 prefixes/)
})

test('an AS whose operator declares no neighbours, and one whose registry is silent', async () => {
  const texts = { 'AS15169.asn.cymru.com': ['15169 | US | arin | 2000-03-30 | GOOGLE, US'] }
  await using none = await open(texts, (question) => (question.startsWith('-T') ? NOTHING : 'D\n'))
  const told = await none.report({ kind: 'asn', asn: 15_169 })
  assert.deepEqual([told.policies, told.checks[2]!.verdict], [[], 'notice'])
  await using silent = await open(texts, (question) => (question.startsWith('-T') ? undefined : 'D\n'))
  const { checks, asked } = await silent.report({ kind: 'asn', asn: 15_169 })
  assert.deepEqual([checks.length, asked.filter(({ state }) => state === 'failed').length], [2, 1])
})

test('an IPv6 network is asked for by its nibbles, without neighbours', async () => {
  const name = `${'0.'.repeat(24)}8.b.d.0.1.0.0.2.origin6.asn.cymru.com`
  await using it = await open(
    { [name]: ['399999 | 2001:db8::/32 | DE | ripencc | 2004-07-01'], 'AS399999.asn.cymru.com': [] },
    () => NOTHING,
  )
  const { announcements, neighbours, asked } = await it.report({ kind: 'network', cidr: '2001:db8::/32' })
  assert.deepEqual([announcements[0]!.prefix, announcements[0]!.registry, neighbours], ['2001:db8::/32', 'ripencc', []])
  assert.ok(asked.some(({ question }) => question === `${name} TXT`))
})

test('an address that is in no public route is refused before anybody is asked', async () => {
  await using it = await open({}, () => NOTHING)
  await assert.rejects(it.report({ kind: 'network', cidr: '10.0.0.0/8' }), { key: 'refused_target' })
  assert.deepEqual([it.questions, it.dns.asked], [[], []])
})

test('who leaves is told so, and the answer is kept for the next', async () => {
  await using it = await open({ [ORIGIN]: [], [PEER]: [] }, () => NOTHING)
  await assert.rejects(it.report(HOST, { signal: AbortSignal.abort() }), { key: 'cancelled' })
  await it.report(HOST)
  assert.equal(it.questions.length, 2)
})

for (const [asn, rfc] of [
  [0, 'RFC 7607'],
  [64_512, 'RFC 6996'],
  [65_540, 'RFC 5398'],
  [4_294_967_295, 'RFC 7300'],
] as const)
  test(`AS${asn} is refused by ${rfc} before anybody is asked`, async () => {
    await using it = await open({}, () => NOTHING)
    await assert.rejects(it.report({ kind: 'asn', asn }), (error: Error) => error.message.includes(rfc))
    assert.deepEqual([it.questions, it.dns.asked], [[], []])
  })

test('objects of other kinds, other sources and without a readable prefix are left out', () => {
  assert.deepEqual(parseRoas(ROUTES), [{ prefix: '192.0.2.0/24', maxLength: 24, asn: 399_999, trustAnchor: 'arin' }])
  assert.deepEqual(parseRoutes('route: 300.0.0.0/8\norigin: AS1\nsource: X\n\nroute6: 2001:DB8::/32\norigin: as2\nsource: Y\n'), [
    { prefix: '2001:db8::/32', asn: 2, source: 'Y', description: null, changed: null },
  ])
  assert.equal(parseRoutes(ROUTES)[1]!.description, 'Example Net of examples')
  assert.deepEqual(parsePrefixes('A13\n192.0.2.0/24\nC\n'), ['192.0.2.0/24'])
  assert.deepEqual(parsePrefixes('D\n'), [])
})
