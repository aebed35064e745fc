import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { getDiffieHellman } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpsServer } from 'node:https'
import { connect, createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, type TlsOptions } from 'node:tls'
import { isAppError } from '@octet/core/errors.ts'
import type { TlsReport } from '@octet/core/probe/tls.ts'
import { findFreePort } from '@octet/core/testing/free-port.ts'
import { until } from '@octet/core/testing/until.ts'
import { createGuard } from '../guard/guard.ts'
import { createFetcher } from '../http/fetch.ts'
import { TestAuthority } from '../testing/authority.ts'
import { createCertificate, type CertificateOptions } from '../testing/certificate.ts'
import { findProgram, skipWithout } from '../testing/peers.ts'
import { UNHURRIED } from '../testing/unhurried.ts'
import { judgeCipher } from './list-ciphers.ts'
import { createTlsProbe } from './report.ts'
import { readServerHello } from './sent-chain.ts'

const guard = createGuard({ allowTargets: ['127.0.0.1/32'], resolver: async () => ['127.0.0.1'] })
const fetcher = createFetcher({ guard })
const skip = createCertificate() ? false : 'OpenSSL is not installed'

async function report(
  options: TlsOptions,
  made: CertificateOptions = {},
  { trusts = true, host = 'good.example.com', now = new Date() } = {},
): Promise<TlsReport[]> {
  const certificate = createCertificate({
    names: ['DNS:good.example.com', 'IP:127.0.0.1'],
    subject: '/CN=good.example.com',
    ...made,
  })!
  const server = createServer({ ...certificate, ...options }, (socket) => socket.on('error', () => {}))
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const probe = createTlsProbe({ limits: UNHURRIED, guard, fetcher, now: () => now, ...(trusts && { ca: certificate.cert }) })
    return await Array.fromAsync(probe.report({ host, port: (server.address() as AddressInfo).port }))
  } finally {
    server.close()
  }
}

