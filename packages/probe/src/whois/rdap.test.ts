import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { AppError } from '@octet/core/errors.ts'
import { fetchRdap, findRelated, readRdap, type Rdap } from './rdap.ts'
import { guard, listen, REGISTRY, serveRdap } from '../testing/whois-server.ts'
import { ServerQueue } from './server-queue.ts'
import { UNHURRIED } from '../testing/unhurried.ts'
import { createWhoisProbe } from './whois-probe.ts'

const RDAP_DOMAIN = {
  objectClassName: 'domain',
  unicodeName: 'exämple.com',
  status: ['client transfer prohibited'],
  events: [
    { eventAction: 'registration', eventDate: '1995-08-14T04:00:00Z' },
    { eventAction: 'expiration', eventDate: '2027-08-13T04:00:00Z' },
  ],
  nameservers: [{ ldhName: 'A.EXAMPLE.NET' }],
  secureDNS: { delegationSigned: false },
  entities: [
    {
      roles: ['registrar'],
      publicIds: [{ type: 'IANA Registrar ID', identifier: '376' }],
      vcardArray: ['vcard', [['fn', {}, 'text', 'Registrar Inc']]],
      entities: [
        {
          roles: ['abuse'],
          vcardArray: [
            'vcard',
            [
              ['email', {}, 'text', 'abuse@r.example'],
              ['tel', {}, 'uri', 'tel:+1.5'],
            ],
          ],
        },
      ],
    },
    {
      roles: ['registrant'],
      vcardArray: [
        'vcard',
        [
          ['fn', {}, 'text', ''],
          ['org', {}, 'text', 'Org'],
          ['adr', { cc: 'DE' }, 'text', ['', '', '', '', '', '', '']],
        ],
      ],
    },
  ],
  redacted: [{ name: { description: 'Registrant Name' } }],
}

test('RDAP is found by the bootstrap file, read, and preferred', async () => {
  await using server = await serveRdap((request, response) => {
    response.setHeader('content-type', 'application/rdap+json')
    if (request.url === '/dns.json')
      response.end(
        JSON.stringify({
          services: [[['com'], [`http://rdap.example.com:${(request.socket.address() as AddressInfo).port}/com`]]],
        }),
      )
    else if (request.url === '/com/domain/xn--exmple-cua.com') response.end(JSON.stringify(RDAP_DOMAIN))
    else response.writeHead(404).end()
  })
  const probe = createWhoisProbe({
    guard,
    fetcher: server.fetcher,
    bootstrapUrl: server.base,
    limits: UNHURRIED,
    now: () => new Date('2026-01-01'),
  })
  const result = await probe.find({ kind: 'domain', name: 'xn--exmple-cua.com' })
  assert.deepEqual(
    [result.source, result.unicode, result.registrar, result.abuse, result.redactions],
    [
      'rdap',
      'exämple.com',
      { name: 'Registrar Inc', ianaId: '376', url: null },
      { email: 'abuse@r.example', phone: '+1.5' },
      ['Registrant Name'],
    ],
  )
  assert.deepEqual(
    result.contacts.map(({ roles, organization, country }) => [roles[0], organization, country]),
    [
      ['abuse', null, null],
      ['registrant', 'Org', 'DE'],
    ],
  )
  assert.equal((await probe.find({ kind: 'domain', name: 'none.com' })).isRegistered, false)
})

