import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@octet/core/testing/until.ts'
import { startProduct } from '../testing/start.ts'

/** Requests as an attacker writes them, byte by byte, against the whole product (checklist of docs/hardening.md). */
let product: Awaited<ReturnType<typeof startProduct>>
const lines: string[] = []
const ORIGIN = 'https://octet.example'
const start = (env: Record<string, string> = {}) =>
  startProduct({
    listen: true,
    env: { PUBLIC_ORIGIN: ORIGIN, LOG_LEVEL: 'trace', ...env },
    logTo: { write: (line) => void lines.push(line) },
  })
before(async () => {
  product = await start()
})
after(() => product[Symbol.asyncDispose]())

/** What the server writes until it closes the connection. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(product.origin).port), '127.0.0.1')
    let text = ''
    socket
      .on('data', (chunk) => (text += chunk.toString('latin1')))
      .on('error', () => {})
      .on('close', () => resolve(text))
    socket.write(bytes, 'latin1')
  })
}

const toStatuses = (text: string) => [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
const HOST = 'Host: octet.example\r\n'
/** Would be answered with 200, if what comes before it were taken to end there. */
const HIDDEN = `GET /livez HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`

for (const [name, head] of [
  ['a length and chunks', `${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['two lengths', `${HOST}Content-Length: 0\r\nContent-Length: 44\r\n\r\n`],
  ['a list of lengths', `${HOST}Content-Length: 0, 44\r\n\r\n`],
  ['a length with a sign', `${HOST}Content-Length: +0\r\n\r\n`],
  ['an unknown coding', `${HOST}Transfer-Encoding: xchunked\r\n\r\n`],
  ['chunked not at the end', `${HOST}Transfer-Encoding: chunked, identity\r\n\r\n`],
  ['a space before the colon', `${HOST}Transfer-Encoding : chunked\r\n\r\n`],
  ['a folded coding', `${HOST}Transfer-Encoding:\r\n chunked\r\nContent-Length: 0\r\n\r\n`],
  ['a bare line feed', `Host: a\nX: y\n\n`],
  ['no Host', 'Accept: */*\r\n\r\n'],
  ['two Hosts', `${HOST}Host: other.example\r\n\r\n`],
] as const)
  for (const path of ['/v1/tools/case', '/v1/ip/8.8.8.8'])
    test(`POST ${path} with ${name} → 400, and what is hidden behind it is not answered`, async () => {
      const statuses = toStatuses(await exchange(`POST ${path} HTTP/1.1\r\n${head}${HIDDEN}`))
      if (name === 'two Hosts') assert.equal(statuses[0], 400)
      else assert.deepEqual(statuses, [400])
    })

for (const [name, bytes] of [
  ['a header of 20 KB', `GET /livez HTTP/1.1\r\n${HOST}X: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['3,000 headers', `GET /livez HTTP/1.1\r\n${HOST}${'X-A: b\r\n'.repeat(3_000)}\r\n`],
  ['a URL of 100 KB', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${HOST}\r\n`],
  ['a lookup with a URL of 100 KB', `GET /v1/ip/${'1'.repeat(100_000)} HTTP/1.1\r\n${HOST}\r\n`],
] as const)
  test(`${name} → 431`, async () => assert.deepEqual(toStatuses(await exchange(bytes)), [431]))

for (const [bytes, code, error] of [
  ['no HTTP at all\r\n\r\n', 400, 'bad_request'],
  [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, 431, 'head_too_large'],
] as const)
  test(`${error} comes in the envelope of every answer`, async () => {
    const [head = '', body = ''] = (await exchange(bytes)).split('\r\n\r\n')
    assert.match(head, /content-type: application\/json/)
    const answer = JSON.parse(body)
    assert.deepEqual([answer.code, answer.data.error, typeof answer.msg], [code, error, 'string'])
  })

test('a form that never ends is closed with 408', async () => {
  const { server } = product.app
  const before = server.requestTimeout
  server.requestTimeout = 200
  const head = `POST /v1/tools/case HTTP/1.1\r\n${HOST}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 99999\r\n\r\n`
  assert.deepEqual(toStatuses(await exchange(`${head}--x\r\ncontent-disposition: form-data; name="text"\r\n\r\nabc`)), [408])
  server.requestTimeout = before
})

test('of 1,100 begun heads the oldest are closed, and others are answered', async () => {
  const open = new Set<number>()
  const sockets = Array.from({ length: 1_100 }, (_, index) => {
    const socket = connect(Number(new URL(product.origin).port), '127.0.0.1')
    socket
      .on('error', () => {})
      .on('connect', () => open.add(index))
      .on('close', () => open.delete(index))
    socket.write(`GET /v1/ip/8.8.8.8 HTTP/1.1\r\n${HOST}X-`)
    return socket
  })
  try {
    while (sockets.some((socket) => socket.connecting)) await sleep(10)
    await until(() => open.size <= 1_024, 'those above the bound are closed')
    assert.ok(!open.has(0) && open.has(1_099))
    assert.deepEqual(toStatuses(await exchange(`GET /robots.txt HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`)), [200])
  } finally {
    for (const socket of sockets) socket.destroy()
  }
})

for (const url of ['/v1/ip/8.8.8.8?lang=en&lang=zh', '/v1/tools?lang=en&lang=zh', '/ipdizhi?ip=8.8.8.8&ip=1.1.1.1'])
  test(`${url} → 400`, async () => assert.equal((await product.app.inject(url)).statusCode, 400))

for (const method of ['TRACE', 'CONNECT', 'PROPFIND', 'BREW'])
  test(`${method} is served by nobody`, async () => {
    const target = method === 'CONNECT' ? '127.0.0.1:22' : '/v1/ip/8.8.8.8'
    const answer = await exchange(`${method} ${target} HTTP/1.1\r\n${HOST}X-Secret: a\r\nConnection: close\r\n\r\n`)
    assert.ok(toStatuses(answer).every((status) => [400, 404, 405].includes(status)))
    assert.ok(!answer.includes('X-Secret'), 'TRACE would send the request back')
  })

const ELSEWHERE = [
  '/%00',
  '/assets/%00.js',
  '/%zz',
  '/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd',
  '/..%2f..%2f..%2fetc%2fpasswd',
  '/../../../../etc/passwd',
  '/assets/..%2f..%2f..%2f..%2fpackage.json',
  '/assets/../../server/csp.json',
  '/flags/..%2f..%2fpackage.json',
  '/flags/cn.svg%00.png',
  '/v1/databases/..%2f..%2f/mmdb',
  '/.git/config',
  '/.env',
  '/package.json',
  '/csp.json',
  '/metrics',
  '/debug',
  '/_build',
  '/node_modules/zod/package.json',
]
for (const path of ELSEWHERE)
  test(`${path} → no file, no listing`, async () => {
    const answer = await exchange(`GET ${path} HTTP/1.1\r\n${HOST}Accept: text/html\r\nConnection: close\r\n\r\n`)
    assert.ok([400, 404].includes(toStatuses(answer)[0] ?? 0), answer.slice(0, 40))
    assert.ok(!/root:x:|"dependencies"|"policy"|\[core\]|at .*\.ts:\d+/.test(answer))
  })

for (const path of [
  '//evil.example/',
  '//evil.example/x/',
  '//evil.example',
  '///evil.example/',
  '/\\evil.example/',
  '/%5cevil.example/',
  '/.//evil.example/',
  '/x/..//evil.example/',
  '/zh//evil.example/',
  '/zh/..//evil.example/',
  '/embed//evil.example/',
  '/account//evil.example/',
  '/account/dashboard?next=//evil.example',
  '/login?next=https:evil.example',
  '/x%0d%0aset-cookie:%20a=b/',
  'http://evil.example/x/',
  'http://evil.example//evil.example/',
])
  test(`${path} leads to no other site`, async () => {
    const answer = await exchange(`GET ${path} HTTP/1.1\r\n${HOST}Accept: text/html\r\nConnection: close\r\n\r\n`)
    const target = /^location: (.*)\r$/im.exec(answer)?.[1]
    if (target !== undefined) assert.equal(new URL(target, ORIGIN).origin, ORIGIN, target)
    assert.ok(!/^set-cookie: a=b/im.test(answer))
  })

test('no source map is served or named', async () => {
  const { body } = await product.app.inject({ url: '/format/json', headers: { accept: 'text/html' } })
  const scripts = [...body.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path)
  assert.ok(scripts.length > 0)
  for (const path of new Set(scripts)) {
    assert.doesNotMatch((await product.app.inject(path)).body.slice(-300), /sourceMappingURL/)
    assert.equal((await product.app.inject(`${path}.map`)).statusCode, 404)
  }
})

test('an error shows no stack and no path of this machine', async () => {
  for (const payload of ['{"a":', '{"text":1}', '['])
    assert.doesNotMatch(
      (
        await product.app.inject({
          method: 'POST',
          url: '/v1/tools/case',
          payload,
          headers: { 'content-type': 'application/json' },
        })
      ).body,
      /\.ts:|node_modules|\bat /,
    )
})

const POISON = {
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'gopher',
  'x-original-url': '/admin',
  'x-rewrite-url': '/admin',
  'x-host': 'evil.example',
  forwarded: 'for=9.9.9.9;host=evil.example;proto=http',
} as const
for (const url of ['/', '/format/json', '/sitemap.xml', '/robots.txt', '/openapi.json', '/llms.txt', '/account/dashboard'])
  test(`${url}: no header of a stranger changes it, and no link leads to the Host of the request`, async () => {
    const ask = async (headers: Record<string, string>) => {
      const { statusCode, body, headers: sent } = await product.app.inject({ url, headers: { accept: 'text/html', ...headers } })
      const { 'x-request-id': _id, date: _date, ...kept } = sent
      return { statusCode, body, kept }
    }
    const clean = await ask({ host: 'octet.example' })
    const poisoned = await ask({ ...POISON, host: 'evil.example' })
    assert.ok(!JSON.stringify(poisoned).includes('evil.example'))
    assert.deepEqual(poisoned, clean)
  })

test('markup in any field of any tool, and in the path, is text in the page', async () => {
  const markup = '"><img src=x onerror=alert(1)></script><script>alert(2)</script>'
  const asked = encodeURIComponent(markup)
  const { tools } = product.services
  const urls = tools.map(
    ({ route, input }) =>
      `${route}?${Object.keys(input.shape)
        .map((name) => `${name}=${asked}`)
        .join('&')}`,
  )
  assert.ok(urls.length > 60, `${urls.length} tools`)
  for (const url of [
    ...urls,
    `/no/${asked}`,
    `/zh/${asked}`,
    `/embed/json?text=${asked}`,
    `/asn/${asked}`,
    `/login?next=${asked}&msg=${asked}`,
  ]) {
    const { body, statusCode } = await product.app.inject({ url, headers: { accept: 'text/html' } })
    assert.ok(statusCode < 500, `${statusCode} ${url}`)
    assert.ok(!/<img src=x|<script>alert/.test(body), url)
  }
})

test('an absolute target changes no link', async () => {
  const answer = await exchange(
    `GET http://evil.example/sitemap.xml HTTP/1.1\r\nHost: evil.example\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
  )
  assert.ok(!answer.includes('evil.example'))
})

test('no page is stored under another name: a file name behind a page of an account is not that page', async () => {
  for (const url of ['/account/dashboard/x.css', '/account/profile/a.js', '/v1/user_info/x.css']) {
    const { statusCode, headers } = await product.app.inject({ url, headers: { accept: 'text/html' } })
    assert.ok([307, 404].includes(statusCode), url)
    assert.equal(headers['cache-control'], 'no-store', url)
    assert.notEqual(headers['content-type'], 'text/css')
  }
})

test('what differs between callers is not stored, and says by what it differs', async () => {
  const cases: [string, RegExp][] = [
    ['/', /Accept/],
    ['/ip', /Accept/],
    ['/v1/ip/8.8.8.8', /Accept-Language/],
    ['/v1/keys', /Accept-Language/],
  ]
  for (const [url, vary] of cases) {
    const { headers } = await product.app.inject({ url, headers: { accept: 'text/html' } })
    assert.equal(headers['cache-control'], 'no-store', url)
    assert.match(String(headers['vary']), vary, url)
  }
})

for (const origin of ['null', 'https://octet.example.evil.test', 'https://evil-octet.example', 'http://octet.example', ORIGIN])
  test(`Origin ${origin}: lookups are open to all without cookies, accounts to no other site`, async () => {
    const open = await product.app.inject({ url: '/v1/ip/8.8.8.8', headers: { origin } })
    assert.equal(open.headers['access-control-allow-origin'], '*')
    const answers = [
      await product.app.inject({ url: '/v1/keys', headers: { origin } }),
      await product.app.inject({ url: '/v1/account/dashboard', headers: { origin } }),
      await product.app.inject({ url: '/account/dashboard', headers: { origin, accept: 'text/html' } }),
    ]
    for (const { headers } of answers) assert.equal(headers['access-control-allow-origin'], undefined)
    for (const { headers } of [open, ...answers]) assert.equal(headers['access-control-allow-credentials'], undefined)
  })

const KINDS: readonly [string, Record<string, string>, RegExp][] = [
  ['/', { accept: 'text/html' }, /^text\/html; charset=utf-8$/],
  ['/format/json', { accept: 'text/html' }, /^text\/html; charset=utf-8$/],
  ['/no/such/page', { accept: 'text/html' }, /^text\/html; charset=utf-8$/],
  ['/embed/json', { accept: 'text/html' }, /^text\/html; charset=utf-8$/],
  ['/', {}, /^text\/plain; charset=utf-8$/],
  ['/v1/ip/8.8.8.8', {}, /^application\/json; charset=utf-8$/],
  ['/v1/ip/<script>', {}, /^application\/json; charset=utf-8$/],
  ['/v1/nothing', { accept: 'text/html' }, /^application\/json; charset=utf-8$/],
  ['/v1/keys', {}, /^application\/json; charset=utf-8$/],
  ['/openapi.json', {}, /^application\/json; charset=utf-8$/],
  ['/robots.txt', {}, /^text\/plain; charset=utf-8$/],
  ['/sitemap.xml', {}, /^application\/xml; charset=utf-8$/],
  ['/flags/cn.svg', {}, /^image\/svg\+xml$/],
  ['/icon.svg', {}, /^image\/svg\+xml$/],
  ['/favicon.ico', {}, /^image\/x-icon$/],
  ['/embed.js', {}, /^text\/javascript; charset=utf-8$/],
  ['/livez', {}, /^(application\/json|text\/plain); charset=utf-8$/],
]
for (const [url, asked, type] of KINDS)
  test(`${url} ${asked['accept'] ?? ''} has its type and every protecting header`, async () => {
    const { headers } = await product.app.inject({ url, headers: asked })
    assert.match(String(headers['content-type']), type)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
    assert.match(String(headers['cross-origin-resource-policy']), /^(same|cross)-origin$/)
    assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin')
    assert.ok(Number(/max-age=(\d+)/.exec(String(headers['strict-transport-security']))?.[1]) >= 31_536_000)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /'unsafe-eval'|script-src[^;]*'unsafe-inline'/)
    if (!url.startsWith('/flags/'))
      assert.match(policy, url.startsWith('/embed/') ? /frame-ancestors \*/ : /frame-ancestors '(self|none)'/)
    if (type.source.includes('html')) assert.match(policy, /require-trusted-types-for 'script'; trusted-types octet/)
  })

