import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type OutgoingHttpHeaders, type RequestListener } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { TLSSocket } from 'node:tls'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { HttpReport } from '@octet/core/probe/http.ts'
import { readWorkMs } from '@octet/core/testing/work.ts'
import { createGuard } from '../guard/guard.ts'
import { createCertificate } from '../testing/certificate.ts'
import { checkPolicy, findPagePolicies } from './content-policy.ts'
import { createFetcher } from './fetch.ts'
import { checkCookies } from './cookies.ts'
import { createHttpProbe } from './report.ts'

const noOpenssl = createCertificate() ? false : 'OpenSSL is not installed'
const guard = createGuard({ allowTargets: ['127.0.0.1/32'], resolver: async () => ['127.0.0.1'] })

test('an IPv6 address without brackets is read as such', async () => {
  const probe = createHttpProbe({ fetcher: createFetcher({ guard }), guard })
  await assert.rejects(probe.report('::1'), { key: 'refused_target' }) // which the guard says of the address
})

test('an IP version by which the page cannot be had is named', async () => {
  const server = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const both = createGuard({
    allowTargets: ['127.0.0.1/32', '::1/128'],
    families: () => [4, 6],
    resolver: async () => ['::1', '127.0.0.1'],
  })
  const probe = createHttpProbe({ fetcher: createFetcher({ guard: both, extraPorts: [port] }), guard: both })
  const { checks, hops } = await probe.report(`http://both.example.com:${port}/`, { asksMore: true })
  const { checks: asked } = await probe.report(`http://both.example.com:${port}/`, { asksMore: true, family: 4 })
  server.close()
  assert.equal(hops[0]!.address, '127.0.0.1')
  const { verdict, text } = checks.find(({ id }) => id === 'family')!
  assert.equal(verdict, 'bad')
  assert.match(text.en, /^no connection over IPv6: ::1 refuses the connection\. The answer came over IPv4/)
  assert.match(text.zh, /^无法通过 IPv6 连接：::1 拒绝连接。结果取自 IPv4/)
  assert.equal(
    asked.find(({ id }) => id === 'family'),
    undefined,
  )
})

test('the IP version by which the page did not come is tried, too', async () => {
  const server = createServer((_, response) => response.end('hello')).listen(0, '::')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const reportFrom = async (...addresses: string[]) => {
    const both = createGuard({
      allowTargets: ['127.0.0.0/8', '::1/128', 'ff02::1/128'],
      families: () => [4, 6],
      resolver: async () => addresses,
    })
    const probe = createHttpProbe({ fetcher: createFetcher({ guard: both, extraPorts: [port] }), guard: both })
    const { checks } = await probe.report(`http://both.example.com:${port}/`, { asksMore: true })
    return checks.find(({ id }) => id === 'family')
  }
  const [working, alone, routeless] = [
    await reportFrom('127.0.0.1', '::1'),
    await reportFrom('127.0.0.1', '127.0.0.2'),
    await reportFrom('127.0.0.1', 'ff02::1'),
  ]
  server.close()
  const four = createServer((_, response) => response.end('hello')).listen(port, '127.0.0.1')
  await once(four, 'listening')
  const broken = await reportFrom('127.0.0.1', '::1')
  four.close()
  assert.equal(working?.verdict, 'good')
  assert.match(working.text.en, /^connections are taken over IPv4 \(\d+ ms\) and IPv6 \(\d+ ms\)$/)
  assert.deepEqual([alone, routeless], [undefined, undefined]) // that this machine has no route says nothing of the site
  assert.equal(broken?.verdict, 'bad')
  assert.match(broken.text.en, /^no connection over IPv6: ::1 refuses the connection/)
})