test('each step waits as long as it is told to', async () => {
  const registrar = { rel: 'related', type: 'application/rdap+json' }
  await using server = await serveRdap(({ url }, response) =>
    response.end(
      JSON.stringify(
        url === '/dns.json'
          ? { services: [[['com'], [server.base]]] }
          : {
              ...RDAP_DOMAIN,
              ...(url === '/domain/example.com' && {
                links: [{ ...registrar, href: `${server.base.replace('http:', 'https:')}second` }],
              }),
            },
      ),
    ),
  )
  const waits: unknown[] = []
  const fetcher: typeof server.fetcher = {
    ...server.fetcher,
    fetch: (url, options) => {
      waits.push([new URL(url).pathname, options?.timeoutMs])
      return server.fetcher.fetch(url, options)
    },
  }
  const limits = { ...UNHURRIED, fileMs: 50_001, rdapMs: 50_002, secondMs: 50_003 }
  const probe = createWhoisProbe({ guard, fetcher, bootstrapUrl: server.base, limits })
  await probe.find({ kind: 'domain', name: 'example.com' }, { via: 'rdap' })
  assert.deepEqual(waits, [
    ['/dns.json', 50_001],
    ['/domain/example.com', 50_002],
    ['/second', 50_003],
  ])
})

test('one odd entry of a list does not hide the others', async () => {
  await using server = await serveRdap((_, response) =>
    response.end(
      JSON.stringify({
        events: [
          { eventAction: 'registration', eventDate: '2020-01-01T00:00:00Z' },
          { eventAction: 'expiration', eventDate: null },
        ],
        nameservers: [{ ldhName: 'NS1.EXAMPLE.COM.' }, { ldhName: null }],
        status: ['active', null],
        entities: [
          { roles: ['registrar'], vcardArray: ['vcard', [['org', {}, 'text', 'Registrar Ltd']]], handle: '376' },
          {
            roles: ['abuse', 7],
            vcardArray: ['vcard', [['email', {}, 'text', 'a@example.com']]],
            handle: 5,
            links: [{ href: null }],
          },
          null,
        ],
      }),
    ),
  )
  const queue = new ServerQueue()
  const { rdap } = await fetchRdap(server.base, { fetcher: server.fetcher, timeoutMs: UNHURRIED.askMs, queue })
  const { created, nameServers, statuses, registrar, contacts } = readRdap(rdap!, 'domain')
  assert.deepEqual(
    [created, nameServers, statuses?.length, registrar?.name, contacts?.map(({ roles }) => roles)],
    ['2020-01-01T00:00:00Z', ['ns1.example.com'], 1, 'Registrar Ltd', [['abuse']]],
  )
})

/** What is made of an answer with the status 200. */
async function readBody(body: string) {
  await using server = await serveRdap((_, response) => response.end(body))
  const queue = new ServerQueue()
  return (await fetchRdap(server.base, { fetcher: server.fetcher, timeoutMs: UNHURRIED.askMs, queue })).rdap
}

test('an error that comes as a 200 is no registration', async () => {
  assert.equal(await readBody('{"errorCode":404,"title":"Not Found"}'), undefined)
  for (const body of ['{}', '{"errorCode":429,"title":"Slow down"}', '{"notices":[{"title":"Terms"}]}', '[]', '<html>'])
    await assert.rejects(readBody(body), /gave no valid RDAP answer/, body)
})

test('looser forms of what RDAP asks for are read', async () => {
  const rdap = await readBody(
    `\uFEFF${JSON.stringify({
      objectClassName: 'domain',
      status: 'active',
      events: [
        { eventAction: 'Registration', eventDate: '2001-01-01T00:00:00Z' },
        { eventAction: 'registrar expiration', eventDate: '2030-01-01T00:00:00Z' },
      ],
      secureDNS: { dsData: [{ keyTag: 1 }] },
      entities: {
        roles: 'registrant',
        vcardArray: [
          'vcard',
          [
            ['fn', {}, 'text', 'Jörg'],
            ['tel', { type: ['fax'] }, 'uri', 'tel:+49.1'],
            ['tel', { type: 'voice' }, 'uri', 'tel:+49.2'],
          ],
        ],
      },
    })}`,
  )
  const { created, expires, statuses, isSigned, contacts } = readRdap(rdap!, 'domain')
  assert.deepEqual(
    [created, expires, statuses?.map(({ code }) => code), isSigned, contacts?.map(({ name, phone }) => [name, phone])],
    ['2001-01-01T00:00:00Z', '2030-01-01T00:00:00Z', ['active'], true, [['Jörg', '+49.2']]],
  )
})