test('a packed body is refused: no bomb is unpacked', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const payload = Buffer.from('1f8b0800000000000003abae050043bfa6a302000000', 'hex')
  assert.equal((await product.app.inject({ method: 'POST', url: '/v1/tools/case', payload, headers })).statusCode, 415)
})

const JWT_NONE = `${btoa('{"alg":"none","typ":"JWT"}')}.${btoa('{"sub":"1","role":"operator"}')}.`
for (const token of [JWT_NONE, `${btoa('{"alg":"HS256"}')}.${btoa('{"sub":"1"}')}.c2lnbmVk`])
  test(`a JWT is no key: ${token.slice(0, 24)}…`, async () => {
    const bearer = await product.app.inject({ url: '/v1/ip/8.8.8.8', headers: { authorization: `Bearer ${token}` } })
    assert.equal(bearer.statusCode, 401)
  })

test('no secret that was sent stands in the log, the metrics or an error', async () => {
  // Lookups are answered elsewhere where no line is written about them.
  await using logging = await start({ LOG_REQUESTS: 'true' })
  const secret = `oct_live_${'Zq9'.repeat(12)}`
  const answers = [
    await logging.app.inject(`/v1/ip/8.8.8.8?key=${secret}`),
    await logging.app.inject(`/v1/ip/999.1.1.1?token=${secret}`),
    await logging.app.inject({
      url: '/v1/ip/8.8.8.8',
      headers: { authorization: `Bearer ${secret}`, cookie: `token=${secret}` },
    }),
    await logging.app.inject({ url: '/v1/keys', headers: { token: secret } }),
    await logging.app.inject({ method: 'POST', url: `/v1/nothing?apikey=${secret}`, payload: { password: secret } }),
    await logging.app.inject({ url: `/format/json?key=${secret}`, headers: { accept: 'application/json' } }),
  ]
  logging.services.log.error(
    { req: { headers: { authorization: secret, token: secret, cookie: secret, 'x-api-key': secret } } },
    'x',
  )
  logging.services.log.error({ headers: { 'set-cookie': secret, 'x-proof': secret } }, 'x')
  for (const { body, headers } of answers.slice(0, 5))
    assert.ok(!body.includes(secret) && !JSON.stringify(headers).includes(secret))
  assert.ok(lines.length >= answers.length, 'there are lines to look at')
  assert.ok(!lines.some((line) => line.includes(secret)))
  assert.ok(!JSON.stringify(await logging.services.metrics.read()).includes(secret))
})

test('a message with line ends and JSON of its own stays one line of the log', () => {
  const forged = 'x\r\n{"level":60,"msg":"all is well"}\u2028'
  const before = lines.length
  product.services.log.warn({ name: forged }, forged)
  const [line = '', ...more] = lines.slice(before)
  assert.deepEqual(more, [])
  assert.equal(line.trimEnd().split(/[\r\n]/).length, 1)
  assert.deepEqual([JSON.parse(line).level, JSON.parse(line).msg], [40, forged])
})
