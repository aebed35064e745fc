/* oxlint-disable no-control-regex -- binary protocols are matched byte by byte */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'
import { createSecureContext, TLSSocket } from 'node:tls'
import type { StartTls } from '@octet/core/probe/tls.ts'
import { createGuard } from '../guard/guard.ts'
import { createFetcher } from '../http/fetch.ts'
import { createCertificate } from '../testing/certificate.ts'
import { UNHURRIED } from '../testing/unhurried.ts'
import { createTlsProbe } from './report.ts'
import { Tap } from './sent-chain.ts'

const certificate = createCertificate()
const skip = certificate ? false : 'OpenSSL is not installed'
const guard = createGuard({ allowTargets: ['127.0.0.1/32'] })

/** What a server says first, and then to each thing it hears; `TLS` is the word at which the handshake begins. */
type Script = { readonly greeting?: string; readonly answers: readonly (readonly [heard: RegExp, said: string, TLS?: 'TLS'])[] }

const MYSQL_REQUEST = /^ \0\0\x01[\s\S]{32}$/
const MYSQL_GREETING = toMysqlGreeting(0x0800)

const OFFERS: Readonly<Record<StartTls, Script>> = {
  smtp: {
    greeting: '220-mail.example.com\r\n220 ready\r\n',
    answers: [
      [/^EHLO \S+\r\n$/, '250-mail.example.com\r\n250-SIZE 1\r\n250-STARTTLS\r\n250 HELP\r\n'],
      [/^STARTTLS\r\n$/, '220 go ahead\r\n', 'TLS'],
    ],
  },
  imap: { greeting: '* OK [CAPABILITY IMAP4rev1 STARTTLS] ready\r\n', answers: [[/^a STARTTLS\r\n$/, 'a OK begin\r\n', 'TLS']] },
  pop3: { greeting: '+OK ready\r\n', answers: [[/^STLS\r\n$/, '+OK begin\r\n', 'TLS']] },
  ftp: { greeting: '220 ftp.example.com\r\n', answers: [[/^AUTH TLS\r\n$/, '234 go\r\n', 'TLS']] },
  xmpp: {
    answers: [
      [
        /<stream:stream /,
        "<?xml version='1.0'?><stream:stream id='1'><stream:features><starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/></stream:features>",
      ],
      [/^<starttls /, "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>", 'TLS'],
    ],
  },
  'xmpp-server': {
    answers: [
      [
        /<stream:stream xmlns='jabber:server' /,
        "<?xml version='1.0'?><stream:stream id='1'><stream:features><starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/></stream:features>",
      ],
      [/^<starttls /, "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>", 'TLS'],
    ],
  },
  ldap: { answers: [[/1\.3\.6\.1\.4\.1\.1466\.20037$/, '0\x0c\x02\x01\x01x\x07\n\x01\0\x04\0\x04\0', 'TLS']] },
  postgres: { answers: [[/^\0\0\0\x08\x04\xd2\x16\x2f$/, 'S', 'TLS']] },
  mysql: { greeting: MYSQL_GREETING, answers: [[MYSQL_REQUEST, '', 'TLS']] },
  sieve: {
    greeting: '"IMPLEMENTATION" "Test OK"\r\n"SIEVE" "fileinto"\r\n"STARTTLS"\r\nOK "ready"\r\n',
    answers: [[/^STARTTLS\r\n$/, 'OK "begin"\r\n', 'TLS']],
  },
  nntp: { greeting: '201 news.example.com\r\n', answers: [[/^STARTTLS\r\n$/, '382 begin\r\n', 'TLS']] },
}

const REFUSALS: Readonly<Record<StartTls, Script>> = {
  smtp: { greeting: '220 ready\r\n', answers: [[/EHLO/, '250-mail\r\n250 SIZE 1\r\n']] },
  imap: { greeting: '* OK ready\r\n', answers: [[/STARTTLS/, 'a NO not here\r\n']] },
  pop3: { greeting: '+OK ready\r\n', answers: [[/STLS/, '-ERR no\r\n']] },
  ftp: { greeting: '220 ready\r\n', answers: [[/AUTH/, '502 no\r\n']] },
  xmpp: { answers: [[/<stream:stream /, '<stream:stream><stream:features></stream:features>']] },
  'xmpp-server': { answers: [[/<stream:stream /, '<stream:stream><stream:error><host-unknown/></stream:error>']] },
  ldap: { answers: [[/20037/, '0\x0c\x02\x01\x01x\x07\n\x01\x02\x04\0\x04\0']] },
  postgres: { answers: [[/./s, 'N']] },
  mysql: { greeting: toMysqlGreeting(0), answers: [] },
  sieve: { greeting: '"SIEVE" "fileinto"\r\nOK\r\n', answers: [] },
  nntp: { greeting: '200 news\r\n', answers: [[/STARTTLS/, '580 no\r\n']] },
}

function toMysqlGreeting(capabilities: number): string {
  const version = '8.4.0-test\0'
  const rest = Buffer.alloc(4 + 8 + 1 + 2)
  rest.writeUInt16LE(capabilities, 13)
  const body = Buffer.concat([Buffer.of(10), Buffer.from(version), rest])
  return Buffer.concat([Buffer.of(body.length, 0, 0, 0), body]).toString('latin1')
}