test('an address is asked for a name in place of what DNS says, and for that name alone', { skip: noOpenssl }, async () => {
  const asked: string[] = []
  const answer: RequestListener = (request, response) => {
    const port = (server.address() as AddressInfo).port
    asked.push(`${(request.socket as TLSSocket).servername} ${request.headers.host}`)
    const location = request.url === '/' ? `https://new.example.com:${port}/2` : `https://other.example.com:${port}/`
    response.writeHead(302, { location }).end()
  }
  const server = createHttpsServer(createCertificate()!, answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const resolved: string[] = []
  const elsewhere = createGuard({
    allowTargets: ['127.0.0.0/8'],
    resolver: async (name) => (resolved.push(name), ['127.0.0.2']),
  })
  const probe = createHttpProbe({ fetcher: createFetcher({ guard: elsewhere, extraPorts: [port] }), guard: elsewhere })
  const url = `https://new.example.com:${port}/`
  const options = { connectTo: '127.0.0.1', keepsWhatCame: true, asksMore: true }
  const { hops, checks, curl } = await probe.report(url, options)
  await assert.rejects(probe.report(url, { connectTo: '10.0.0.1' }), { key: 'refused_target' })
  await assert.rejects(probe.report(`https://new.local:${port}/`, options), { key: 'refused_target' })
  server.close()
  assert.deepEqual(asked, [`new.example.com new.example.com:${port}`, `new.example.com new.example.com:${port}`])
  assert.deepEqual(
    hops.map(({ address }) => address),
    ['127.0.0.1', '127.0.0.1'],
  )
  assert.deepEqual(resolved, ['other.example.com'])
  assert.match(
    checks.find(({ id }) => id === 'redirects')!.text.en,
    /other\.example\.com.* was not followed: .*refuses the connection/,
  )
  assert.match(
    curl,
    /^curl -sSL --compressed -D - -o \/dev\/null --max-redirs 10 --connect-to 'new\.example\.com::127\.0\.0\.1:' 'https:/,
  )
})

test('a redirect chain with its checks', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/') response.writeHead(301, { location: '/home' }).end()
    else
      response
        .writeHead(200, {
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          server: 'nginx/1.2.3',
          'set-cookie': 'a=1',
          'content-security-policy': "default-src 'none'",
        })
        .end('hello')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const fetcher = createFetcher({ guard, extraPorts: [port] })
  const report = await createHttpProbe({ fetcher, guard }).report(`http://127.0.0.1:${port}/`)
  server.close()
  assert.deepEqual(
    report.hops.map(({ status, meaning, location }) => [status, meaning, location]),
    [
      [301, 'Moved Permanently', '/home'],
      [200, 'OK', null],
    ],
  )
  assert.deepEqual(Object.fromEntries(report.checks.map(({ id, verdict }) => [id, verdict])), {
    https: 'bad',
    hsts: 'notice',
    csp: 'good',
    nosniff: 'good',
    frame: 'good',
    referrer: 'notice',
    permissions: 'notice',
    versions: 'notice',
    compression: 'notice',
    cookies: 'notice',
  })
  assert.deepEqual([report.status, report.sizeBytes], [200, 5])
})

