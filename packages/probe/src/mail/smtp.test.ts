import assert from 'node:assert/strict'
import { createHash, X509Certificate } from 'node:crypto'
import { after, test } from 'node:test'
import type { MailReport } from '@octet/core/probe/mail.ts'
import { createDnsClient } from '../dns/client.ts'
import { toNormalName } from '../dns/names.ts'
import { createGuard } from '../guard/guard.ts'
import { createFetcher } from '../http/fetch.ts'
import { TestAuthority } from '../testing/authority.ts'
import { createCertificate } from '../testing/certificate.ts'
import { rr, startDnsServer } from '../testing/dns-server.ts'
import { skipWithout } from '../testing/peers.ts'
import { startSmtpServer, type SmtpOptions } from '../testing/smtp-server.ts'
import { UNHURRIED } from '../testing/unhurried.ts'
import { createMailProbe } from './mail-probe.ts'
import { checkServers } from './smtp-checks.ts'
import { NOTHING_KNOWN, speakToServers } from './smtp.ts'

const skip = skipWithout('openssl')
const authority = skip ? undefined! : new TestAuthority()
after(() => authority?.[Symbol.dispose]())
const SIGNED = { qr: true, aa: false, tc: false, rd: true, ra: true, ad: true, cd: false }
const named = skip ? undefined! : authority.issue('mx', { extensions: ['subjectAltName=DNS:mx.example.com'] })
const chained = skip ? undefined! : { key: named.key, cert: [named.cert, authority.intermediate.cert].join('\n') }

type Setup = {
  readonly tlsa?: readonly string[]
  readonly ca?: string | undefined
  readonly address?: string
  readonly timeoutMs?: number
}

/** What is said of a domain whose only mail server answers in this way. */
async function look(options: SmtpOptions, { tlsa = [], ca, address = '127.0.0.1' }: Setup = {}) {
  await using smtp = await startSmtpServer(options)
  const report = await reportOf(smtp.port, { tlsa, ca, address })
  return { ...report, server: report.servers[0]!, heard: smtp.heard }
}

async function reportOf(smtpPort: number, { tlsa = [], ca, address = '127.0.0.1', timeoutMs }: Setup): Promise<MailReport> {
  await using dns = await startDnsServer(({ name, type }) => {
    const owner = toNormalName(name)
    if (type === 15) return { answers: [rr(name, 'MX', { preference: 10, exchange: 'mx.example.com.' })] }
    if (type !== 52 || owner !== '_25._tcp.mx.example.com.') return { answers: [] }
    const answers = tlsa.map((record) => {
      const [usage, selector, matching, data = ''] = record.split(' ')
      return rr(name, 'TLSA', { usage: Number(usage), selector: Number(selector), matching: Number(matching), data })
    })
    return { answers, flags: SIGNED }
  })
  const guard = createGuard({ allowTargets: ['127.0.0.0/8'], resolver: async () => [address] })
  const systemServers = [{ transport: 'udp', host: '127.0.0.1', port: dns.port, isTrusted: true }] as const
  const client = createDnsClient({ guard, systemServers })
  const probe = createMailProbe({ guard, client, fetcher: createFetcher({ guard }), ca, smtpPort, limits: UNHURRIED })
  return (await Array.fromAsync(probe.report('example.com', { timeoutMs }))).at(-1)!
}

const verdicts = ({ checks }: Pick<MailReport, 'checks'>) =>
  Object.fromEntries(checks.filter(({ id }) => id.startsWith('smtp')).map(({ id, verdict }) => [id, verdict]))

test('a mail server that takes connections by one of its two IP versions only is told so', { skip }, async () => {
  await using smtp = await startSmtpServer({ tls: chained })
  const families = () => [4, 6] as const
  const allowTargets = ['127.0.0.1/32', '::1/128']
  const guard = createGuard({ allowTargets, families, resolver: async () => ['::1', '127.0.0.1'] })
  const [server] = await speakToServers(
    [{ preference: 10, host: 'mx.example.com' }],
    Promise.resolve(() => []),
    { guard, port: smtp.port, now: new Date() },
    { signal: undefined, timeoutMs: UNHURRIED.speakMs },
  )
  assert.deepEqual([server?.failure, server?.address, server?.startTls], [null, '127.0.0.1', true])
  const { text, verdict } = checkServers([server!], PUBLISHED).find(({ id }) => id === 'smtp-family')!
  assert.equal(verdict, 'bad')
  assert.match(text.en, /^mx\.example\.com: no connection over IPv6: ::1 refuses the connection\. Senders lose time/)
})

