import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { isAppError } from '@octet/core/errors.ts'
import { until } from '@octet/core/testing/until.ts'
import { createGuard } from '../guard/guard.ts'
import { createFetcher } from '../http/fetch.ts'
import { toStatus } from './epp-status.ts'
import { findReferral, parseWhois } from './parse-whois.ts'
import { askPort43 } from './port43.ts'
import { guard, listen, REGISTRY } from '../testing/whois-server.ts'
import { UNHURRIED } from '../testing/unhurried.ts'
import { createWhoisProbe } from './whois-probe.ts'

/** A probe that asks a server of this machine for the root; time and its limits as the test has them. */
const probeAt = (port: number, now?: () => Date) =>
  createWhoisProbe({
    guard,
    fetcher: createFetcher({ guard }),
    root: 'whois.root.example',
    port,
    limits: UNHURRIED,
    ...(now && { now }),
  })

test('root, registry and registrar are asked in turn, and no more', async () => {
  const lines: string[] = []
  const answer = (text: string) => async (socket: Socket, line: Promise<string>) => {
    lines.push(await line)
    socket.end(text)
  }
  await using root = await listen(answer('refer:        whois.registry.example\n'))
  const { port } = root
  await using registry = await listen(answer(REGISTRY), { host: '127.0.0.2', port })
  await using registrar = await listen(
    answer(
      'Registrant Organization: Example Org\nRegistrar Abuse Contact Email: abuse@example.com\nwhois: whois.third.example\n',
    ),
    { host: '127.0.0.3', port },
  )
  await using third = await listen(() => assert.fail('a third referral was followed'), { host: '127.0.0.4', port })
  const probe = probeAt(port, () => new Date('2026-01-01T00:00:00Z'))
  const result = await probe.find({ kind: 'domain', name: 'example.com' }, { via: 'whois' })
  assert.ok(registry && registrar && third)
  assert.deepEqual(lines, ['example.com\r\n', 'example.com\r\n', 'example.com\r\n'])
  assert.deepEqual(
    result.raw.map(({ server }) => server),
    ['whois.root.example', 'whois.registry.example', 'whois.registrar.example'],
  )
  assert.deepEqual(
    [result.created, result.expires, result.daysLeft, result.isSigned],
    ['1995-08-14T04:00:00Z', '2027-08-13T04:00:00Z', 589, true],
  )
  assert.deepEqual(result.nameServers, ['a.iana-servers.net', 'b.iana-servers.net'])
  assert.equal(result.registrar?.name, 'Example Registrar, Inc.')
  assert.equal(result.abuse?.email, 'abuse@example.com')
  assert.equal(result.contacts[0]?.organization, 'Example Org')
  assert.match(result.statuses[1]!.meaning!.zh, /禁止转移/)
})

/** A root that refers to a registry, which refers to a registrar; who was asked, in order. */
async function startServers(toAnswer: (line: string) => string = () => REGISTRY) {
  const asked: string[] = []
  const answer = (server: string, toText: (line: string) => string) => async (socket: Socket, line: Promise<string>) => {
    const name = (await line).trim()
    asked.push(`${server} ${name}`)
    socket.end(toText(name))
  }
  const root = await listen(answer('root', () => 'refer: whois.registry.example\n'))
  const { port } = root
  const others = [
    await listen(answer('registry', toAnswer), { host: '127.0.0.2', port }),
    await listen(
      answer('registrar', () => 'Registrant Organization: Example Org\n'),
      { host: '127.0.0.3', port },
    ),
  ]
  let now = new Date('2026-01-01T00:00:00Z')
  const probe = probeAt(port, () => now)
  const find = (name: string, options: object = {}) => probe.find({ kind: 'domain', name }, { via: 'whois', ...options })
  return {
    asked,
    find,
    setNow: (text: string) => void (now = new Date(text)),
    async [Symbol.asyncDispose]() {
      for (const server of [root, ...others]) await server[Symbol.asyncDispose]()
    },
  }
}