/** The checks of one answer, by id. */
async function check(headers: OutgoingHttpHeaders, body: string | Buffer, status = 200, path = '/') {
  const server = createServer((_, response) => response.writeHead(status, headers).end(body)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const fetcher = createFetcher({ guard, extraPorts: [port] })
  const report = await createHttpProbe({ fetcher, guard }).report(`http://127.0.0.1:${port}${path}`)
  server.close()
  return { ...report, by: Object.fromEntries(report.checks.map(({ id, verdict, text }) => [id, `${verdict}: ${text.en}`])) }
}

for (const [path, isGlob] of [
  ['/a?ids[]=1', true],
  ['/a?x={b,c}', true],
  ['/plain?x=1', false],
] as const)
  test(`curl asks for ${path} as it stands`, async () => {
    const { curl, url } = await check({}, 'x', 200, path)
    assert.equal(curl.includes(' --globoff '), isGlob, curl)
    assert.ok(curl.endsWith(` '${url}'`), curl)
  })

test('HSTS over plain HTTP is no promise (RFC 6797 §8.1)', async () => {
  const { by } = await check({ 'strict-transport-security': 'max-age=31536000' }, 'x')
  assert.match(by['hsts']!, /^notice: .*only over HTTPS/)
})

for (const [value, verdict] of [
  ['nosniff', 'good'],
  ['NoSniff, x', 'good'],
  ['nosniff;', 'notice'],
  ['x, nosniff', 'notice'],
  ['not-nosniff', 'notice'],
] as const)
  test(`X-Content-Type-Options: ${value} is ${verdict} (Fetch §3.6)`, async () => {
    const { by } = await check({ 'x-content-type-options': value }, 'x')
    assert.ok(by['nosniff']!.startsWith(verdict), by['nosniff'])
  })

test('a body that cannot be decoded does not hide the headers', async () => {
  const { by, hops } = await check({ 'content-encoding': 'gzip', 'x-a': '1' }, 'not gzip')
  assert.match(by['body']!, /^bad: .*not valid gzip/)
  assert.ok(hops[0]!.headers.some(({ name }) => name === 'x-a'))
})

test('what stands behind the end of a compressed page is named', async () => {
  const { by, sizeBytes } = await check({ 'content-encoding': 'gzip' }, Buffer.concat([gzipSync('hello'), Buffer.from('more')]))
  assert.match(by['body']!, /^notice: more data behind the end of the gzip body/)
  assert.match(by['compression']!, /^good/)
  assert.equal(sizeBytes, 5)
})

test('several codings are undone one after the other', async () => {
  const { by, sizeBytes } = await check({ 'content-encoding': 'br, gzip' }, gzipSync(brotliCompressSync('hello')))
  assert.equal(by['compression'], 'good: compressed with br, gzip')
  assert.equal(sizeBytes, 5)
})

/** What a server says that answers so; `keepsWhatCame` is what the page of the tool asks for. */
async function reportOn(answer: RequestListener, keepsWhatCame: boolean, timeoutMs = 5000) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const fetcher = createFetcher({ guard, extraPorts: [port] })
  try {
    return await createHttpProbe({ fetcher, guard }).report(`http://127.0.0.1:${port}/`, { keepsWhatCame, timeoutMs })
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

const STRAY = ['http://10.0.0.1/', 'http://127.0.0.1:1/', 'ftp://example.com/', 'http://[/'] as const

for (const location of STRAY) {
  const answer: RequestListener = (_, response) => response.writeHead(302, { location, 'x-a': '1' }).end()
  test(`a redirect to ${location} does not hide the answer that names it`, async () => {
    const { hops, status, checks } = await reportOn(answer, true)
    assert.deepEqual([status, hops.map((hop) => hop.location)], [302, [location]])
    const { verdict, text } = checks.find(({ id }) => id === 'redirects')!
    assert.equal(verdict, 'bad')
    assert.ok(text.en.startsWith(`the redirect to ${location} was not followed: `), text.en)
    assert.ok(text.zh.startsWith(`未能跟随到 ${location} 的重定向：`), text.zh)
  })
  test(`for those who wait for the end, a redirect to ${location} is a failure`, () => assert.rejects(reportOn(answer, false)))
}

const endless: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
}

test('a body that does not end does not hide the headers', async () => {
  const { status, hops, checks, isCut } = await reportOn(endless, true, 400)
  assert.deepEqual([status, isCut, hops[0]!.headers.some(({ value }) => value === 'text/event-stream')], [200, true, true])
  assert.match(checks.find(({ id }) => id === 'body')!.text.en, /^the body had not ended after \d+ ms$/)
})

test('for those who wait for the end, a body without one is a failure', () =>
  assert.rejects(reportOn(endless, false, 400), { key: 'timed_out' }))

const BROKEN: readonly (readonly [title: string, answer: RequestListener])[] = [
  [
    'is shorter than its headers say',
    (_, response) => void response.writeHead(200, { 'content-length': 9 }).write('abc', () => response.destroy()),
  ],
  [
    'has chunks that are none',
    (_, response) => void response.socket!.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nabc'),
  ],
]
for (const [title, answer] of BROKEN) {
  test(`a body that ${title} does not hide the headers`, async () => {
    const { status, checks } = await reportOn(answer, true)
    assert.equal(status, 200)
    assert.match(checks.find(({ id }) => id === 'body')!.text.en, /stopped in the middle of the body$/)
  })
  test(`for those who wait for the end, a body that ${title} is a failure`, () =>
    assert.rejects(reportOn(answer, false), { key: 'target_failed' }))
}

test('headers that only browsers put up with are named', async () => {
  const sloppy: RequestListener = (_, response) =>
    void response.socket!.end(
      "HTTP/1.0 200 OK\nX-Frame-Options: DENY\nContent-Security-Policy: default-src 'none';\n script-src 'self'\n\nhi",
    )
  const { checks } = await reportOn(sloppy, true)
  const { verdict, text } = checks.find(({ id }) => id === 'format')!
  assert.equal(verdict, 'notice')
  assert.match(text.en, /: lines that end in LF without CR .*; Content-Security-Policy is folded over several lines/)
  assert.match(text.zh, /：行尾只有 LF.*；Content-Security-Policy 折成了多行/)
  assert.deepEqual(
    ['frame', 'csp'].map((id) => checks.find((one) => one.id === id)?.verdict),
    ['good', 'good'],
  )
})

test('redirects that name no place, or two, are named', async () => {
  const nowhere = await reportOn((_, response) => response.writeHead(301).end(), true)
  assert.match(nowhere.checks.find(({ id }) => id === 'redirects')!.text.en, /^a redirect \(301\) without a Location/)
  const answer: RequestListener = (request, response) =>
    request.url === '/'
      ? response
          .writeHead(
            302,
            [
              ['location', '/a'],
              ['location', '/b'],
            ].flat(),
          )
          .end()
      : response.end('x')
  const torn = await reportOn(answer, true)
  assert.match(torn.checks.find(({ id }) => id === 'locations')!.text.en, /: \/a, \/b$/)
})

test('a head that proxies refuse for its size is named', async () => {
  assert.match((await check({ 'x-a': 'a'.repeat(9000) }, 'x')).by['head-size']!, /^notice: headers of 9\d{3} bytes/)
  assert.equal((await check({ 'x-a': 'a'.repeat(7000) }, 'x')).by['head-size'], undefined)
})

test('HTTP/3 is seen where it is offered', async () => {
  assert.match((await check({ 'alt-svc': 'h2=":443", h3=":443"; ma=86400' }, 'x')).by['http3']!, /^good/)
  for (const offers of ['clear', 'h2=":443"', 'h3-29=":443"'])
    assert.equal((await check({ 'alt-svc': offers }, 'x')).by['http3'], undefined)
})

test('redirects in a circle are named', async () => {
  assert.match((await check({ location: '/' }, '', 302)).by['redirects']!, /^bad: .*circle/)
  assert.match((await check({ location: '/#top' }, '', 302)).by['redirects']!, /^bad: .*circle/)
})

test('a circle that a cookie may end is not called broken', async () => {
  assert.match((await check({ location: '/', 'set-cookie': 'seen=1' }, '', 302)).by['redirects']!, /^notice: .*cookie/)
})

const HEADERS: readonly [Readonly<Record<string, string | string[]>>, string, RegExp][] = [
  [{ 'content-security-policy': ['upgrade-insecure-requests', "default-src 'self'"] }, 'csp', /^good/],
  [{ 'content-security-policy': "default-src *, script-src 'self'" }, 'csp', /^good/],
  [{ 'content-security-policy': ["default-src 'self'", "frame-ancestors 'none'"] }, 'frame', /^good/],
  [{ 'x-frame-options': 'SAMEORIGIN, SAMEORIGIN' }, 'frame', /^good/],
  [{ 'x-frame-options': ['SAMEORIGIN', 'ALLOWALL'] }, 'frame', /^good/],
  [{ 'x-frame-options': 'foo, bar' }, 'frame', /^notice/],
  [{ 'content-security-policy': 'frame-ancestors https:' }, 'frame', /^notice/],
  [{ 'content-security-policy': 'frame-ancestors http://*:*' }, 'frame', /^notice/],
  [{ 'content-security-policy': "x-frame-ancestors 'none'" }, 'frame', /^notice/],
  [{ 'content-security-policy': 'frame-ancestors https://*.example.com' }, 'frame', /^good/],
  [{ 'x-frame-options': 'DENY', 'content-security-policy': 'frame-ancestors *' }, 'frame', /^notice/],
  [{ 'referrer-policy': 'unsafe-url' }, 'referrer', /^notice: .*full URL/],
  [{ 'referrer-policy': 'never-heard-of' }, 'referrer', /^notice: .*do not know/],
  [{ 'referrer-policy': 'no-referrer, strict-origin-when-cross-origin' }, 'referrer', /^good: .*: strict-origin-when/],
  [{ 'permissions-policy': 'camera=(), geolocation=(self "https://a.example,b")' }, 'permissions', /^good: .* 2 features$/],
  [{ 'permissions-policy': "camera 'none'" }, 'permissions', /^notice: .*cannot read/],
  [{ 'permissions-policy': ['camera=()', 'geolocation=self'] }, 'permissions', /^good: .* 2 features$/],
  [{ 'permissions-policy': 'camera=();microphone=()' }, 'permissions', /^notice: .*cannot read/],
  [{ 'permissions-policy': 'camera=(), microphone' }, 'permissions', /^good: .* 1 feature$/],
  [{ 'permissions-policy': 'camera=(),' }, 'permissions', /^notice: .*cannot read/],
  [{ 'permissions-policy': 'camera=*, geolocation=(self *)' }, 'permissions', /^notice: .*limits nothing/],
  [{ 'permissions-policy': 'camera=("https://*.example")' }, 'permissions', /^good: .* 1 feature$/],
  [{ server: 'AmazonS3' }, 'versions', /^good/],
  [{ server: 'Apache/2.4.62 (Debian)' }, 'versions', /^notice/],
  [{ 'x-powered-by': 'PHP/8' }, 'versions', /^notice/],
  [{ 'content-encoding': 'identity' }, 'compression', /^notice: not compressed/],
  [{ 'content-encoding': 'utf-8' }, 'compression', /^notice: .*do not know: utf-8/],
  [{ 'set-cookie': ['a=1; Secure; HttpOnly', 'sid=2; Path=/secure'] }, 'cookies', /^notice: 1 of 2 .*: sid$/],
]
for (const [headers, id, outcome] of HEADERS)
  test(`${JSON.stringify(headers)}: ${id} ${outcome.source}`, async () =>
    assert.match((await check({ ...headers } as OutgoingHttpHeaders, 'x')).by[id]!, outcome))

test('a picture is not asked to be compressed, a frame policy not met by X-Frame-Options: ALLOWALL', async () => {
  const { by, curl } = await check({ 'content-type': 'image/png', 'x-frame-options': 'ALLOWALL' }, 'x')
  assert.equal(by['compression'], undefined)
  assert.match(by['frame']!, /^notice/)
  assert.doesNotMatch(curl, /-sSIL/) // HEAD is not what was asked
})

for (const [policy, verdict] of [
  ["default-src 'self'", 'good'],
  ["script-src 'nonce-abc' 'unsafe-inline' https: 'strict-dynamic'; base-uri 'none'", 'good'],
  ["script-src 'nonce-abc' 'unsafe-inline' https: 'strict-dynamic'", 'notice'],
  ["script-src 'sha256-abc='", 'good'],
  // as csp_evaluator of Google has them
  ["script-src 'nonce-abc' https:; base-uri 'none'", 'notice'],
  ["script-src 'sha256-abc=' data:", 'notice'],
  ['script-src https://*', 'notice'],
  ['script-src *:443', 'notice'],
  ["script-src 'strict-dynamic' 'nonce-abc'; base-uri https:", 'notice'],
  ["script-src 'self'; script-src-elem 'self' 'unsafe-inline'", 'notice'],
  ["script-src 'self'; script-src-attr 'unsafe-inline'", 'notice'],
  ["script-src 'self'; script-src-elem *", 'notice'],
  ["script-src 'unsafe-inline'; script-src-elem 'self'; script-src-attr 'none'", 'good'],
  ["script-src-elem 'self'", 'notice'],
  ["script-src-attr 'none'", 'notice'],
  ["default-src 'self'; style-src 'unsafe-inline'", 'good'],
  ["script-src 'self' 'unsafe-inline'", 'notice'],
  ["script-src 'nonce-abc' 'unsafe-eval'", 'notice'],
  ['default-src *', 'notice'],
  ['upgrade-insecure-requests', 'notice'],
  ["frame-ancestors 'self'", 'notice'],
] as const)
  test(`policy “${policy}”: ${verdict}`, () => assert.equal(checkPolicy(policy).verdict, verdict))

for (const [page, verdict] of [
  [`<meta http-equiv="Content-Security-Policy" content="default-src 'self'">`, 'good'],
  [`<meta content="default-src &#39;self&#39;" http-equiv=content-security-policy />`, 'good'],
  [`<!-- <meta http-equiv="Content-Security-Policy" content="default-src 'self'"> -->`, 'notice'],
  [`</head><meta http-equiv="Content-Security-Policy" content="default-src 'self'">`, 'notice'],
  [`<meta name="csp" content="default-src 'self'">`, 'notice'],
] as const)
  test(`a page that begins with ${page}: policy ${verdict}`, async () => {
    assert.match((await check({ 'content-type': 'text/html' }, page)).by['csp']!, new RegExp(`^${verdict}`))
    assert.match((await check({ 'content-type': 'text/plain' }, page)).by['csp']!, /^notice/)
  })

for (const [cookie, url, reason] of [
  ['a=1; SameSite=None; HttpOnly', 'https:', 'SameSite=None without Secure'],
  ['a=1; SameSite=None; Secure', 'https:', undefined],
  ['a=1; Secure', 'http:', 'Secure, but set over http'],
  ['__Secure-a=1', 'https:', 'its prefix requires Secure'],
  ['__Host-a=1; Secure; Path=/; Domain=example.com', 'https:', '__Host- requires Path=/ and no Domain'],
  ['__Host-a=1; Secure', 'https:', '__Host- requires Path=/ and no Domain'],
  ['__Host-a=1; Secure; Path=/', 'https:', undefined],
  ['__Http-a=1; Secure', 'https:', 'its prefix requires Secure and HttpOnly'],
  ['__Host-Http-a=1; Secure; Path=/; HttpOnly', 'https:', undefined],
  ['a=1; Partitioned', 'https:', 'Partitioned without Secure'],
  [`a=${'x'.repeat(4095)}`, 'https:', undefined],
  [`a=${'x'.repeat(4096)}`, 'https:', 'longer than 4096 bytes'],
  ['a=1; Domain=.EXAMPLE.com', 'https://www.', undefined],
  ['a=1; Domain=', 'https:', undefined],
  [`a=1; Domain=${'x'.repeat(1100)}`, 'https:', undefined],
  ['a=1; Domain=www.example.com', 'https:', 'Domain=www.example.com is neither example.com nor above it'],
  ['a=1; Domain=ample.com', 'https:', 'Domain=ample.com is neither example.com nor above it'],
  ['a=1; Domain=example.com.', 'https://www.', 'Domain=example.com. is neither www.example.com nor above it'],
  ['a=1; Domain=com', 'https:', 'Domain=com is a public suffix'],
  ['a=1; Domain=other.example; Domain=example.com', 'https:', undefined],
] as const)
  test(`cookie “${cookie.slice(0, 80)}” over ${url} ${reason ? 'is thrown away' : 'is kept'}`, () => {
    const hops = [
      { url: url.endsWith('.') ? `${url}example.com/` : `${url}//example.com/`, headers: [['Set-Cookie', cookie] as const] },
    ]
    const refused = checkCookies(hops).find(({ id }) => id === 'cookies-refused')
    assert.equal(refused?.text.en.split(' (')[1]?.replace(/\)$/, ''), reason)
  })

