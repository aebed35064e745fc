import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { toErrorMessage, type AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { createGuard } from '../guard/guard.ts'
import { createCertificate } from '../testing/certificate.ts'
import { rr, startDnsServer, type Script } from '../testing/dns-server.ts'
import { createDnsClient, parseServer, toServerText } from './client.ts'
import { createDnsProbe } from './dns-probe.ts'
import { decodeMessage, encodeMessage, toOptRecord } from './message.ts'
import { toRdataText, writeRdata } from './rdata.ts'
import { toDnsAnswer } from './to-answer.ts'
import { TYPES } from './types.ts'

const inside = createGuard({ allowTargets: ['127.0.0.0/8'] })
const a = rr('www.example.com.', 'A', { address: '192.0.2.1' })
const ask = { name: 'www.example.com.', type: TYPES.A }
const FLAGS = { qr: true, aa: false, tc: false, rd: true, ra: true, ad: false, cd: false }

function askAt(port: number, timeoutMs = 30_000) {
  const client = createDnsClient({ guard: inside })
  return client.ask({ ...ask, server: { transport: 'udp', host: '127.0.0.1', port }, timeoutMs })
}

test('an answer over UDP with flags, size and time', async () => {
  await using server = await startDnsServer(() => ({ answers: [a], flags: { ...FLAGS, ad: true } }))
  const { message, transport, sizeBytes, ms } = await askAt(server.port)
  assert.equal(toRdataText(1, message.answers[0]!.rdata), '192.0.2.1')
  assert.equal(message.flags.ad, true)
  assert.equal(transport, 'udp')
  assert.ok(sizeBytes > 40 && ms > 0)
})

test('a cut answer is fetched over TCP', async () => {
  let calls = 0
  await using server = await startDnsServer(() =>
    calls++ === 0 ? { flags: { ...FLAGS, tc: true } } : { answers: Array.from({ length: 90 }, () => a) },
  )
  const { message, transport, wasTruncated } = await askAt(server.port)
  assert.deepEqual([message.answers.length, transport, wasTruncated], [90, 'tcp', true])
})

test('an answer that is cut in the middle of a record is fetched over TCP, too', async () => {
  let calls = 0
  await using server = await startDnsServer((question, query) => {
    if (calls++ > 0) return { answers: [a] }
    const whole = { ...query, flags: { ...FLAGS, tc: true }, questions: [question], answers: [a], additionals: [] }
    return { raw: encodeMessage(whole).slice(0, -6) }
  })
  const { message, wasTruncated } = await askAt(server.port)
  assert.deepEqual([message.answers.length, wasTruncated], [1, true])
})

for (const rcode of [1, 4])
  test(`a server that answers RCODE ${rcode} to EDNS is asked again without it`, async () => {
    await using server = await startDnsServer((_, query) => (query.edns ? { rcode } : { answers: [a] }))
    const { message } = await askAt(server.port)
    assert.equal(message.answers.length, 1)
  })

test('extended error, NSID and client subnet are read', async () => {
  const options = [
    { code: 15, data: Buffer.concat([Buffer.of(0, 7), Buffer.from('too old')]) },
    { code: 3, data: Buffer.from('ns1.lab') },
    { code: 8, data: Uint8Array.of(0, 1, 24, 16, 198, 51, 100) },
  ]
  await using server = await startDnsServer(() => ({
    rcode: 2,
    additionals: [toOptRecord({ udpSizeBytes: 1232, isDnssecOk: false, options })],
  }))
  const { message } = await askAt(server.port)
  assert.deepEqual(message.edns, {
    version: 0,
    udpSizeBytes: 1232,
    isDnssecOk: false,
    nsid: 'ns1.lab',
    clientSubnet: { subnet: '198.51.100.0', sourcePrefix: 24, scopePrefix: 16 },
    extendedErrors: [{ code: 7, text: 'Signature Expired', extra: 'too old' }],
    options: options.map(({ code, data }) => ({ code, data: Uint8Array.from(data) })),
  })
})

test('other options of EDNS are shown as dig shows them', async () => {
  const options = [
    { code: 3, data: Uint8Array.of(0, 255) },
    { code: 10, data: Uint8Array.of(1, 2, 3) },
    { code: 11, data: Uint8Array.of(0, 50) },
    { code: 12, data: new Uint8Array(40) },
    { code: 65_001, data: Uint8Array.of(7) },
  ]
  await using server = await startDnsServer(() => ({
    additionals: [toOptRecord({ udpSizeBytes: 1232, isDnssecOk: false, options })],
  }))
  const { dig, edns } = toDnsAnswer(await askAt(server.port), { name: 'example.com.', type: TYPES.A })
  assert.deepEqual(
    dig.split('\n').filter((line) => line.startsWith('; ')),
    [
      '; EDNS: version: 0, flags:; udp: 1232',
      '; NSID: 00 ff ("00ff")',
      '; COOKIE: 01 02 03',
      '; TCP-KEEPALIVE: 5.0 secs',
      '; PAD: (40 bytes)',
      '; OPT=65001: 07',
    ],
  )
  assert.equal(edns?.nsid, '00ff')
  assert.deepEqual(edns.options, [
    { code: 10, name: 'COOKIE', data: '010203' },
    { code: 11, name: 'TCP-KEEPALIVE', data: '0032' },
    { code: 12, name: 'PAD', data: '00'.repeat(40) },
    { code: 65_001, name: 'OPT=65001', data: '07' },
  ])
})

const BAD: readonly [string, Script, string][] = [
  ['silence', () => undefined, 'timed_out'],
  ['garbage', () => ({ raw: Uint8Array.of(1, 2, 3) }), 'timed_out'],
  [
    'an answer to another question',
    (_, query) => ({
      raw: encodeMessage({ ...query, flags: FLAGS, questions: [{ name: 'evil.example.', type: 1, class: 1 }], answers: [a] }),
    }),
    'timed_out',
  ],
  [
    'an answer with another id',
    (_, query) => ({ raw: encodeMessage({ ...query, id: query.id ^ 1, flags: FLAGS, answers: [a] }) }),
    'timed_out',
  ],
]
for (const [title, script, key] of BAD)
  test(`${title} ends in ${key}`, async () => {
    await using server = await startDnsServer(script)
    await assert.rejects(askAt(server.port, 120), { key })
  })

test('silence of our own resolver is told as its silence', async () => {
  await using server = await startDnsServer(() => undefined)
  const own = { transport: 'udp', host: '127.0.0.1', port: server.port, isTrusted: true } as const
  await assert.rejects(createDnsClient({ guard: inside }).ask({ ...ask, server: own, timeoutMs: 60 }), {
    key: 'timed_out',
    message: 'No answer from our resolver within 60 ms',
  })
})

test('a closed port is said at once', async () => {
  const server = await startDnsServer(() => undefined)
  await server[Symbol.asyncDispose]()
  await assert.rejects(askAt(server.port), { key: 'target_failed' })
  const own = { transport: 'udp', host: '127.0.0.1', port: server.port, isTrusted: true } as const
  await assert.rejects(createDnsClient({ guard: inside }).ask({ ...ask, server: own }), {
    key: 'unavailable',
    message: /our resolver refuses the connection$/,
  })
})

test('a network that cannot be reached is named, not a fault of the socket', async () => {
  const server = { transport: 'udp', host: '255.255.255.255', port: 53, isTrusted: true } as const // the kernel refuses it
  await assert.rejects(createDnsClient({ guard: inside }).ask({ ...ask, server, timeoutMs: 30_000 }), (error: AppError) => {
    assert.equal(error.key, 'unavailable') // the own resolver
    assert.doesNotMatch(JSON.stringify(error.details), /ERR_SOCKET/)
    return true
  })
})

test('a message that breaks off is refused', async () => {
  await using server = await startDnsServer((_, query) => ({
    raw: encodeMessage({ ...query, flags: FLAGS, answers: [a], additionals: [] }).slice(0, -3),
  }))
  await assert.rejects(askAt(server.port), (error: AppError) => {
    const { en, zh } = error.details['reason'] as Text
    assert.equal(error.key, 'target_failed')
    assert.equal(en, '127.0.0.1 sent a malformed answer: 4 bytes were announced, 1 are left (byte 60)')
    assert.equal(zh, '127.0.0.1 返回的报文格式错误：声明了 4 字节，只剩 1 字节（第 60 字节）')
    return true
  })
})

const HIDDEN = [
  '127.0.0.1',
  '169.254.169.254',
  '[::1]',
  'udp://10.0.0.1',
  'localhost',
  'tls://metadata.google.internal',
  '64:ff9b::7f00:1',
]
for (const server of HIDDEN)
  test(`server ${server} is refused before a packet`, async () => {
    const guard = createGuard({ resolver: async () => ['127.0.0.1'] })
    const probe = createDnsProbe({ client: createDnsClient({ guard }), guard })
    await assert.rejects(probe.query({ name: 'example.com', type: 'A', server }), { key: 'refused_target' })
  })

const FORGED: readonly [string, string, string][] = [
  ['example.com\r\nHELP', 'A', 'bad_domain'],
  ['router.local', 'A', 'refused_target'],
  ['1.0.168.192.in-addr.arpa', 'PTR', 'refused_target'],
  ['printer.0.168.192.in-addr.arpa', 'TXT', 'refused_target'],
  ['1.0/25.0.168.192.in-addr.arpa', 'PTR', 'refused_target'],
  [String.raw`router.l\111cal`, 'A', 'refused_target'],
  [String.raw`a\300.example.com`, 'A', 'bad_domain'],
  [String.raw`a b\.c.example.com`, 'A', 'bad_domain'],
  [String.raw`a.example\.`, 'A', 'bad_domain'],
  [String.raw`a\.b..example.com`, 'A', 'bad_domain'],
  [String.raw`\092\092server\092share`, 'A', 'bad_domain'],
  ['example.com', 'AXFR', 'bad_input'],
  ['example.com', 'ANY', 'bad_input'],
  ['example.com', 'NONSENSE', 'bad_input'],
]
for (const [name, type, key] of FORGED)
  test(`${JSON.stringify(name)} ${type} is refused`, async () => {
    const probe = createDnsProbe({ client: createDnsClient({ guard: inside, systemServers: [] }), guard: inside })
    await assert.rejects(probe.query({ name, type }), { key })
  })

const SERVERS: readonly [string, ReturnType<typeof parseServer>][] = [
  ['1.1.1.1', { transport: 'udp', host: '1.1.1.1', port: 53 }],
  ['2606:4700:4700::1111', { transport: 'udp', host: '2606:4700:4700::1111', port: 53 }],
  ['tcp://9.9.9.9', { transport: 'tcp', host: '9.9.9.9', port: 53 }],
  ['tls://dns.google', { transport: 'tls', host: 'dns.google', port: 853 }],
  ['https://dns.google/resolve', { transport: 'https', host: 'dns.google', port: 443, path: '/resolve' }],
]
for (const [text, server] of SERVERS)
  test(`server ${text}`, () => {
    assert.deepEqual(parseServer(text), server)
    assert.equal(toServerText(server), text)
  })
for (const text of ['1.1.1.1:5353', 'ftp://a.com', 'tls://a.com:22', 'a.com/x', 'https://u@a.com/', ''])
  test(`server “${text}” is refused`, () => assert.throws(() => parseServer(text), { key: 'bad_input' }))

test('an answer too long for UDP, and no TCP: both are said', async () => {
  const udp = createSocket('udp4')
  udp.on('message', (bytes, peer) => {
    const cut = Uint8Array.from(bytes)
    cut[2]! |= 0x82 // an answer, cut
    udp.send(cut, peer.port, peer.address)
  })
  udp.bind(0, '127.0.0.1')
  await once(udp, 'listening')
  try {
    await assert.rejects(askAt(udp.address().port), {
      key: 'target_failed',
      message: /too long for UDP, and over TCP: 127\.0\.0\.1 refuses the connection$/,
    })
  } finally {
    udp.close()
  }
})

const certificate = createCertificate()
const tlsSkip = certificate ? false : 'OpenSSL is not installed'

test('DNS over TLS and its certificate check', { skip: tlsSkip }, async () => {
  const server = createTlsServer({ ...certificate!, ALPNProtocols: ['dot'] }, (socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const query = decodeMessage(Uint8Array.from(bytes).slice(2))
      const reply = encodeMessage({ ...query, flags: FLAGS, answers: [a], additionals: [] })
      socket.write(Buffer.concat([Buffer.of(reply.length >> 8, reply.length & 255), reply]))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const target = { transport: 'tls', host: '127.0.0.1', port: (server.address() as AddressInfo).port } as const
  const { message, transport } = await createDnsClient({ guard: inside, ca: certificate!.cert }).ask({ ...ask, server: target })
  assert.deepEqual([message.answers.length, transport], [1, 'tls'])
  await assert.rejects(createDnsClient({ guard: inside }).ask({ ...ask, server: target }), (error: AppError) =>
    toErrorMessage(error, 'zh').endsWith('127.0.0.1 的证书不受信任：自签名证书'),
  )
  const named = createGuard({ allowTargets: ['127.0.0.0/8'], resolver: async () => ['127.0.0.1'] })
  await assert.rejects(
    createDnsClient({ guard: named, ca: certificate!.cert }).ask({ ...ask, server: { ...target, host: 'dns.example.com' } }),
    /certificate of dns\.example\.com \(127\.0\.0\.1\) is not trusted: it is for another name$/,
  )
  server.close()
})

test('DNS over HTTPS on HTTP/2', { skip: tlsSkip }, async () => {
  const server = createSecureServer(certificate!)
  server.on('stream', (stream, headers) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      assert.equal(headers['content-type'], 'application/dns-message')
      stream.respond({ ':status': 200, 'content-type': 'application/dns-message' })
      stream.end(
        encodeMessage({ ...decodeMessage(Uint8Array.from(Buffer.concat(chunks))), flags: FLAGS, answers: [a], additionals: [] }),
      )
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const target = {
    transport: 'https',
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    path: '/dns-query',
  } as const
  const { message, transport } = await createDnsClient({ guard: inside, ca: certificate!.cert }).ask({ ...ask, server: target })
  assert.deepEqual([message.answers.length, transport], [1, 'https'])
  server.close()
})

test('names in punycode are given as dig writes them and readable', async () => {
  const records = [
    rr('example.com.', 'MX', { preference: 10, exchange: 'mx.xn--fsqu00a.example.' }),
    rr('example.com.', 'CNAME', { name: 'xn--zz.example.' }),
    rr('example.com.', 'TXT', { texts: ['see xn--fsqu00a.example'] }),
  ]
  await using server = await startDnsServer(() => ({ answers: records, flags: FLAGS }))
  const systemServers = [{ transport: 'udp', host: '127.0.0.1', port: server.port, isTrusted: true }] as const
  const client = createDnsClient({ guard: inside, systemServers })
  const { answers } = await createDnsProbe({ client, guard: inside }).query({ name: 'example.com', type: 'MX' })
  assert.deepEqual(
    answers.map(({ data, text }) => [data, text]),
    [
      ['10 mx.xn--fsqu00a.example.', '10 mx.例子.example.'],
      ['xn--zz.example.', undefined],
      ['"see xn--fsqu00a.example"', undefined],
    ],
  )
})

test('a text in UTF-8 is given as dig writes it and readable', async () => {
  const toRr = (text: string) => rr('example.com.', 'TXT', { texts: [Buffer.from(text).toString('latin1')] })
  await using server = await startDnsServer(() => ({ answers: [toRr('v=中文'), toRr('v=plain')], flags: FLAGS }))
  const client = createDnsClient({
    guard: inside,
    systemServers: [{ transport: 'udp', host: '127.0.0.1', port: server.port, isTrusted: true }],
  })
  const { answers, dig } = await createDnsProbe({ client, guard: inside }).query({ name: 'example.com', type: 'TXT' })
  const escaped = String.raw`"v=\228\184\173\230\150\135"`
  assert.deepEqual(
    answers.map(({ data, text }) => [data, text]),
    [
      [escaped, '"v=中文"'],
      ['"v=plain"', undefined],
    ],
  )
  assert.ok(dig.includes(escaped) && !dig.includes('中文'))
})

test('the dig text of an answer', async () => {
  const https = {
    name: 'www.example.com.',
    type: 65,
    class: 1,
    ttl: 300,
    rdata: writeRdata(65, { priority: 1, target: '.', params: [{ key: 'alpn', value: 'h2' }] }),
  }
  await using server = await startDnsServer(() => ({ answers: [https], flags: FLAGS }))
  const client = createDnsClient({
    guard: inside,
    systemServers: [{ transport: 'udp', host: '127.0.0.1', port: server.port, isTrusted: true }],
  })
  const answer = await createDnsProbe({ client, guard: inside }).query({ name: 'www.example.com', type: 'HTTPS' })
  assert.match(answer.dig, /status: NOERROR, id: \d+\n;; flags: qr rd ra; QUERY: 1, ANSWER: 1/)
  assert.match(answer.dig, /www\.example\.com\.\t300\tIN\tHTTPS\t1 \. alpn="h2"/)
  assert.equal(answer.server, 'system')
  assert.ok(!answer.dig.includes('127.0.0.1'), 'addresses of own resolvers are not shown')
})

test('the operator may name a server on any port', () =>
  assert.deepEqual(parseServer('127.0.0.1:5399', { isTrusted: true }), {
    transport: 'udp',
    host: '127.0.0.1',
    port: 5399,
    isTrusted: true,
  }))
