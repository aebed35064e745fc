import assert from 'node:assert/strict'
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createServer } from 'node:tls'
import { createDnsClient } from '../dns/client.ts'
import { createGuard } from '../guard/guard.ts'
import { createFetcher } from '../http/fetch.ts'
import { TestAuthority } from '../testing/authority.ts'
import { createCertificate } from '../testing/certificate.ts'
import { rr, startDnsServer } from '../testing/dns-server.ts'
import { skipWithout } from '../testing/peers.ts'
import { startSmtpServer } from '../testing/smtp-server.ts'
import { UNHURRIED } from '../testing/unhurried.ts'
import { createTlsProbe } from './report.ts'
import { checkTlsa, findUsable } from './tlsa.ts'

const skip = skipWithout('openssl')
const authority = skip ? undefined! : new TestAuthority()
after(() => authority?.[Symbol.dispose]())
const chain = skip ? [] : [authority.issue('server').raw, authority.intermediate.raw]

const spki = (raw: Buffer) => new X509Certificate(raw).publicKey.export({ type: 'spki', format: 'der' })
const hash = (algorithm: string, bytes: Buffer) => createHash(algorithm).update(bytes).digest('hex').toUpperCase()
const FLAGS = { qr: true, aa: false, tc: false, rd: true, ra: true, ad: true, cd: false }

/** What is said of a server with these records; undefined where nothing is. */
async function check(
  records: readonly string[],
  { isSigned = true, host = 'mx.example.com', rcode = 0, sent = chain, isMail = false } = {},
) {
  await using server = await startDnsServer(({ name }) => {
    assert.equal(name, '_25._tcp.mx.example.com.')
    const answers = records.map((record) => {
      const [usage, selector, matching, data = ''] = record.split(' ')
      return rr(name, 'TLSA', { usage: Number(usage), selector: Number(selector), matching: Number(matching), data })
    })
    return rcode ? { rcode } : { answers, flags: { ...FLAGS, ad: isSigned } }
  })
  const systemServers = [{ transport: 'udp', host: '127.0.0.1', port: server.port, isTrusted: true }] as const
  const client = createDnsClient({ guard: createGuard(), systemServers })
  const [found] = await checkTlsa({ host, port: 25, chain, readSent: async () => sent, isMail }, client, {
    signal: undefined,
    timeoutMs: UNHURRIED.askMs,
  })
  return found?.verdict
}

const [leaf, issuer] = chain as [Buffer, Buffer]
const FALSE = '00'.repeat(32)
const toHex = (bytes: Buffer) => bytes.toString('hex').toUpperCase()
const CASES: readonly (readonly [title: string, records: () => readonly string[], expected: string | undefined])[] = [
  ['its key', () => [`3 1 1 ${hash('sha256', spki(leaf))}`], 'good'],
  ['its certificate by SHA-512', () => [`3 0 2 ${hash('sha512', leaf)}`], 'good'],
  ['its certificate itself', () => [`1 0 0 ${leaf.toString('hex').toUpperCase()}`], 'good'],
  ['the key of its authority', () => [`2 1 1 ${hash('sha256', spki(issuer))}`], 'good'],
  ['one of two', () => [`3 1 1 ${FALSE}`, `3 1 1 ${hash('sha256', spki(leaf))}`], 'good'],
  ['another key', () => [`3 1 1 ${FALSE}`], 'bad'],
  ['its own key as that of an authority', () => [`2 1 1 ${hash('sha256', spki(leaf))}`], 'bad'],
  ['a usage that nobody knows', () => [`9 1 1 ${hash('sha256', spki(leaf))}`], 'bad'],
  ['nothing', () => [], undefined],
  [
    'a wrong digest beside a right one that is weaker',
    () => [`3 1 2 ${FALSE}${FALSE}`, `3 1 1 ${hash('sha256', spki(leaf))}`],
    'bad',
  ],
  ['a right digest beside a wrong one that is weaker', () => [`3 1 1 ${FALSE}`, `3 1 2 ${hash('sha512', spki(leaf))}`], 'good'],
  ['a wrong strong digest of something else', () => [`3 1 2 ${FALSE}${FALSE}`, `3 0 1 ${hash('sha256', leaf)}`], 'good'],
  ['a wrong strong digest beside the whole key', () => [`3 1 2 ${FALSE}${FALSE}`, `3 1 0 ${toHex(spki(leaf))}`], 'good'],
  ['a digest that is too short', () => [`3 1 1 ${FALSE.slice(2)}`], 'bad'],
  ['a key that is none', () => ['3 1 0 00FF'], 'bad'],
]
for (const [title, records, expected] of CASES)
  test(`TLSA names ${title}: ${expected}`, { skip }, async () => assert.equal(await check(records()), expected))

test('unsigned records do not count', { skip }, async () =>
  assert.equal(await check([`3 1 1 ${hash('sha256', spki(leaf))}`], { isSigned: false }), 'notice'),
)
test('nothing is said where the records could not be asked for, or of an address', { skip }, async () => {
  assert.equal(await check([], { rcode: 2 }), undefined)
  assert.equal(await check([], { host: '192.0.2.1' }), undefined)
})