test('a cookie that is taken away needs no protection', () => {
  const gone = [
    'a=; Max-Age=0',
    'b=; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    'c=; Max-Age=-1; Expires=Thu, 01 Jan 2099 00:00:00 GMT',
  ]
  const headers = gone.map((cookie) => ['Set-Cookie', cookie] as const)
  const [check] = checkCookies([{ url: 'https://example.com/', headers }])
  assert.equal(check?.verdict, 'good')
})

test('cookies of a redirect count too', () => {
  const hops = ['a=1', 'b=2; Secure; HttpOnly'].map((cookie) => ({
    url: 'https://example.com/',
    headers: [['set-cookie', cookie] as const],
  }))
  assert.match(checkCookies(hops)[0]!.text.en, /^1 of 2 cookies .*: a$/)
})

const certificate = createCertificate({ names: ['DNS:www.example.com'], subject: '/CN=www.example.com' })
const skip = certificate ? false : 'OpenSSL is not installed'
const SAFE = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** The report on a server that speaks TLS; HTTP/2 beside HTTP/1.1 where it is not old. */
async function checkTls(headers: OutgoingHttpHeaders, { isOld = false, trusts = true, host = 'www.example.com' } = {}) {
  const answer = (
    _: unknown,
    response: { writeHead(status: number, headers: OutgoingHttpHeaders): { end(body: string): void } },
  ) => response.writeHead(200, headers).end('x')
  const server = isOld
    ? createHttpsServer(certificate!, answer)
    : createSecureServer({ ...certificate!, allowHTTP1: true }, answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const fetcher = createFetcher({ guard, extraPorts: [port], ...(trusts && { ca: certificate!.cert }) })
  const report = await createHttpProbe({ fetcher, guard }).report(`https://${host}:${port}/`, { asksMore: true })
  server.close()
  return report
}

test('whether HTTP/2 is offered is told, though the page is fetched over HTTP/1.1', { skip }, async () => {
  const find = ({ checks }: HttpReport) => checks.find(({ id }) => id === 'http2')?.verdict
  assert.deepEqual([find(await checkTls({})), find(await checkTls({}, { isOld: true }))], ['good', 'notice'])
})

test('the grade counts what is missing, and is F without trusted TLS', { skip }, async () => {
  const grades = [
    await checkTls(SAFE),
    await checkTls({ ...SAFE, 'referrer-policy': 'unsafe-url' }),
    await checkTls({ 'x-content-type-options': 'nosniff', 'strict-transport-security': 'max-age=31536000' }),
    await checkTls(SAFE, { trusts: false }),
  ].map(({ grade }) => grade)
  assert.deepEqual(grades, ['A', 'B', 'C', 'F'])
})

test('why a certificate is not trusted is said in words, in both languages', { skip }, async () => {
  const find = ({ checks }: HttpReport) => checks.find(({ id }) => id === 'https')!.text
  assert.match(find(await checkTls({}, { trusts: false })).zh, /自签名证书$/)
  assert.match(find(await checkTls({}, { host: 'other.example.com' })).en, /it is for another name$/)
})

test('a head of beginnings of tags is read in one pass', () => {
  const startedMs = readWorkMs()
  assert.deepEqual(findPagePolicies(Buffer.from('<meta '.repeat(300_000))), [])
  assert.ok(readWorkMs() - startedMs < 20_000)
})