for (const nothing of ['', 0, false, null])
  test(`${JSON.stringify(nothing)} in place of a list is a list of nothing`, async () => {
    const lists = ['status', 'events', 'nameservers', 'entities', 'redacted', 'cidr0_cidrs']
    const body = { objectClassName: 'domain', ...Object.fromEntries(lists.map((name) => [name, nothing])) }
    const rdap = await readBody(JSON.stringify(body))
    const { created, nameServers, contacts, redactions } = readRdap(rdap!, 'domain')
    assert.deepEqual([created, nameServers, contacts, redactions], [null, [], [], []])
  })

/** What comes of an answer of the registry's RDAP server. */
async function findBy(body: string) {
  await using site = await serveRdap(({ url }, response) =>
    response.end(url === '/dns.json' ? JSON.stringify({ services: [[['com'], [site.base]]] }) : body),
  )
  const probe = createWhoisProbe({ guard, fetcher: site.fetcher, bootstrapUrl: site.base, limits: UNHURRIED })
  return await probe.find({ kind: 'domain', name: 'example.com' }, { via: 'rdap' })
}

for (const [title, depth, width] of [
  ['deep and wide', 1_000, 200_000],
  ['deep', 200_000, 1],
  ['wide', 1, 200_000],
] as const)
  test(`an answer that is ${title} is given up before it is written out`, async () => {
    const body = `{"objectClassName":"domain","x":${'['.repeat(depth)}${'0,'.repeat(width)}0${']'.repeat(depth)}}`
    await assert.rejects(findBy(body), /gave no valid RDAP answer/)
  })

test('escape sequences and control characters of RDAP become harmless text', async () => {
  const evil = '\u001b[2J\u001b[31mEvil\u009b\u202e\u0000'
  const entity = {
    roles: ['registrar', 'abuse'],
    vcardArray: [
      'vcard',
      [
        ['fn', {}, 'text', evil],
        ['email', {}, 'text', evil],
      ],
    ],
  }
  const result = await findBy(
    JSON.stringify({
      objectClassName: 'domain',
      status: [evil],
      nameservers: [{ ldhName: evil }],
      entities: [entity],
      [evil]: 1,
    }),
  )
  assert.equal(result.registrar?.name, 'Evil\ufffd\ufffd\ufffd')
  // oxlint-disable-next-line no-control-regex -- those are what is looked for
  assert.doesNotMatch(JSON.stringify(result), /[\u0000-\u001f\u007f-\u009f\u202a-\u202e]|\\u00[01]/)
})

test('a long answer is shown in part', async () => {
  const { raw } = await findBy(JSON.stringify({ objectClassName: 'domain', remarks: Array(9_000).fill('remark remark') }))
  assert.deepEqual([raw[0]!.isCut, raw[0]!.text.length], [true, 131_072])
})

test('numbers as texts are numbers, and an abuse contact without an address is none', async () => {
  const autnum = await readBody(
    '{"objectClassName":"autnum","startAutnum":"64500","endAutnum":64510,"entities":[{"roles":["abuse"]}]}',
  )
  const { network, abuse } = readRdap(autnum!, 'asn')
  assert.deepEqual([network?.range, abuse], ['AS64500 - AS64510', null])
})

test('a broken RDAP server is noted and port 43 answers', async () => {
  await using rdap = await serveRdap((request, response) => {
    if (request.url === '/dns.json')
      response.end(
        JSON.stringify({ services: [[['com'], [`http://rdap.example.com:${(request.socket.address() as AddressInfo).port}/`]]] }),
      )
    else response.writeHead(500).end()
  })
  await using root = await listen((socket) => socket.end(REGISTRY.replace('Registrar WHOIS Server', 'X')))
  const probe = createWhoisProbe({
    guard,
    fetcher: rdap.fetcher,
    bootstrapUrl: rdap.base,
    root: 'whois.root.example',
    port: root.port,
    limits: UNHURRIED,
  })
  const result = await probe.find({ kind: 'domain', name: 'example.com' })
  assert.equal(result.source, 'whois')
  assert.match(result.notes[0]!.en, /RDAP: .*HTTP 500/)
})