test('an authority counts only where the server sends its certificate', { skip }, async () => {
  const record = `2 1 1 ${hash('sha256', spki(issuer))}`
  assert.equal(await check([record], { sent: [leaf] }), 'bad')
  assert.equal(await check([record, `3 1 1 ${hash('sha256', spki(leaf))}`], { sent: [leaf] }), 'good')
})

test('an authority of which the record holds all need not be sent', { skip }, async () => {
  for (const [record, expected] of [
    [`2 0 0 ${toHex(issuer)}`, 'good'],
    [`2 1 0 ${toHex(spki(issuer))}`, 'good'],
    [`2 0 0 ${toHex(authority.root.raw)}`, 'bad'], // which issued the one that is not sent
    [`2 0 0 ${toHex(leaf)}`, 'bad'],
    [`2 1 0 ${toHex(spki(leaf))}`, 'bad'],
  ] as const)
    assert.equal(await check([record], { sent: [leaf] }), expected)
})

test('records that nobody can use are told apart from those that do not fit', () => {
  const good = `3 1 1 ${FALSE}`
  assert.deepEqual(
    findUsable([good, `3 1 9 ${FALSE}`, `3 9 1 ${FALSE}`, `9 1 1 ${FALSE}`, `3 1 2 ${FALSE}`, '2 0 0 00FF', '3 1 1']),
    [good],
  )
})

test('mail does not look at public roots', { skip }, async () => {
  const record = `1 1 1 ${hash('sha256', spki(leaf))}`
  assert.deepEqual([await check([record]), await check([record], { isMail: true })], ['good', 'bad'])
})

for (const version of ['TLSv1.2', 'TLSv1.3'] as const)
  test(`${version}: a TLSA record of a root that is known here but not sent does not count`, { skip }, async () => {
    const issued = authority.issue(`mx-${version}`, { extensions: ['subjectAltName=DNS:mx.example.com'] })
    const find = async (sent: readonly string[]) => {
      await using dns = await startDnsServer(({ name }) => {
        const data = hash('sha256', spki(authority.root.raw))
        return { answers: [rr(name, 'TLSA', { usage: 2, selector: 1, matching: 1, data })], flags: FLAGS }
      })
      const options = { key: issued.key, cert: sent.join('\n'), minVersion: version, maxVersion: version }
      const server = createServer(options, (socket) => socket.on('error', () => {})).on('tlsClientError', () => {})
      await once(server.listen(0, '127.0.0.1'), 'listening')
      try {
        const guard = createGuard({ allowTargets: ['127.0.0.1/32'], resolver: async () => ['127.0.0.1'] })
        const systemServers = [{ transport: 'udp', host: '127.0.0.1', port: dns.port, isTrusted: true }] as const
        const client = createDnsClient({ guard, systemServers })
        const probe = createTlsProbe({
          limits: UNHURRIED,
          guard,
          client,
          fetcher: createFetcher({ guard }),
          ca: authority.root.cert,
        })
        const { port } = server.address() as AddressInfo
        const { checks, isTrusted } = (await Array.fromAsync(probe.report({ host: 'mx.example.com', port }))).at(-1)!
        assert.equal(isTrusted, true)
        return checks.find(({ id }) => id === 'dane')?.verdict
      } finally {
        server.close()
      }
    }
    const { root, intermediate } = authority
    assert.equal(await find([issued.cert, intermediate.cert]), 'bad')
    assert.equal(await find([issued.cert, intermediate.cert, root.cert]), 'good')
  })

test('for mail a fitting TLSA record is as good as a public authority, for others it is not', { skip }, async () => {
  const own = createCertificate({ names: ['DNS:mx.example.com'] })!
  await using dns = await startDnsServer(({ name }) => {
    const data = hash('sha256', spki(new X509Certificate(own.cert).raw))
    return { answers: [rr(name, 'TLSA', { usage: 3, selector: 1, matching: 1, data })], flags: FLAGS }
  })
  const guard = createGuard({ allowTargets: ['127.0.0.1/32'], resolver: async () => ['127.0.0.1'] })
  const systemServers = [{ transport: 'udp', host: '127.0.0.1', port: dns.port, isTrusted: true }] as const
  const probe = createTlsProbe({
    limits: UNHURRIED,
    guard,
    client: createDnsClient({ guard, systemServers }),
    fetcher: createFetcher({ guard }),
  })
  const look = async (port: number, startTls?: 'smtp') => {
    const report = (await Array.fromAsync(probe.report({ host: 'mx.example.com', port, startTls }))).at(-1)!
    return [report.grade, report.isTrusted, report.checks.find(({ id }) => id === 'trust')!.verdict]
  }
  const tls = { ...own, ciphers: 'ECDHE+AESGCM:TLS_AES_128_GCM_SHA256' }
  await using smtp = await startSmtpServer({ tls })
  assert.deepEqual(await look(smtp.port, 'smtp'), ['A', false, 'notice'])
  const server = createServer(tls, (socket) => socket.on('error', () => {})).on('tlsClientError', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    assert.deepEqual(await look((server.address() as AddressInfo).port), ['T', false, 'bad'])
  } finally {
    server.close()
  }
})
