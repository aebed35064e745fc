import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createServer, type TlsOptions } from 'node:tls'
import type { TlsReport } from '@octet/core/probe/tls.ts'
import { createGuard } from '../guard/guard.ts'
import { createFetcher } from '../http/fetch.ts'
import { TestAuthority } from '../testing/authority.ts'
import { skipWithout } from '../testing/peers.ts'
import { UNHURRIED } from '../testing/unhurried.ts'
import { mustStaple, readCertificateParts, readScts } from './certificate-parts.ts'
import { parseOcsp } from './ocsp.ts'
import { createTlsProbe } from './report.ts'

const skip = skipWithout('openssl')
const authority = skip ? undefined! : new TestAuthority()
after(() => authority?.[Symbol.dispose]())

const NAME = 'subjectAltName=DNS:good.example.com'
const LOG_IDS = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const PROMISED = Date.UTC(2026, 0, 2, 3, 4, 5)

/** The extension with two promises, each with an empty signature, as a line of an OpenSSL configuration. */
function toSctLine(): string {
  const scts = LOG_IDS.map((id) => {
    const at = Buffer.alloc(8)
    at.writeBigUInt64BE(BigInt(PROMISED))
    const sct = Buffer.concat([Buffer.of(0), id, at, Buffer.of(0, 0, 4, 3, 0, 0)])
    return Buffer.concat([Buffer.of(0, sct.length), sct])
  })
  const list = Buffer.concat(scts)
  const octets = Buffer.concat([Buffer.of(0x04, list.length + 2, 0, list.length), list])
  return `1.3.6.1.4.1.11129.2.4.2=DER:${octets.toString('hex')}`
}

type ServerOptions = TlsOptions & { readonly ocsp?: Buffer }

async function report(
  { ocsp, ...options }: ServerOptions,
  extraPorts: readonly number[] = [],
  now = new Date(),
): Promise<TlsReport> {
  const guard = createGuard({ allowTargets: ['127.0.0.1/32'], resolver: async () => ['127.0.0.1'] })
  const server = createServer({ ciphers: 'ECDHE+AESGCM:TLS_AES_128_GCM_SHA256', ...options }, (socket) =>
    socket.on('error', () => {}),
  )
  if (ocsp) server.on('OCSPRequest', (_leaf, _issuer, done) => done(null, ocsp))
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const probe = createTlsProbe({
      limits: UNHURRIED,
      guard,
      fetcher: createFetcher({ guard, extraPorts }),
      ca: authority.root.cert,
      now: () => now,
    })
    const port = (server.address() as AddressInfo).port
    return (await Array.fromAsync(probe.report({ host: 'good.example.com', port }))).at(-1)!
  } finally {
    server.close()
  }
}

const verdictOf = ({ checks }: TlsReport, id: string) => checks.find((check) => check.id === id)?.verdict

test('a stapled answer: not revoked, signed by the issuer', { skip }, async () => {
  const { cert, key } = authority.issue('stapled', { extensions: [NAME] })
  const made = await report({ cert: cert + authority.intermediate.cert, key, ocsp: authority.answerOcsp('stapled', 'good') })
  assert.deepEqual(
    [made.hasStapledOcsp, made.ocsp?.source, made.ocsp?.status, made.ocsp?.isVerified],
    [true, 'stapled', 'good', true],
  )
  assert.equal(made.grade, 'A', JSON.stringify(made.checks))
})

test('a revoked certificate is an F with its day', { skip }, async () => {
  const { cert, key } = authority.issue('revoked', { extensions: [NAME] })
  const made = await report({ cert: cert + authority.intermediate.cert, key, ocsp: authority.answerOcsp('revoked', 'revoked') })
  assert.deepEqual([made.grade, verdictOf(made, 'revocation'), made.ocsp?.revokedAt], ['F', 'bad', '2026-01-02T03:04:05.000Z'])
})