const OLD = { minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' } as const
const CASES: readonly [string, TlsOptions, CertificateOptions, Parameters<typeof report>[2], TlsReport['grade'], string][] = [
  ['modern', { ciphers: 'ECDHE+AESGCM:TLS_AES_128_GCM_SHA256' }, {}, {}, 'A', 'ciphers good'],
  ['no TLS 1.3', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE+AESGCM' }, {}, {}, 'B', 'tls13 notice'],
  ['CBC ciphers', { ciphers: 'ECDHE-ECDSA-AES128-SHA:ECDHE-ECDSA-AES128-GCM-SHA256' }, {}, {}, 'B', 'ciphers notice'],
  ['old versions', { ...OLD, ciphers: 'ECDHE+AES:@SECLEVEL=0' }, {}, {}, 'C', 'old-versions notice'],
  ['old versions alone', { ...OLD, maxVersion: 'TLSv1.1', ciphers: 'ECDHE+AES:@SECLEVEL=0' }, {}, {}, 'F', 'old-versions bad'],
  ['a short key', { ...OLD, minVersion: 'TLSv1.2' }, { rsaBits: 1024 }, {}, 'F', 'key bad'],
  ['nobody vouches', {}, {}, { trusts: false }, 'T', 'trust bad'],
  ['another name', {}, {}, { host: 'other.example.com' }, 'T', 'trust bad'],
  ['a wildcard for a label', {}, { names: ['DNS:*.example.com'] }, {}, 'B', 'trust good'],
  ['a wildcard for a part of a label', {}, { names: ['DNS:g*.example.com'] }, {}, 'T', 'trust bad'],
  ['a name with a final dot', {}, { names: ['DNS:good.example.com.'] }, {}, 'B', 'name bad'],
  [
    'a name with a final dot beside it without',
    {},
    { names: ['DNS:good.example.com', 'DNS:good.example.com.'] },
    {},
    'B',
    'name undefined',
  ],
  ['named by CN beside an address', {}, { names: ['IP:127.0.0.1'] }, {}, 'T', 'trust bad'],
]
for (const [title, options, made, how, grade, check] of CASES)
  test(`${title}: ${grade}`, { skip }, async () => {
    const last = (await report(options, made, how)).at(-1)!
    assert.equal(last.grade, grade, JSON.stringify(last.checks))
    const [id, verdict] = check.split(' ')
    assert.equal(String(last.checks.find((one) => one.id === id)?.verdict), verdict, JSON.stringify(last.checks))
  })

test('an address is asked for a name in place of what DNS says', { skip }, async () => {
  const certificate = createCertificate({ names: ['DNS:new.example.com'], subject: '/CN=new.example.com' })!
  const named = new Set<unknown>()
  const server = createServer({ ...certificate, SNICallback: (name, done) => (named.add(name), done(null)) }, (socket) =>
    socket.on('error', () => {}),
  )
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const elsewhere = createGuard({ allowTargets: ['127.0.0.0/8'], resolver: async () => ['127.0.0.2'] })
  const probe = createTlsProbe({ limits: UNHURRIED, guard: elsewhere, fetcher, ca: certificate.cert })
  const asked = { host: 'new.example.com', port: (server.address() as AddressInfo).port, connectTo: '127.0.0.1' }
  const last = (await Array.fromAsync(probe.report(asked))).at(-1)!
  await assert.rejects(Array.fromAsync(probe.report({ ...asked, connectTo: '10.0.0.1' })), { key: 'refused_target' })
  await assert.rejects(Array.fromAsync(probe.report({ ...asked, host: 'new.local' })), { key: 'refused_target' })
  server.close()
  assert.deepEqual([last.host, last.address, last.isTrusted], ['new.example.com', '127.0.0.1', true])
  assert.ok(named.has('new.example.com'))
})

for (const [usage, maxVersion, ciphers, verdict] of [
  ['keyEncipherment', 'TLSv1.3', 'DEFAULT', 'bad'],
  ['keyEncipherment', 'TLSv1.2', 'ECDHE+AESGCM', 'bad'],
  ['keyEncipherment', 'TLSv1.2', 'AES128-GCM-SHA256', undefined],
  ['digitalSignature,keyEncipherment', 'TLSv1.3', 'DEFAULT', undefined],
] as const)
  test(`a key for ${usage} alone with ${maxVersion} and ${ciphers}: ${verdict ?? 'nothing to say'}`, { skip }, async () => {
    const made = { rsaBits: 2048, extensions: [`keyUsage=critical,${usage},keyCertSign`] }
    const last = (await report({ maxVersion, ciphers }, made)).at(-1)!
    assert.deepEqual([last.isTrusted, last.checks.find(({ id }) => id === 'usage')?.verdict], [true, verdict])
    assert.equal(last.grade === 'F', verdict === 'bad')
  })

test('a server that goes on with its handshake for ever is soon left', async () => {
  const records = Buffer.from('1603030004'.padEnd(18, '0').repeat(5_000), 'hex') // HelloRequest, which a client passes over
  const server = createTcpServer((socket) => {
    const go = () => {
      while (!socket.destroyed && socket.write(records));
    }
    socket.on('error', () => {}).on('drain', go)
    socket.once('data', go)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const asked = { host: 'good.example.com', port }
  await assert.rejects(
    Array.fromAsync(createTlsProbe({ limits: UNHURRIED, guard, fetcher }).report(asked)),
    /handshake without end/,
  )
  server.close()
})

test('a server that knows no protocol of the web by ALPN is looked at, too', { skip }, async () => {
  const last = (await report({ ALPNProtocols: ['dot'] })).at(-1)!
  assert.deepEqual([last.isTrusted, last.alpn], [true, null])
  assert.ok(last.versions.some(({ version, isOffered }) => version === 'TLSv1.3' && isOffered))
})

test('a server with anonymous ciphers alone shows no certificate, and no connection is left open', { skip }, async () => {
  const ciphers = 'AECDH-AES128-SHA:@SECLEVEL=0'
  const server = createServer({ ...createCertificate()!, maxVersion: 'TLSv1.2', ciphers }, (socket) => socket.resume())
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const asked = { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
    await assert.rejects(
      Array.fromAsync(createTlsProbe({ limits: UNHURRIED, guard, fetcher }).report(asked)),
      /shows no certificate/,
    )
    const count = () => new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open)))
    await until(async () => (await count()) === 0, 'the connections are closed')
  } finally {
    server.close()
  }
})

test('the certificate comes first, versions and ciphers follow', { skip }, async () => {
  const values = await report({ ciphers: 'ECDHE+AESGCM:TLS_AES_128_GCM_SHA256' })
  assert.deepEqual(
    values.map(({ versions, ciphers, isComplete }) => [versions[0]!.isOffered, ciphers.length > 0, isComplete]),
    [
      [null, false, false],
      [true, false, false],
      [true, true, true],
    ],
  )
  const { certificates, protocol, versions } = values.at(-1)!
  assert.deepEqual(certificates[0]!.names, ['good.example.com', '127.0.0.1'])
  assert.deepEqual([certificates[0]!.key, certificates[0]!.isSelfIssued, protocol], ['EC prime256v1', true, 'TLSv1.3'])
  assert.deepEqual(
    versions.map(({ isOffered }) => isOffered),
    [true, true, false, false, false],
  )
  assert.match(certificates[0]!.pem, /^-----BEGIN CERTIFICATE-----/)
})

test('more ciphers than a few are all looked at', { skip }, async () => {
  const { ciphers } = (await report({ ciphers: 'ALL:!aNULL:@SECLEVEL=0' }, { rsaBits: 2048 })).at(-1)!
  assert.ok(ciphers.length > 24, `${ciphers.length}`)
})

for (const [honorCipherOrder, said] of [
  [true, 'the server chooses by its own order of ciphers'],
  [false, 'the client’s order of ciphers decides; the server has none'],
] as const)
  test(`${honorCipherOrder ? 'an' : 'no'} order of ciphers is told`, { skip }, async () => {
    const ciphers = 'ECDHE-ECDSA-AES128-SHA:ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384'
    const { checks } = (await report({ honorCipherOrder, maxVersion: 'TLSv1.2', ciphers })).at(-1)!
    assert.equal(checks.find(({ id }) => id === 'cipher-order')?.text.en, said)
  })

test('the ciphers of a server are listed though it ends each connection before the handshake is over', { skip }, async () => {
  const ciphers12 = 'TLS_AES_128_GCM_SHA256:AES128-SHA:ECDHE-RSA-AES128-GCM-SHA256'
  await using server = await serveBrokenly({ ciphers: ciphers12 }, ({ isClient, count }) => isClient && count === 2)
  const probe = createTlsProbe({ limits: UNHURRIED, guard, fetcher })
  const { ciphers, grade } = (await Array.fromAsync(probe.report({ host: 'good.example.com', port: server.port }))).at(-1)!
  assert.deepEqual(
    ciphers.map(({ name }) => name),
    ['TLS_RSA_WITH_AES_128_CBC_SHA', 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256'],
  )
  assert.equal(grade, 'T')
})

test('the ciphers of a server are listed though it breaks down over those of finite fields', { skip }, async () => {
  const options = {
    ciphers: 'ECDHE-RSA-AES256-GCM-SHA384:DHE-RSA-AES256-GCM-SHA384:AES128-SHA:@SECLEVEL=0',
    dhparam: toDhParameters('modp14'),
  }
  await using server = await serveBrokenly(options, ({ isClient, chunk }) => !isClient && readServerHello(chunk)?.suite === DHE)
  const probe = createTlsProbe({ limits: UNHURRIED, guard, fetcher })
  const { ciphers, checks } = (await Array.fromAsync(probe.report({ host: 'good.example.com', port: server.port }))).at(-1)!
  assert.deepEqual(
    ciphers.map(({ name }) => name),
    ['TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384', 'TLS_RSA_WITH_AES_128_CBC_SHA'],
  )
  assert.equal(checks.find(({ id }) => id === 'ciphers')?.verdict, 'notice')
})

/** TLS_DHE_RSA_WITH_AES_256_GCM_SHA384 */
const DHE = 0x009f
type Word = { readonly isClient: boolean; readonly chunk: Buffer; readonly count: number }

/** A server that resets a connection at a certain word of the client or its own. */
async function serveBrokenly(
  options: TlsOptions,
  isLast: (word: Word) => boolean,
): Promise<AsyncDisposable & { readonly port: number }> {
  const inner = createServer({ ...createCertificate({ rsaBits: 2048 })!, ...options }, (socket) => socket.on('error', () => {}))
  inner.on('tlsClientError', () => {}).listen(0, '127.0.0.1')
  await once(inner, 'listening')
  const outer = createTcpServer((client) => {
    const way = connect((inner.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
    client.on('error', () => {}).on('close', () => way.destroy())
    for (const [from, to] of [
      [client, way],
      [way, client],
    ] as const) {
      let count = 0
      const isClient = from === client
      from.on('data', (chunk) => (isLast({ isClient, chunk, count: ++count }) ? client.resetAndDestroy() : to.write(chunk)))
    }
    way.on('end', () => client.end())
  }).listen(0, '127.0.0.1')
  await once(outer, 'listening')
  return {
    port: (outer.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      outer.close()
      inner.close()
    },
  }
}

const skipGnuTls = skip || skipWithout('gnutls-serv')
for (const [versions, verdict] of [
  ['-VERS-TLS1.3', 'bad'],
  ['+VERS-TLS1.3', 'notice'],
] as const)
  test(
    `without secure renegotiation (${versions}) a server is looked at all the same: ${verdict}`,
    { skip: skipGnuTls },
    async () => {
      await using server = await startGnuTls(`NORMAL:${versions}:%DISABLE_SAFE_RENEGOTIATION`)
      const { port } = server
      const { ciphers, checks } = (
        await Array.fromAsync(createTlsProbe({ limits: UNHURRIED, guard, fetcher }).report({ host: 'good.example.com', port }))
      ).at(-1)!
      assert.ok(ciphers.length > 5, `${ciphers.length} ciphers`)
      assert.equal(checks.find(({ id }) => id === 'renegotiation')?.verdict, verdict)
    },
  )

async function startGnuTls(priority: string): Promise<AsyncDisposable & { readonly port: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'octet-gnutls-'))
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')]
  const made = createCertificate({ rsaBits: 2048 })!
  writeFileSync(key, made.key)
  writeFileSync(cert, made.cert)
  const port = await findFreePort()
  const words = ['--http', '-q', '-p', String(port), '--x509keyfile', key, '--x509certfile', cert, '--priority', priority]
  const child = spawn(findProgram('gnutls-serv')!, words, { stdio: 'ignore' })
  const isUp = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  while (child.exitCode === null && !(await isUp())) await sleep(20)
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

test('groups and TLS 1.3 ciphers are listed, post-quantum ones first', { skip }, async () => {
  const ciphers = 'TLS_AES_128_GCM_SHA256:TLS_CHACHA20_POLY1305_SHA256:ECDHE+AESGCM'
  const last = (await report({ ciphers, ecdhCurve: 'P-256:X25519MLKEM768' })).at(-1)!
  assert.deepEqual(last.groups, [
    { name: 'X25519MLKEM768', isPostQuantum: true },
    { name: 'P-256', isPostQuantum: false },
  ])
  assert.deepEqual(last.suites, ['TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'])
  assert.equal(last.checks.find(({ id }) => id === 'post-quantum')?.verdict, 'good')
  const plain = (await report({ ecdhCurve: 'P-384' })).at(-1)!
  assert.deepEqual(plain.groups, [{ name: 'P-384', isPostQuantum: false }])
  assert.equal(plain.checks.find(({ id }) => id === 'post-quantum')?.verdict, 'notice')
  const finite = ['ffdhe2048', 'ffdhe3072', 'ffdhe4096', 'ffdhe6144', 'ffdhe8192']
  const { groups } = (await report({ ecdhCurve: finite.join(':') })).at(-1)!
  assert.deepEqual(
    groups.map(({ name }) => name),
    finite,
  )
})

/** Parameters of a finite-field exchange as PEM: PKCS #3, a sequence of prime and generator. */
function toDhParameters(group: string): string {
  const size = (length: number) => (length < 128 ? [length] : [0x82, length >> 8, length & 0xff])
  const prime = [0, ...getDiffieHellman(group).getPrime()]
  const content = [0x02, ...size(prime.length), ...prime, 0x02, 1, 2]
  const der = Buffer.from([0x30, ...size(content.length), ...content]).toString('base64')
  return `-----BEGIN DH PARAMETERS-----\n${der.replaceAll(/.{64}/g, '$&\n')}\n-----END DH PARAMETERS-----\n`
}

for (const [group, verdict] of [
  ['modp2', 'notice'],
  ['modp14', undefined],
] as const)
  test(`keys exchanged with the prime of ${group}: ${verdict ?? 'nothing to say'}`, { skip }, async () => {
    const options = { maxVersion: 'TLSv1.2', ciphers: 'DHE+AESGCM:@SECLEVEL=0', dhparam: toDhParameters(group) } as const
    const { checks, keyExchange, grade } = (await report(options, { rsaBits: 2048 })).at(-1)!
    assert.equal(checks.find(({ id }) => id === 'prime')?.verdict, verdict)
    assert.match(keyExchange!, /^DH \((1024|2048) bit\)$/)
    assert.equal(grade, 'B')
  })

test('HSTS is told where a web server answers', { skip }, async () => {
  const certificate = createCertificate({ names: ['DNS:good.example.com'] })!
  const server = createHttpsServer(certificate, (_, response) =>
    response.setHeader('strict-transport-security', 'max-age=31536000').end(),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const web = createFetcher({ guard, ca: certificate.cert, extraPorts: [port], totalMs: UNHURRIED.totalMs })
  const probe = createTlsProbe({ limits: UNHURRIED, guard, fetcher: web, ca: certificate.cert })
  const { checks } = (await Array.fromAsync(probe.report({ host: 'good.example.com', port }))).at(-1)!
  server.close()
  assert.equal(checks.find(({ id }) => id === 'hsts')?.text.en, 'HSTS for 365 days')
})

test('a server that wants a client certificate speaks the versions it agrees on', { skip }, async () => {
  const last = (await report({ requestCert: true, rejectUnauthorized: true })).at(-1)!
  const spoken = last.versions.filter(({ isOffered }) => isOffered).map(({ version }) => version)
  assert.deepEqual(spoken, ['TLSv1.3', 'TLSv1.2'])
  assert.equal(last.checks.find(({ id }) => id === 'client-certificate')?.verdict, 'notice')
})

const WANTS_CLIENT = { requestCert: true, rejectUnauthorized: true, ciphers: 'ECDHE+AESGCM:TLS_AES_128_GCM_SHA256' } as const

test('without TLS 1.3, a server that wants a client certificate shows its own, versions and ciphers', { skip }, async () => {
  const only12 = { ...WANTS_CLIENT, maxVersion: 'TLSv1.2', ALPNProtocols: ['http/1.1'] } as const
  const last = (await report(only12)).at(-1)!
  assert.deepEqual(
    [last.protocol, last.cipher, last.alpn, last.isTrusted, last.problem],
    ['TLSv1.2', 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384', 'http/1.1', true, null],
  )
  assert.deepEqual(last.certificates[0]!.names, ['good.example.com', '127.0.0.1'])
  assert.equal(last.ciphers.length, 2)
  assert.equal(last.grade, 'B')
  assert.equal(last.checks.find(({ id }) => id === 'client-certificate')?.verdict, 'notice')
  const distrusted = (await report(only12, {}, { trusts: false })).at(-1)!
  assert.deepEqual([distrusted.isTrusted, distrusted.problem], [false, 'DEPTH_ZERO_SELF_SIGNED_CERT'])
})

test('the TLS 1.2 ciphers of a server that wants a client certificate are listed beside TLS 1.3', { skip }, async () => {
  const { protocol, ciphers } = (await report(WANTS_CLIENT)).at(-1)!
  assert.deepEqual([protocol, ciphers.length], ['TLSv1.3', 2])
})

test('a name that does not fit is said beside an issuer that is not known, in both languages', { skip }, async () => {
  const { checks } = (await report({}, {}, { trusts: false, host: 'other.example.com' })).at(-1)!
  const name = checks.find(({ id }) => id === 'name')!
  assert.match(checks.find(({ id }) => id === 'trust')!.text.zh, /自签名/)
  assert.deepEqual(
    [name.verdict, name.text.en.split(': ')[1], name.text.zh.split('：')[1]],
    ['bad', 'good.example.com, 127.0.0.1', 'good.example.com、127.0.0.1'],
  )
  const known = (await report({}, {}, { host: 'other.example.com' })).at(-1)!.checks
  assert.match(known.find(({ id }) => id === 'trust')!.text.zh, /^证书属于其他域名/)
})

test('of two IP versions the one that answers is looked at, and the other named', { skip }, async () => {
  const made = createCertificate({ names: ['DNS:good.example.com'] })!
  const server = createServer(made, (socket) => socket.on('error', () => {})).on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const both = createGuard({
    allowTargets: ['127.0.0.1/32', '::1/128'],
    families: () => [4, 6],
    resolver: async () => ['::1', '127.0.0.1'],
  })
  const probe = createTlsProbe({ limits: UNHURRIED, guard: both, fetcher, ca: made.cert })
  const { port } = server.address() as AddressInfo
  const last = (await Array.fromAsync(probe.report({ host: 'good.example.com', port }))).at(-1)!
  server.close()
  assert.deepEqual([last.address, last.isTrusted], ['127.0.0.1', true])
  assert.match(last.checks.find(({ id }) => id === 'family')!.text.en, /^no connection over IPv6: ::1 refuses/)
})

test('an expired certificate says since when', { skip }, async () => {
  const last = (await report({}, { days: 1 }, { now: new Date(Date.now() + 10 * 86_400_000) })).at(-1)!
  assert.equal(last.checks.find(({ id }) => id === 'expiry')?.verdict, 'bad')
  assert.ok(last.certificates[0]!.daysLeft < 0)
})

test('the certificate that only some clients see is looked at too', { skip }, async () => {
  using authority = new TestAuthority()
  const extensions = ['subjectAltName=DNS:good.example.com']
  const [ec, rsa, odd] = [
    authority.issue('ec', { extensions }),
    authority.issue('rsa', { extensions, key: 'rsa' }),
    authority.issue('odd', { extensions: ['subjectAltName=DNS:odd.example.com'], key: 'rsa' }),
  ]
  const sha1 = authority.issue('sha1', { extensions, key: 'rsa', digest: 'sha1' })
  const look = async (held: readonly { cert: string; key: string }[], maxVersion: 'TLSv1.2' | 'TLSv1.3', days = 0) => {
    const cert = held.map((one) => [one.cert, authority.intermediate.cert].join('\n'))
    const server = createServer({ cert, key: held.map(({ key }) => key), maxVersion }, (socket) => socket.on('error', () => {}))
    await once(server.on('tlsClientError', () => {}).listen(0, '127.0.0.1'), 'listening')
    const now = () => new Date(Date.now() + days * 86_400_000)
    try {
      const probe = createTlsProbe({ limits: UNHURRIED, guard, fetcher, ca: authority.root.cert, now })
      const { port } = server.address() as AddressInfo
      const last = (await Array.fromAsync(probe.report({ host: 'good.example.com', port }))).at(-1)!
      return last.checks.find(({ id }) => id === 'other-certificate')
    } finally {
      server.close()
    }
  }
  assert.match((await look([ec, rsa], 'TLSv1.2'))!.text.en, /^a second certificate \((RSA 2048|EC prime256v1)\) for clients/)
  assert.equal(await look([ec], 'TLSv1.3'), undefined)
  const wrong = await look([ec, odd], 'TLSv1.3')
  assert.match(`${wrong!.verdict} ${wrong!.text.en}`, /^bad .* \(RSA 2048\),.* another name$/)
  assert.match((await look([ec, sha1], 'TLSv1.3'))!.text.en, /is not valid: its signature can be forged \(ecdsa-with-SHA1\)$/)
  assert.match((await look([ec, rsa], 'TLSv1.3', 25))!.text.en, /is not valid: expired$/)
})

async function reportOn(server: Server, timeoutMs = 30_000): Promise<unknown> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    return await Array.fromAsync(
      createTlsProbe({ limits: UNHURRIED, guard, fetcher }).report({
        host: '127.0.0.1',
        port: (server.address() as AddressInfo).port,
        timeoutMs,
      }),
    )
  } finally {
    server.close()
  }
}

test('a server without TLS is named as such', async () => {
  await assert.rejects(reportOn(createTcpServer((socket) => socket.on('error', () => {}).end('hello\r\n'))), {
    key: 'target_failed',
  })
})
test('a port on which nobody listens is named as such', async () => {
  const server = createTcpServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  for (const startTls of [undefined, 'smtp'] as const)
    await assert.rejects(
      Array.fromAsync(
        createTlsProbe({ limits: UNHURRIED, guard, fetcher }).report({ host: '127.0.0.1', port, ...(startTls && { startTls }) }),
      ),
      (error: Error) => isAppError(error) && error.message.includes(`127.0.0.1:${port} refuses the connection`),
    )
})
test('of a server that takes only one connection the certificate is shown, the versions stay open', { skip }, async () => {
  const server = createServer(createCertificate({ names: ['IP:127.0.0.1'], subject: '/CN=once' })!)
  server.once('connection', () => server.close())
  const reports = (await reportOn(server)) as TlsReport[]
  assert.deepEqual(
    reports.at(-1)!.versions.map(({ isOffered }) => isOffered),
    [null, null, null, null, null],
  )
})
test('a silent server ends in timed_out', async () => {
  await assert.rejects(
    reportOn(
      createTcpServer((socket) => socket.on('error', () => {})),
      400,
    ),
    { key: 'timed_out' },
  )
})

const CIPHERS: readonly [string, string][] = [
  ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', 'good'],
  ['TLS_RSA_WITH_AES_128_GCM_SHA256', 'notice'],
  ['TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA', 'notice'],
  ['TLS_RSA_WITH_3DES_EDE_CBC_SHA', 'bad'],
  ['TLS_DH_anon_WITH_AES_128_CBC_SHA', 'bad'],
]
for (const [name, verdict] of CIPHERS) test(`${name} is ${verdict}`, () => assert.equal(judgeCipher(name), verdict))

for (const [what, options] of [
  ['CCM in TLS 1.3', { minVersion: 'TLSv1.3', ciphers: 'TLS_AES_128_CCM_SHA256' }],
  ['CCM 8 in TLS 1.3', { minVersion: 'TLSv1.3', ciphers: 'TLS_AES_128_CCM_8_SHA256:ALL:@SECLEVEL=0' }],
  ['CCM in TLS 1.2', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES256-CCM' }],
] as const)
  test(`a server that speaks only ${what} is looked at, too`, { skip }, async () => {
    const last = (await report(options)).at(-1)!
    assert.match(last.cipher, /_CCM/)
    if (last.protocol === 'TLSv1.3') assert.deepEqual([last.suites, last.groups.length > 3], [[last.cipher], true])
    assert.deepEqual(
      last.versions.filter(({ isOffered }) => isOffered).map(({ version }) => version),
      [last.protocol],
    )
  })