test('an RDAP server that has had enough is not asked again before it wants to be', async () => {
  let questions = 0
  await using rdap = await serveRdap((request, response) => {
    if (request.url === '/dns.json')
      response.end(
        JSON.stringify({ services: [[['com'], [`http://rdap.example.com:${(request.socket.address() as AddressInfo).port}/`]]] }),
      )
    else {
      questions++
      response
        .writeHead(429, { 'retry-after': '900' })
        .end(JSON.stringify({ errorCode: 429, title: 'Slow', description: ['Ten an hour,\n please.'] }))
    }
  })
  const probe = createWhoisProbe({ guard, fetcher: rdap.fetcher, bootstrapUrl: rdap.base, limits: UNHURRIED })
  const ask = (name: string) => probe.find({ kind: 'domain', name }, { via: 'rdap' })
  await assert.rejects(ask('one.com'), (error: AppError) =>
    error.message.endsWith('HTTP 429: its limit is reached (“Ten an hour, please.”)'),
  )
  await assert.rejects(ask('two.com'), (error: AppError) => {
    assert.match(error.message, /has asked us to slow down/)
    assert.ok(Number(error.details['retryAfter']) > 600, String(error.details['retryAfter']))
    return true
  })
  assert.equal(questions, 1)
})

test('a network in RDAP', () => {
  const network: Rdap = {
    startAddress: '8.8.8.0',
    endAddress: '8.8.8.255',
    cidr0_cidrs: [{ v4prefix: '8.8.8.0', length: 24 }],
    name: 'GOGL',
    country: 'US',
    arin_originas0_originautnums: [15169],
  }
  assert.deepEqual(readRdap(network, 'ip').network, {
    range: '8.8.8.0 - 8.8.8.255',
    cidrs: ['8.8.8.0/24'],
    name: 'GOGL',
    type: null,
    country: 'US',
    parent: null,
    originAs: [15169],
  })
})