test('an answer out of date does not count', { skip }, async () => {
  const { cert, key } = authority.issue('stale', { extensions: [NAME] })
  const options = { cert: cert + authority.intermediate.cert, key, ocsp: authority.answerOcsp('stale', 'good') }
  const made = await report(options, [], new Date(Date.now() + 3 * 86_400_000))
  assert.match(made.checks.find(({ id }) => id === 'revocation')!.text.en, /out of date since \d{4}-/)
  assert.equal(verdictOf(made, 'revocation'), 'notice')
})

const BROKEN: readonly [string, Parameters<TestAuthority['issue']>[1], string, string, RegExp][] = [
  ['SHA-1', { extensions: [NAME], digest: 'sha1' }, 'F', 'signature', /SHA1/],
  ['no subjectAltName', { subject: '/CN=good.example.com' }, 'T', 'trust', /no subjectAltName/],
  ['for clients', { extensions: [NAME, 'extendedKeyUsage=clientAuth'] }, 'T', 'trust', /not for servers/],
]
for (const [title, made, grade, id, words] of BROKEN)
  test(`a certificate ${title}: ${grade}`, { skip }, async () => {
    const { cert, key } = authority.issue(id, made)
    const found = await report({ cert: cert + authority.intermediate.cert, key })
    const check = found.checks.find((one) => one.id === id)
    assert.deepEqual([found.grade, check?.verdict], [grade, 'bad'])
    assert.match(check!.text.en, words)
  })

test('an answer that another signed does not count', { skip }, async () => {
  const { raw } = authority.issue('other', { extensions: [NAME] })
  const signed = (signer: string) => parseOcsp(authority.answerOcsp('other', 'revoked', signer), raw, authority.intermediate.raw)
  assert.equal(signed('root')?.isVerified, false)
  authority.issue('responder', { extensions: ['extendedKeyUsage=OCSPSigning'] })
  assert.equal(signed('responder')?.isVerified, true)
  const { cert, key } = authority.issue('forged', { extensions: [NAME] })
  const forged = await report({
    cert: cert + authority.intermediate.cert,
    key,
    ocsp: authority.answerOcsp('forged', 'revoked', 'root'),
  })
  assert.deepEqual([forged.grade, verdictOf(forged, 'revocation')], ['A', 'notice'])
})

test('an answer about another certificate and garbage are no answers', { skip }, () => {
  const { raw } = authority.issue('asked', { extensions: [NAME] })
  authority.issue('unasked')
  assert.equal(parseOcsp(authority.answerOcsp('unasked', 'good'), raw, authority.intermediate.raw), undefined)
  for (const garbage of [[], [0x30], [0x30, 3, 10, 1, 6], [0x30, 0x84, 255, 255, 255, 255]])
    assert.equal(parseOcsp(Uint8Array.from(garbage), raw, authority.intermediate.raw), undefined)
})

test('without a stapled answer the responder in the certificate is asked', { skip }, async () => {
  const asked: string[] = []
  let answer: Buffer = Buffer.alloc(0)
  const responder = createHttpServer((request, response) => {
    asked.push(decodeURIComponent(request.url!.slice(1)))
    response.setHeader('content-type', 'application/ocsp-response').end(answer)
  })
  responder.listen(0, '127.0.0.1')
  await once(responder, 'listening')
  try {
    const { port } = responder.address() as AddressInfo
    const { cert, key } = authority.issue('online', {
      extensions: [NAME, `authorityInfoAccess=OCSP;URI:http://127.0.0.1:${port}`],
    })
    answer = authority.answerOcsp('online', 'revoked')
    const made = await report({ cert: cert + authority.intermediate.cert, key }, [port])
    assert.deepEqual([made.ocsp?.source, made.ocsp?.status, made.ocsp?.url], ['asked', 'revoked', `http://127.0.0.1:${port}`])
    assert.equal(Buffer.from(asked[0]!, 'base64')[0], 0x30)
  } finally {
    responder.close()
  }
})