test('a mail server is greeted, asked for TLS, and left; no mailbox is named', { skip }, async () => {
  const { server, heard, ...rest } = await look({ tls: chained }, { ca: authority.root.cert })
  assert.deepEqual(heard, ['EHLO octet.invalid', 'STARTTLS', 'EHLO octet.invalid', 'QUIT'])
  assert.equal(server.greeting, '220 mx.example.com ESMTP no spam')
  assert.deepEqual(server.features, ['SIZE 1000', '8BITMIME', 'AUTH PLAIN LOGIN', 'HELP'])
  assert.deepEqual(
    [server.address, server.startTls, server.protocol, server.isTrusted, server.isNamed, server.fitsDane, server.hasOpenLogin],
    ['127.0.0.1', true, 'TLSv1.3', true, true, null, false],
  )
  assert.deepEqual(server.certificate?.names, ['mx.example.com'])
  assert.deepEqual(verdicts(rest), { smtp: 'good', 'smtp-tls': 'good', 'smtp-certificate': 'good' })
})

const plain = ['SIZE 1000']
const self = createCertificate({ names: ['DNS:mx.example.com'] })!
const other = createCertificate({ names: ['DNS:other.example.com'] })!
const CASES: readonly [title: string, options: SmtpOptions, outcome: Readonly<Record<string, string>>, words: RegExp][] = [
  ['no STARTTLS', { features: plain }, { smtp: 'good', 'smtp-tls': 'bad' }, /is sent unencrypted$/],
  ['STARTTLS blanked out', { features: ['XXXXXXXA'] }, { smtp: 'good', 'smtp-tls': 'bad' }, /removes features/],
  ['logins in the open', { features: ['AUTH LOGIN'] }, { smtp: 'good', 'smtp-tls': 'bad', 'smtp-login': 'bad' }, /passwords/],
  ['TLS not ready', { ready: '454 TLS not available' }, { smtp: 'good', 'smtp-handshake': 'bad' }, /“454 TLS not available”/],
  ['rejected', { greeting: '554 5.7.1 blocked' }, { 'smtp-greeting': 'notice' }, /“554 5\.7\.1 blocked”/],
  ['rejected in lines', { greeting: '550-Listed\r\n550 see x' }, { 'smtp-greeting': 'notice' }, /answers “550 Listed see x”/],
  [
    'put off',
    { greeting: '451 4.7.1 greylisted' },
    { 'smtp-greeting': 'notice' },
    /puts us off for now: “451 4\.7\.1 greylisted”/,
  ],
  ['self-signed', { tls: self }, { smtp: 'good', 'smtp-tls': 'good', 'smtp-certificate': 'notice' }, /self-signed/],
  ['another name', { tls: other }, { smtp: 'good', 'smtp-tls': 'good', 'smtp-certificate': 'notice' }, /invalid certificates/],
  [
    'TLS 1.0 alone',
    { tls: { ...self, minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' } },
    { smtp: 'good', 'smtp-tls': 'good', 'smtp-version': 'notice', 'smtp-certificate': 'notice' },
    /RFC 8996/,
  ],
  [
    'a handshake that nobody can end',
    { tls: { ...self, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2', ciphers: 'NULL-SHA256:@SECLEVEL=0' } },
    { smtp: 'good', 'smtp-handshake': 'bad' },
    /the handshake ends/,
  ],
]
for (const [title, options, outcome, words] of CASES)
  test(`a mail server, ${title}: ${JSON.stringify(outcome)}`, { skip }, async () => {
    const { checks } = await look(options)
    assert.deepEqual(verdicts({ checks }), outcome, JSON.stringify(checks))
    assert.ok(
      checks.some(({ id, text }) => id.startsWith('smtp') && words.test(text.en)),
      JSON.stringify(checks),
    )
  })

test('where nobody answers it may be our network', async () => {
  const closed = await startSmtpServer()
  await closed[Symbol.asyncDispose]()
  const { checks, servers } = await reportOf(closed.port, {})
  assert.match(servers[0]!.failure!.en, /refuses the connection/)
  assert.deepEqual(verdicts({ checks }), { 'smtp-reach': 'notice' })
})

test('one that is silent beside another that answers is at fault', () => {
  const fine = { ...SERVER, host: 'a.example', greeting: '220 a' }
  const dead = { ...SERVER, host: 'b.example', isReachable: false, failure: { en: 'b.example refuses', zh: 'b.example 拒绝' } }
  const seen = (servers: MailReport['servers']) => verdicts({ checks: checkServers(servers, PUBLISHED) })
  assert.deepEqual(seen([fine, dead]), { smtp: 'good', 'smtp-reach': 'bad' })
  assert.deepEqual(seen([fine, { ...dead, isReachable: null }]), { smtp: 'good', 'smtp-untried': 'notice' })
})

const spki = (raw: Buffer) => new X509Certificate(raw).publicKey.export({ type: 'spki', format: 'der' })
const toRecord = (usage: number, { raw }: { raw: Buffer }) =>
  `${usage} 1 1 ${createHash('sha256').update(spki(raw)).digest('hex').toUpperCase()}`

test('DANE is judged by the certificate that is shown', { skip }, async () => {
  const shown = async (records: readonly string[], tls = chained) => {
    const { checks, server } = await look({ tls }, { tlsa: records, ca: authority.root.cert })
    return [server.fitsDane, verdicts({ checks })['smtp-dane'], verdicts({ checks })['smtp-certificate']]
  }
  assert.deepEqual(await shown([toRecord(3, named)]), [true, 'good', undefined])
  assert.deepEqual(await shown([toRecord(2, authority.intermediate)]), [true, 'good', undefined])
  assert.deepEqual(await shown([toRecord(2, authority.root)]), [false, 'bad', 'good'], 'a root that is not sent')
  assert.deepEqual(await shown([toRecord(1, named)]), [null, undefined, 'good'], 'no usage of mail')
  assert.deepEqual(await shown([`3 1 1 ${'00'.repeat(32)}`]), [false, 'bad', 'good'])
  const raw = new X509Certificate(other.cert).raw
  assert.deepEqual(await shown([toRecord(3, { raw })], other), [true, 'good', undefined], 'neither name nor authority counts')
})

/** What Postfix makes of the same servers and records, as posttls-finger tells it. */
const DANE: readonly (readonly [
  title: string,
  records: () => string[],
  sent: () => TestCertificate,
  verified: boolean | null,
])[] = [
  [
    'a wrong strong digest stands above a right weak one',
    () => [toRecord(3, named), `3 1 2 ${'00'.repeat(64)}`],
    () => chained,
    false,
  ],
  ['a record of an unknown digest is no record', () => [`3 1 9 ${'00'.repeat(32)}`], () => chained, null],
  ['a digest that is cut is no record', () => [`3 1 1 ${'00'.repeat(20)}`], () => chained, null],
  ['a root that stands in the record need not be sent', () => [`2 0 0 ${toHex(authority.root.raw)}`], () => chained, true],
  ['the key of a root will do', () => [`2 1 0 ${toHex(spki(authority.root.raw))}`], () => chained, true],
  ['a root that is sent too early is sent', () => [toRecord(2, authority.root)], () => withChain('mx-early', NAMED, true), true],
  [
    'a name of the domain will do',
    () => [toRecord(2, authority.intermediate)],
    () => withChain('mx-domain', ['DNS:example.com']),
    true,
  ],
  [
    'a CN will do where no name is there',
    () => [toRecord(2, authority.intermediate)],
    () => withChain('mx.example.com', []),
    true,
  ],
  [
    'another name will not',
    () => [toRecord(2, authority.intermediate)],
    () => withChain('mx-other', ['DNS:other.example.com']),
    false,
  ],
]
const NAMED = ['DNS:mx.example.com']
type TestCertificate = { readonly key: string; readonly cert: string }
const toHex = (bytes: Buffer) => bytes.toString('hex').toUpperCase()
/** A certificate with what it was issued by; with the root before its issuer, when that is to come early. */
function withChain(name: string, names: readonly string[], isRootEarly = false): TestCertificate {
  const { cert, key } = authority.issue(name, { extensions: names.map((one) => `subjectAltName=${one}`) })
  return { key, cert: cert + (isRootEarly ? authority.root.cert : '') + authority.intermediate.cert }
}
for (const [title, records, sent, verified] of DANE)
  test(`DANE: ${title}`, { skip }, async () => {
    const { checks, server } = await look({ tls: sent() }, { tlsa: records(), ca: authority.root.cert })
    assert.equal(server.fitsDane, verified)
    assert.equal(checks.find(({ id }) => id === 'dane')?.verdict, verified === null ? 'bad' : 'good')
  })

test('a certificate that does not hold matters where MTA-STS says so', () => {
  const certificate = { subject: '', issuer: '', validTo: '', daysLeft: 9, names: ['x.example'] }
  const server = { ...SERVER, greeting: '220 a', startTls: true, certificate, isNamed: false, isTrusted: true }
  const seen = (mode: string | null, more: object = {}) =>
    verdicts({ checks: checkServers([{ ...server, ...more }], { ...PUBLISHED, mtaSts: { ...PUBLISHED.mtaSts, mode } }) })
  assert.equal(seen('enforce')['smtp-certificate'], 'bad')
  assert.equal(seen('testing')['smtp-certificate'], 'notice')
  assert.equal(seen('enforce', { isNamed: true })['smtp-certificate'], 'good')
  assert.equal(seen('enforce', { isNamed: true, certificate: { ...certificate, daysLeft: -1 } })['smtp-certificate'], 'bad')
})

test('a mail server that takes connections and does not greet is named as such', async () => {
  await using smtp = await startSmtpServer({ greeting: '220-wait' })
  const { checks } = await reportOf(smtp.port, { timeoutMs: 1000 })
  const { verdict, text } = checks.find(({ id }) => id === 'smtp-greeting')!
  assert.equal(verdict, 'notice')
  const [, seconds] = /but had not greeted after (\d+(?:\.\d)?) s$/.exec(text.en) ?? []
  // A slow machine may be late to stop waiting.
  assert.ok(Number(seconds) > 0, text.en)
  assert.equal(
    text.en,
    `the conversation ends early: mx.example.com takes the connection, but had not greeted after ${seconds} s`,
  )
  assert.equal(text.zh, `会话提前结束：mx.example.com 接受了连接，但 ${seconds} 秒内没有问候`)
})

test('a caller that leaves ends the conversation', async () => {
  await using smtp = await startSmtpServer({ greeting: '220-wait' })
  const guard = createGuard({ allowTargets: ['127.0.0.0/8'], resolver: async () => ['127.0.0.1'] })
  await using dns = await startDnsServer(({ name, type }) => ({
    answers: type === 15 ? [rr(name, 'MX', { preference: 10, exchange: 'mx.example.com.' })] : [],
  }))
  const systemServers = [{ transport: 'udp', host: '127.0.0.1', port: dns.port, isTrusted: true }] as const
  const client = createDnsClient({ guard, systemServers })
  const probe = createMailProbe({ guard, client, fetcher: createFetcher({ guard }), smtpPort: smtp.port, limits: UNHURRIED })
  const leaving = new AbortController()
  const reading = probe.report('example.com', { signal: leaving.signal })[Symbol.asyncIterator]()
  assert.equal((await reading.next()).value!.isComplete, false)
  leaving.abort()
  await assert.rejects(reading.next(), { key: 'cancelled' })
})

const SERVER = { ...NOTHING_KNOWN, host: 'a.example', address: '192.0.2.1', isReachable: true }
const PUBLISHED = { dane: [], mtaSts: { record: null, mode: null, hosts: [], maxAgeSeconds: null, problem: null } }