/** What a server of a test answers about example.com. */
async function askRdapServer(status: number, body: unknown) {
  await using server = await serveRdap(({ url }, response) => {
    if (url === '/dns.json') return response.end(JSON.stringify({ services: [[['com'], [server.base]]] }))
    return response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  const probe = createWhoisProbe({ guard, fetcher: server.fetcher, bootstrapUrl: server.base, limits: UNHURRIED })
  return await probe.find({ kind: 'domain', name: 'example.com' }, { via: 'rdap' })
}

test('what a server says of a name it does not have is shown', async () => {
  const { isRegistered, raw, notes } = await askRdapServer(404, {
    errorCode: 404,
    title: 'Not Found',
    description: ['no such name'],
  })
  assert.equal(isRegistered, false)
  assert.match(raw[0]!.text, /no such name/)
  assert.deepEqual(notes, [])
  assert.equal((await askRdapServer(404, '<h1>404</h1>')).raw[0]?.text, '')
})

test('a name that the registry keeps back is not told as free', async () => {
  const { isRegistered, notes } = await askRdapServer(404, { errorCode: 404, description: ['The domain name is reserved'] })
  assert.equal(isRegistered, null)
  assert.match(notes[0]!.en, /keeps this name back/)
})

test('terms of use that speak of reserved names keep no name back', async () => {
  const notices = [{ title: 'Terms', description: ['Any domain name is reserved by law; access to domain data is restricted.'] }]
  const { isRegistered, notes } = await askRdapServer(404, { errorCode: 404, title: 'Not Found', notices })
  assert.deepEqual([isRegistered, notes], [false, []])
})

test('an answer that is too long is told as such', async () => {
  const long = { ...RDAP_DOMAIN, remarks: [{ description: ['x'.repeat(600_000)] }] }
  await assert.rejects(askRdapServer(200, long), (error: AppError) => /more than 512 KB/.test(JSON.stringify(error.details)))
})

test('contacts as JSContact (RFC 9553)', () => {
  const jscard = {
    '@type': 'Card',
    version: '1.0',
    name: { full: 'Ann Example' },
    organizations: { a: { name: 'Example Ltd' } },
    emails: { a: { address: 'ann@example.com' } },
    phones: { a: { number: 'tel:+1.1', features: { fax: true } }, b: { number: 'tel:+1.2', features: { voice: true } } },
    addresses: { a: { countryCode: 'FR' } },
  }
  for (const name of ['jscard', 'jscard_0', 'jscontact_card']) {
    const rdap = { objectClassName: 'domain', entities: [{ roles: ['registrant'], [name]: jscard }] } as Rdap
    assert.deepEqual(readRdap(rdap, 'domain').contacts, [
      {
        roles: ['registrant'],
        name: 'Ann Example',
        organization: 'Example Ltd',
        country: 'FR',
        email: 'ann@example.com',
        phone: '+1.2',
      },
    ])
  }
})

test('what stands in place of something withheld is no name', () => {
  const card = ['vcard', ['fn', 'org', 'email'].map((name) => [name, {}, 'text', 'REDACTED FOR PRIVACY'])]
  const { contacts } = readRdap({ entities: [{ roles: ['registrant'], vcardArray: card }] } as Rdap, 'domain')
  assert.deepEqual(contacts, [])
})

const LINK = { rel: 'related', type: 'application/rdap+json' }
for (const [title, links, expected] of [
  ['the registrar', [{ ...LINK, href: 'https://r.example/domain/A.COM' }], 'https://r.example/domain/A.COM'],
  ['nobody, by a link to itself', [{ ...LINK, href: 'https://own.example/domain/EXAMPLE.COM' }], undefined],
  [
    'the registrar, behind a link to itself',
    [
      { ...LINK, href: 'https://own.example/domain/example.com' },
      { ...LINK, href: 'https://r.example/a' },
    ],
    'https://r.example/a',
  ],
  ['nobody, by a link that is none', [{ ...LINK, href: 'nonsense' }], undefined],
] as const)
  test(`an answer sends on to ${title}`, () =>
    assert.equal(findRelated({ links: [...links] } as Rdap, 'https://own.example/domain/example.com'), expected))

for (const [written, expected] of [
  ['2020-01-01T10:00:00Z', '2020-01-01T10:00:00Z'],
  ['2020-01-01T10:00:00.25+08:00', '2020-01-01T02:00:00.250Z'],
  ['2020-01-01T10:00:00+0800', '2020-01-01T02:00:00Z'],
  ['2020-01-01t10:00:00z', '2020-01-01T10:00:00Z'],
  ['2020-01-01', '2020-01-01'],
  ['2020-01-01T10:00:00', '2020-01-01T10:00:00'],
  ['01/02/2030', null],
  ['2020-02-31T00:00:00Z', null],
  ['soon', null],
] as const)
  test(`the date “${written}” of an event is ${expected}`, () => {
    const events = [{ eventAction: 'Registration', eventDate: written }]
    assert.equal(readRdap({ events } as Rdap, 'domain').created, expected)
  })

for (const [title, given, expected] of [
  ['LACNIC', { lacnic_originAutnum: ['AS64500', '64501', 'N/A'] }, [64_500, 64_501]],
  ['NIC.br', { nicbr_autnum: 64_500 }, [64_500]],
  ['ARIN', { arin_originas0_originautnums: [64_500, 64_500] }, [64_500]],
] as const)
  test(`the origin that ${title} names, and the networks of a range without them`, () => {
    const rdap = { startAddress: '192.0.2.0', endAddress: '192.0.3.255', ...given } as unknown as Rdap
    const { network } = readRdap(rdap, 'ip')
    assert.deepEqual([network?.originAs, network?.cidrs], [expected, ['192.0.2.0/23']])
  })