test('a brief answer ends at the registry; the whole one, once it is there, is as good', async () => {
  await using servers = await startServers()
  const { asked, find } = servers
  const brief = await find('example.com', { isBrief: true })
  assert.deepEqual([brief.registrar?.name, brief.contacts], ['Example Registrar, Inc.', []])
  assert.deepEqual(asked, ['root example.com', 'registry example.com'])
  const whole = await find('example.com')
  assert.equal(whole.contacts[0]?.organization, 'Example Org')
  assert.deepEqual(asked.slice(2), ['registry example.com', 'registrar example.com'])
  await find('example.com', { isBrief: true })
  assert.equal(asked.length, 4)
})

test('the root is asked once for the names below a top-level domain', async () => {
  await using servers = await startServers((name) => REGISTRY.replaceAll('EXAMPLE.COM', name.toUpperCase()))
  const { asked, find } = servers
  for (const name of ['a.com', 'b.com']) assert.equal((await find(name, { isBrief: true })).raw.length, 2)
  assert.deepEqual(asked, ['root a.com', 'registry a.com', 'registry b.com'])
})

test('a kept answer says when it was asked for, and counts the days from now', async () => {
  await using servers = await startServers()
  const first = await servers.find('example.com')
  servers.setNow('2026-01-01T12:00:00Z')
  const later = await servers.find('example.com')
  assert.deepEqual([first.askedAt, later.askedAt], ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'])
  servers.setNow('2026-01-02T03:00:00Z')
  assert.equal((await servers.find('example.com')).daysLeft, first.daysLeft! - 1)
})

test('a registration is kept for a day, a name that nobody has for an hour, and neither for who wants a fresh answer', async (t) => {
  let passedMs = 0
  const read = performance.now.bind(performance)
  t.mock.method(performance, 'now', () => read() + passedMs)
  await using servers = await startServers((name) => (name === 'free.com' ? 'No match for "FREE.COM".\n' : REGISTRY))
  const { asked, find } = servers
  const count = async (name: string, options: object = {}) => {
    const before = asked.length
    await find(name, { isBrief: true, ...options })
    return asked.length - before
  }
  assert.deepEqual([await count('example.com'), await count('free.com')], [2, 1])
  assert.equal((await find('free.com', { isBrief: true })).isRegistered, false)
  passedMs = 30_000
  assert.equal(await count('example.com', { isFresh: true }), 0, 'a minute is fresh enough')
  passedMs = 3_601_000
  assert.deepEqual([await count('example.com'), await count('free.com')], [0, 1])
  assert.equal(await count('example.com', { isFresh: true }), 1)
  passedMs = 2 * 86_400_000
  assert.equal(await count('example.com'), 2, 'the root, too')
})

test('dates without a zone say so', async () => {
  await using root = await listen((socket) =>
    socket.end(
      'Domain Name: example.com\nRegistrar: R\nCreation Date: 2003-03-17 12:20:05\nExpiration Time: 2026-01-03 00:00:00\n',
    ),
  )
  const probe = probeAt(root.port, () => new Date('2026-01-01T00:00:00Z'))
  const result = await probe.find({ kind: 'domain', name: 'example.com' }, { via: 'whois' })
  assert.deepEqual([result.created, result.expires, result.daysLeft], ['2003-03-17T12:20:05', '2026-01-03T00:00:00', 2])
  assert.match(result.notes.at(-1)?.en ?? '', /names no time zone/)
})

const TLD = 'domain:       COM\norganisation: Example Registry\nnserver:      a.nic.example 192.0.2.1\ncreated:      1985-01-01\n'

test('the record of a top-level domain is not taken for that of a name under it', async () => {
  await using root = await listen((socket) => socket.end(TLD))
  const probe = probeAt(root.port)
  const result = await probe.find({ kind: 'domain', name: 'example.com' }, { via: 'whois' })
  assert.deepEqual([result.isRegistered, result.created, result.nameServers], [null, null, []])
  assert.match(result.notes[0]!.en, /No WHOIS server is registered/)
})

test('a name that the registry keeps back is neither free nor registered, and is told as such', async () => {
  await using servers = await startServers(() => 'This name is reserved by the Registry.\n')
  const { isRegistered, notes } = await servers.find('example.com')
  assert.equal(isRegistered, null)
  assert.match(notes[0]!.en, /keeps this name back/)
})

test('an answer that says nothing known is told as such', async () => {
  await using servers = await startServers(() => 'Welcome to the registry.\n')
  const { isRegistered, notes } = await servers.find('example.com')
  assert.equal(isRegistered, null)
  assert.match(notes[0]!.en, /cannot be told from the answer/)
})

test('while the root cannot be reached, a registry that is known is asked, and its registrar', async () => {
  const answer = (text: string) => (socket: Socket) => void socket.end(text)
  await using registry = await listen(answer(REGISTRY), { host: '127.0.0.2' })
  const { port } = registry
  await using registrar = await listen(answer('Registrant Organization: Example Org\n'), { host: '127.0.0.3', port })
  const seeds = { com: 'whois.registry.example' }
  const probe = createWhoisProbe({
    guard,
    fetcher: createFetcher({ guard }),
    root: 'whois.root.example',
    seeds,
    port,
    limits: UNHURRIED,
  })
  const { raw, notes, registrar: by, contacts } = await probe.find({ kind: 'domain', name: 'example.com' }, { via: 'whois' })
  assert.ok(registrar)
  assert.deepEqual(
    raw.map(({ server }) => server),
    ['whois.registry.example', 'whois.registrar.example'],
  )
  assert.deepEqual([by?.name, contacts[0]?.organization], ['Example Registrar, Inc.', 'Example Org'])
  assert.match(notes[0]!.en, /^whois\.root\.example: /)
  await assert.rejects(probe.find({ kind: 'domain', name: 'example.net' }, { via: 'whois' }), { key: 'target_failed' })
})

test('a top-level domain is asked for at the root alone', async () => {
  await using root = await listen((socket) => socket.end(`${TLD}whois: whois.registry.example\n`))
  const { port } = root
  await using registry = await listen(() => assert.fail('the registry was asked'), { host: '127.0.0.2', port })
  const probe = probeAt(port)
  const result = await probe.find({ kind: 'domain', name: 'com' }, { via: 'whois' })
  assert.ok(registry)
  assert.deepEqual(
    [result.isRegistered, result.created, result.contacts[0]?.organization],
    [true, '1985-01-01', 'Example Registry'],
  )
})

for (const [name, key] of [
  ['hello world', 'bad_domain'],
  ['local', 'refused_target'],
])
  test(`“${name}” is refused by its own name`, async () => {
    const probe = createWhoisProbe({ guard, fetcher: createFetcher({ guard }) })
    await assert.rejects(
      probe.find({ kind: 'domain', name: name! }),
      (error) => isAppError(error) && error.key === key && error.details['got'] === name,
    )
  })

test('a referral to a private address is noted, not followed', async () => {
  await using root = await listen((socket) => socket.end('refer: whois.evil.example\n'))
  const probe = probeAt(root.port)
  const { notes, raw } = await probe.find({ kind: 'domain', name: 'example.com' }, { via: 'whois' })
  assert.equal(raw.length, 1)
  assert.match(notes[0]!.en, /This service does not contact “/)
})

const REFERRALS: readonly [string, string | undefined][] = [
  ['ReferralServer:  whois://whois.ripe.net', 'whois.ripe.net'],
  ['ReferralServer: whois://127.0.0.1:25', undefined],
  ['refer: whois.nic.io', 'whois.nic.io'],
  ['Registrar WHOIS Server: ', undefined],
  ['Registrar WHOIS Server: https://whois.registrar.example/', 'whois.registrar.example'],
  ['Registrar Whois: whois.registrar.example', 'whois.registrar.example'],
  ['Registrar WHOIS Server: WHOIS.REGISTRAR.EXAMPLE.', 'whois.registrar.example'],
  ['Whois Server: Not available', undefined],
  ['ReferralServer: rwhois://rwhois.example.net:4321', undefined],
  ['nothing', undefined],
]
for (const [text, host] of REFERRALS) test(`“${text}” refers to ${host}`, () => assert.equal(findReferral(text), host))

const PEERS: readonly [string, (socket: Socket) => void, string | undefined][] = [
  ['hangs', () => {}, 'timed_out'],
  ['resets', (socket) => setTimeout(() => socket.resetAndDestroy(), 20), 'target_failed'],
  ['closes at once', (socket) => socket.end(), 'target_failed'],
]
for (const [title, handle, key] of PEERS)
  test(`a server that ${title} ends in ${key}`, async () => {
    await using peer = await listen(handle)
    await assert.rejects(askPort43('127.0.0.1', 'x.com', { guard, port: peer.port }), { key })
  })

test('a server that drips is cut when its time is over, and what came is kept', async () => {
  await using peer = await listen((socket) => {
    const timer = setInterval(() => socket.write('Registrar: A\n'), 50)
    socket.on('close', () => clearInterval(timer))
  })
  const { text, isCut } = await askPort43('127.0.0.1', 'x.com', { guard, port: peer.port, timeoutMs: 1_000 })
  assert.match(text, /^Registrar: A/)
  assert.equal(isCut, true)
})

test('a server that never ends is cut at 64 KB', async () => {
  await using peer = await listen((socket) => {
    const timer = setInterval(() => socket.write('x'.repeat(20_000)), 1)
    socket.on('close', () => clearInterval(timer))
  })
  const { text, isCut } = await askPort43('127.0.0.1', 'x.com', { guard, port: peer.port })
  assert.equal(text.length, 65_536)
  assert.equal(isCut, true)
})

test('escape sequences and control characters', async () => {
  await using peer = await listen((socket) => socket.end('\u001b[31mred\u001b[0m <b>\u0000\u202e\r\nend'))
  const { text } = await askPort43('127.0.0.1', 'x.com', { guard, port: peer.port })
  assert.equal(text, 'red <b>\uFFFD\uFFFD\nend')
})

test('GB18030 is read', async () => {
  await using peer = await listen((socket) => socket.end(Buffer.from('d6d0b9fa', 'hex')))
  assert.equal((await askPort43('127.0.0.1', 'x.com', { guard, port: peer.port })).text, '中国')
})

for (const [title, text, bytes] of [
  ['Latin-1, which GB18030 could read too', 'Zürich, Köln', Buffer.from('Zürich, Köln', 'latin1')],
  ['ISO-2022-JP', '登録年月日', Buffer.from('\u001b$BEPO?G/7nF|\u001b(B')],
] as const)
  test(`${title}, is read`, async () => {
    await using peer = await listen((socket) => socket.end(bytes))
    assert.equal((await askPort43('127.0.0.1', 'x.com', { guard, port: peer.port })).text, text)
  })

test('a query with a line end is refused before a socket opens', async () => {
  const closed = createGuard({ resolver: async () => assert.fail('resolved') })
  await assert.rejects(askPort43('whois.example.com', 'x.com\r\nHELP', { guard: closed }), { key: 'bad_input' })
})

test('the layout of .cn', () => {
  const parsed = parseWhois(
    'Domain Name: example.cn\nROID: 1\nDomain Status: clientTransferProhibited\nRegistrant: 示例有限公司\nRegistrant Contact Email: a@example.cn\nSponsoring Registrar: 示例注册商\nName Server: ns1.example.cn\nRegistration Time: 2003-03-17 12:20:05\nExpiration Time: 2030-03-17 12:48:36\nDNSSEC: unsigned\n',
    'domain',
  )
  assert.deepEqual(
    [parsed.registrar?.name, parsed.created, parsed.expires, parsed.isSigned, parsed.contacts?.[0]?.organization],
    ['示例注册商', '2003-03-17T12:20:05', '2030-03-17T12:48:36', false, '示例有限公司'],
  )
})

test('the layout of .uk with values on the next line', () => {
  const parsed = parseWhois(
    '    Domain name:\n        example.uk\n\n    Registrar:\n        Nominet [Tag = X]\n\n    Relevant dates:\n        Registered on: 26-Nov-1996\n        Expiry date:  26-Nov-2027\n\n    Name servers:\n        ns1.example.uk 192.0.2.1\n        ns2.example.uk\n',
    'domain',
  )
  assert.deepEqual(
    [parsed.registrar?.name, parsed.created, parsed.expires, parsed.nameServers],
    ['Nominet [Tag = X]', '1996-11-26', '2027-11-26', ['ns1.example.uk', 'ns2.example.uk']],
  )
})

test('the layout of .jp', () => {
  const parsed = parseWhois(
    'Domain Information:\na. [Domain Name]                EXAMPLE.CO.JP\ng. [Organization]               Example Corporation\np. [Name Server]                ns1.example.jp\n[Registered Date]               1996/05/22\n[Last Update]                   2024/06/01 01:05:03 (JST)\n',
    'domain',
  )
  assert.deepEqual(
    [parsed.created, parsed.updated, parsed.nameServers, parsed.contacts?.[0]?.organization],
    ['1996-05-22', '2024-05-31T16:05:03Z', ['ns1.example.jp'], 'Example Corporation'],
  )
})

const LAYOUTS: readonly [string, string, readonly unknown[]][] = [
  [
    '.it, with name servers below a heading without a colon',
    'Domain:             example.it\nCreated:            1996-01-29 00:00:00\nLast Update:        2025-02-14 00:52:11\nExpire Date:        2027-01-29\n\nNameservers\n  a.example.it\n  b.example.it\n',
    ['1996-01-29T00:00:00', '2025-02-14T00:52:11', '2027-01-29', ['a.example.it', 'b.example.it']],
  ],
  [
    '.kr',
    'Domain Name                 : example.kr\nRegistered Date             : 1999. 07. 28.\nLast Updated Date           : 2020. 01. 02.\nExpiration Date             : 2027. 07. 28.\n\nPrimary Name Server\n   Host Name                : ns1.example.kr\n',
    ['1999-07-28', '2020-01-02', '2027-07-28', ['ns1.example.kr']],
  ],
  ['.hk', 'Domain Name Commencement Date: 09-02-2004\nExpiry Date: 31-03-2027\n', ['2004-02-09', null, '2027-03-31', []]],
  [
    '.sk',
    'Domain: example.sk\nCreated: 2003-02-11\nUpdated: 2025-01-05\nValid Until: 2027-02-11\n',
    ['2003-02-11', '2025-01-05', '2027-02-11', []],
  ],
  [
    '.th',
    'Created date: 07 Oct 1999\nUpdated date: 16 Sep 2025\nExp date: 06 Oct 2027\n',
    ['1999-10-07', '2025-09-16', '2027-10-06', []],
  ],
]
for (const [title, text, expected] of LAYOUTS)
  test(`the layout of ${title}`, () => {
    const { created, updated, expires, nameServers } = parseWhois(text, 'domain')
    assert.deepEqual([created, updated, expires, nameServers], expected)
  })

test('of the holders of an address, ARIN names the outer ones first', () => {
  const block = (range: string, name: string) =>
    `# start\n\nNetRange:       ${range}\nNetName:        ${name}\n\nOrgName: Org of ${name}\n\n# end\n`
  const parsed = parseWhois(
    `${block('192.0.0.0 - 192.0.15.255', 'CARRIER')}\n${block('192.0.2.0 - 192.0.2.255', 'CUSTOMER')}`,
    'ip',
  )
  assert.deepEqual([parsed.network?.name, parsed.contacts?.[0]?.organization], ['CUSTOMER', 'Org of CUSTOMER'])
})

for (const [range, cidrs] of [
  ['192.0.2.0 - 192.0.2.255', ['192.0.2.0/24']],
  ['192.0.2.0 - 192.0.2.95', ['192.0.2.0/26', '192.0.2.64/27']],
  ['2001:db8::/32', ['2001:db8::/32']],
  ['200.3.12/22', []],
] as const)
  test(`the networks of ${range}, whatever routes it`, () => {
    const { network } = parseWhois(`inetnum: ${range}\nnetname: A\n\nroute: 192.0.0.0/16\norigin: AS64500\n`, 'ip')
    assert.deepEqual([network?.cidrs, network?.originAs], [cidrs, [64_500]])
  })

test('a remark behind a country is none of it', () => {
  const { network } = parseWhois('inetnum: 192.0.2.0 - 192.0.2.255\ncountry: EU # Country is really world wide\n', 'ip')
  assert.equal(network?.country, 'EU')
})

test('the layout of RIPE', () => {
  const parsed = parseWhois(
    "% Abuse contact for '193.0.0.0 - 193.0.7.255' is 'abuse@ripe.example'\n\ninetnum:        193.0.0.0 - 193.0.7.255\nnetname:        RIPE-NCC\ncountry:        NL\nstatus:         ASSIGNED PA\n",
    'ip',
  )
  assert.deepEqual(parsed.network, {
    range: '193.0.0.0 - 193.0.7.255',
    cidrs: ['193.0.0.0/21'],
    name: 'RIPE-NCC',
    type: 'ASSIGNED PA',
    country: 'NL',
    parent: null,
    originAs: [],
  })
  assert.equal(parsed.abuse?.email, 'abuse@ripe.example')
})

for (const text of [
  'No match for "NONE.COM".\n',
  'No Found.\n',
  'The domain has not been registered.\n',
  'We do not have an entry in our database matching your query.\n',
  '%ERROR:103: Domain is not registered\n',
  'The queried object does not exist\n',
  'Object_Not_Found\n',
  'Domain not found.\n',
  '%% No entries found\n',
  'status: free\n',
  'No matching record / 未找到\n',
  '% IANA WHOIS server\n% This query returned 0 objects.\n',
  '%error 230 No objects found\n',
  'No records matching none.example found.\n',
  'Available\nDomain: none.example\n',
  'none.example: unallocated\n',
  'Domain unknown\n',
  'El dominio no existe\n',
  'query_status: 220 Available\n',
])
  test(`“${text.trim()}” means free`, () => assert.equal(parseWhois(text, 'domain').isRegistered, false))

for (const text of [
  'Domain Name: taken.example\nStatus: NOT AVAILABLE\n',
  'query_status: 210 Active\n',
  'This name is reserved by the registry.\n',
  'This name is reserved.\nMore is available at https://registry.example/. This service is free of charge.\n',
])
  test(`“${text.trim().slice(0, 40)}” does not mean free`, () => assert.notEqual(parseWhois(text, 'domain').isRegistered, false))

test('status codes of RDAP and WHOIS are the same', () => {
  assert.deepEqual(
    toStatus('client transfer prohibited'),
    toStatus('clientTransferProhibited https://icann.org/epp#clientTransferProhibited'),
  )
  assert.deepEqual(toStatus('nonsense'), { code: 'nonsense', meaning: null })
  assert.deepEqual(toStatus('constructor'), { code: 'constructor', meaning: null })
})

test('a server that has had enough is named, and not asked again for a minute', async () => {
  let asked = 0
  await using server = await listen(
    (socket, line) => void line.then(() => (asked++, socket.end('Error: query limit exceeded\r\n'))),
  )
  const probe = probeAt(server.port)
  const find = (name: string) => probe.find({ kind: 'domain', name }, { via: 'whois' })
  await assert.rejects(find('one.example.com'), (error: Error) => /says “Error: query limit exceeded”/.test(error.message))
  await assert.rejects(find('two.example.com'), (error: Error) => /asked us to slow down/.test(error.message))
  assert.equal(asked, 1)
})

test('one who leaves does not end the lookup of another', async () => {
  let asked = 0
  const hastyLeft = Promise.withResolvers<void>()
  await using root = await listen((socket) => {
    asked++
    void hastyLeft.promise.then(() => socket.end(REGISTRY.replace('Registrar WHOIS Server', 'X')))
  })
  const probe = probeAt(root.port)
  const object = { kind: 'domain', name: 'example.com' } as const
  const leaving = new AbortController()
  const hasty = probe.find(object, { via: 'whois', signal: leaving.signal })
  const patient = probe.find(object, { via: 'whois' })
  await until(() => asked === 1, 'the server is asked')
  leaving.abort()
  await assert.rejects(hasty, { key: 'cancelled' })
  hastyLeft.resolve()
  assert.equal((await patient).isRegistered, true)
  assert.equal(asked, 1)
})