test('a responder at a private address is not asked, and its absence is no error', { skip }, async () => {
  const { cert, key } = authority.issue('inward', { extensions: [NAME, 'authorityInfoAccess=OCSP;URI:http://10.0.0.1/'] })
  const { ocsp, isComplete } = await report({ cert: cert + authority.intermediate.cert, key })
  assert.deepEqual([ocsp, isComplete], [null, true])
})

test('promises of logs are read, a demand for stapling is heard', { skip }, async () => {
  const { cert, key, raw } = authority.issue('logged', { extensions: [NAME, toSctLine(), 'tlsfeature=status_request'] })
  const parts = readCertificateParts(raw)
  assert.deepEqual(
    readScts(parts),
    LOG_IDS.map((id) => ({ logId: id.toString('base64'), at: new Date(PROMISED).toISOString() })),
  )
  assert.equal(mustStaple(parts), true)
  const made = await report({ cert: cert + authority.intermediate.cert, key })
  assert.deepEqual([verdictOf(made, 'transparency'), verdictOf(made, 'ocsp')], ['good', 'bad'])
})

const ORDERS: readonly [string, TlsOptions][] = [
  ['TLS 1.2', { maxVersion: 'TLSv1.2' }],
  ['both versions', {}],
  ...['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'].map((ciphers): [string, TlsOptions] => [
    `TLS 1.3 alone with ${ciphers}`,
    { minVersion: 'TLSv1.3', ciphers },
  ]),
  ['TLS 1.3 alone on a second hello', { minVersion: 'TLSv1.3', ecdhCurve: 'P-521' }],
  ['TLS 1.3 alone with a request for a certificate', { minVersion: 'TLSv1.3', requestCert: true, rejectUnauthorized: true }],
]
for (const [title, options] of ORDERS)
  test(`the order in which the certificates are sent by ${title}`, { skip }, async () => {
    const { cert, key } = authority.issue('chain', { extensions: [NAME] })
    const { root, intermediate } = authority
    const chains: readonly [string, string][] = [
      [cert + intermediate.cert, 'sent in order'],
      [cert + root.cert + intermediate.cert, 'not sent in the order'],
      [cert + intermediate.cert + root.cert, 'the root is sent along'],
    ]
    for (const [sent, said] of chains) {
      const { checks } = await report({ cert: sent, key, ...options })
      assert.match(checks.find(({ id }) => id === 'chain')?.text.en ?? '', new RegExp(said))
    }
  })

test('a missing intermediate is not trusted', { skip }, async () => {
  const { cert, key } = authority.issue('alone', { extensions: [NAME] })
  assert.deepEqual([(await report({ cert, key })).grade], ['T'])
})

test('an intermediate that is not sent is fetched and named', { skip }, async () => {
  const asked: string[] = []
  const web = createHttpServer(({ url }, response) => {
    asked.push(url!)
    response.end(url === '/right.crt' ? authority.intermediate.raw : authority.root.raw)
  }).listen(0, '127.0.0.1')
  await once(web, 'listening')
  const { port } = web.address() as AddressInfo
  const look = async (name: string, path: string, sent = '') => {
    const { cert, key } = authority.issue(name, {
      extensions: [NAME, `authorityInfoAccess=caIssuers;URI:http://127.0.0.1:${port}${path}`],
    })
    const made = await report({ cert: cert + sent, key }, [port])
    return made.checks.find(({ id }) => id === 'missing-intermediate')?.text.en
  }
  try {
    assert.match((await look('lone', '/right.crt'))!, /^the server does not send Test Intermediate: /)
    assert.equal(await look('astray', '/wrong.crt'), undefined, 'a certificate that has not issued this one')
    assert.deepEqual(asked, ['/right.crt', '/wrong.crt'])
    assert.equal(await look('whole', '/right.crt', authority.intermediate.cert), undefined)
    assert.equal(asked.length, 2)
  } finally {
    web.close()
  }
})