type Options = {
  readonly ciphers?: string
  readonly timeoutMs?: number
  readonly delayMs?: number
  /** As long as a visitor waits. */
  readonly isHurried?: boolean
}

async function report(
  startTls: StartTls,
  { greeting = '', answers }: Script,
  { ciphers, timeoutMs, delayMs = 0, isHurried = false }: Options = {},
) {
  const secureContext = createSecureContext({ ...certificate, ...(ciphers && { ciphers }) })
  const server = createTcpServer((socket: Socket) => {
    let step = 0
    socket.on('error', () => {}).write(greeting, 'latin1')
    const hear = (chunk: Buffer) => {
      const [heard, said, next] = answers[step++] ?? []
      // a MySQL client begins the handshake without waiting
      const [asked, rest] = heard === MYSQL_REQUEST ? [chunk.subarray(0, 36), chunk.subarray(36)] : [chunk, Buffer.alloc(0)]
      if (!heard?.test(asked.toString('latin1'))) return void socket.destroy()
      socket.write(said!, 'latin1')
      if (next !== 'TLS') return undefined
      socket.off('data', hear)
      const tap = new Tap(socket)
      tap.push(rest)
      return void new TLSSocket(tap, { isServer: true, secureContext })
        .on('_tlsError', () => socket.destroy())
        .on('error', () => {})
    }
    setTimeout(() => socket.on('data', hear), delayMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const probe = createTlsProbe({
      limits: isHurried ? undefined : UNHURRIED,
      guard,
      fetcher: createFetcher({ guard }),
      ca: certificate!.cert,
    })
    const { port } = server.address() as AddressInfo
    return (await Array.fromAsync(probe.report({ host: '127.0.0.1', port, startTls, timeoutMs }))).at(-1)!
  } finally {
    server.close()
  }
}

for (const [protocol, script] of Object.entries(OFFERS) as [StartTls, Script][])
  test(`${protocol}: asked for TLS in its own words, then looked at`, { skip }, async () => {
    const { startTls, versions, ciphers, isTrusted, isComplete } = await report(protocol, script)
    assert.deepEqual([startTls, isTrusted, isComplete], [protocol, true, true])
    assert.deepEqual(
      versions.map(({ isOffered }) => isOffered),
      [true, true, false, false, false],
    )
    assert.ok(ciphers.length > 3)
  })

test('a server that is too slow to be asked everything is not said to have all that it is shown with', { skip }, async () => {
  const { isComplete, checks, ciphers } = await report('postgres', OFFERS.postgres, { timeoutMs: 6_000, delayMs: 600 })
  assert.deepEqual([isComplete, checks.find(({ id }) => id === 'cut-short')?.verdict], [true, 'notice'])
  assert.ok(ciphers.length < 9, `${ciphers.length} of the ciphers`)
})

for (const [protocol, verdict, note] of [
  ['smtp', 'good', 'good'],
  ['imap', 'bad', undefined],
] as const)
  test(`${protocol}: ciphers without a certificate are ${verdict}`, { skip }, async () => {
    const { checks, ciphers } = await report(protocol, OFFERS[protocol], { ciphers: 'ECDHE+AESGCM:AECDH-AES128-SHA:@SECLEVEL=0' })
    assert.ok(ciphers.some(({ name }) => name === 'TLS_ECDH_anon_WITH_AES_128_CBC_SHA'))
    assert.equal(checks.find(({ id }) => id === 'ciphers')?.verdict, verdict)
    assert.equal(checks.find(({ id }) => id === 'anonymous-ciphers')?.verdict, note)
    assert.ok(!checks.some(({ id }) => id === 'cut-short'))
  })

test('ciphers that OpenSSL has unlearnt are asked for behind STARTTLS too', { skip }, async () => {
  const { ciphers, grade } = await report('smtp', OFFERS.smtp, { ciphers: 'ECDHE-ECDSA-NULL-SHA:ECDHE+AESGCM:@SECLEVEL=0' })
  assert.deepEqual(
    ciphers.filter(({ verdict }) => verdict === 'bad').map(({ name }) => name),
    ['TLS_ECDHE_ECDSA_WITH_NULL_SHA'],
  )
  assert.equal(grade, 'F')
})

for (const [protocol, script] of Object.entries(REFUSALS) as [StartTls, Script][])
  test(`${protocol}: a server without STARTTLS is named as such`, { skip }, async () => {
    await assert.rejects(report(protocol, script), (error: Error) => /does not offer STARTTLS/.test(error.message))
  })

test('mysql: a greeting that ends too early offers nothing', { skip }, async () => {
  const greeting = '\x06\0\0\0\x0a8.4\0a'
  await assert.rejects(report('mysql', { greeting, answers: [] }), { key: 'target_failed' })
})

test('a server that says nothing ends in timed_out', { skip }, async () => {
  await assert.rejects(report('smtp', { answers: [] }, { isHurried: true }), { key: 'timed_out' })
})
