import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { CorsReport, CorsWish } from '@octet/core/probe/cors.ts'
import { CORS_CASES, startCorsServer, WATCHED } from '@octet/core/testing/cors-cases.ts'
import { createGuard } from '../../guard/guard.ts'
import { createFetcher } from '../fetch.ts'
import { createCorsProbe } from './cors-probe.ts'

const guard = createGuard({ allowTargets: ['127.0.0.1/32'], resolver: async () => ['127.0.0.1'] })
const cases = await startCorsServer()
after(() => cases[Symbol.dispose]())
const probe = createCorsProbe({ fetcher: createFetcher({ guard, extraPorts: [cases.port] }) })

for (const {
  name,
  method,
  headers = {},
  withCredentials,
  isSandboxed,
  isOwn,
  verdict,
  readable = ['content-type'],
} of CORS_CASES)
  test(`${name}: ${verdict}`, async () => {
    const report = await probe.report(`${isOwn ? cases.origins.page : cases.origins.api}/case/${name}`, {
      origin: isSandboxed ? 'null' : cases.origins.page,
      method,
      headers: Object.entries(headers),
      withCredentials,
    })
    assert.equal(report.verdict, verdict, JSON.stringify(report.reason))
    assert.ok(report.reason.en && report.reason.zh)
    const read = report.headers.filter(({ isReadable }) => isReadable).map((header) => header.name.toLowerCase())
    assert.deepEqual(
      WATCHED.filter((header) => read.includes(header)),
      verdict === 'allowed' ? readable : [],
    )
    assert.equal(new Set(report.checks.map(({ id }) => id)).size, report.checks.length)
  })

test('nothing that could change something is ever sent', () => {
  assert.deepEqual(
    cases.seen.filter((line) => !/^(GET|HEAD) /.test(line)),
    [],
  )
})

/** The report on a server of its own, and what each check says. */
async function ask(listener: RequestListener, wish: Partial<CorsWish> = {}, path = '/') {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    const own = createCorsProbe({ fetcher: createFetcher({ guard, extraPorts: [port] }) })
    const report = await own.report(`http://api.example.com:${port}${path}`, { origin: 'http://app.example.com', ...wish })
    return { ...report, by: toLines(report) }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const toLines = ({ checks }: CorsReport) =>
  Object.fromEntries(checks.map(({ id, verdict, text }) => [id, `${verdict}: ${text.en}`]))
const listTrials = ({ steps }: CorsReport) => steps.filter(({ kind }) => kind === 'trial').map(({ origin }) => origin)

test('a server that names whoever asks is found out by an origin that nobody has', async () => {
  const reflect: RequestListener = (request, response) =>
    void response
      .writeHead(200, {
        'access-control-allow-origin': request.headers.origin ?? '*',
        'access-control-allow-credentials': 'true',
        vary: 'Accept-Encoding, Origin',
      })
      .end()
  const found = await ask(reflect, { withCredentials: true })
  assert.equal(found.verdict, 'allowed')
  assert.match(found.by['origin-made-up']!, /^bad: .* even https:\/\/cors-check\.example, .* as the visitor who is logged in/)
  assert.match(found.by['vary']!, /^good/)
  assert.deepEqual(listTrials(found), ['https://cors-check.example'])
})

test('a comparison that looks at a part of the origin, null and http are found out', async () => {
  const lax: RequestListener = ({ headers: { origin = '' } }, response) => {
    const isTaken = origin === 'null' || origin.endsWith('app.example.com') || origin.startsWith('https://app.example.com')
    response.writeHead(200, isTaken ? { 'access-control-allow-origin': origin } : {}).end()
  }
  const found = await ask(lax, { origin: 'https://app.example.com' }, '/')
  assert.deepEqual(listTrials(found).sort(), [
    'http://app.example.com',
    'https://app.example.com.cors-check.example',
    'https://cors-check-app.example.com',
    'https://cors-check.example',
    'null',
  ])
  for (const id of ['origin-null', 'origin-http', 'origin-begins', 'origin-ends']) assert.match(found.by[id]!, /^notice: /)
  assert.match(found.by['vary']!, /^notice: The answer goes by the origin/)
  assert.match(found.by['mixed-content']!, /^bad: A page that came by https may not ask/)
  assert.equal(found.verdict, 'blocked')
})

test('a list that is compared rightly is good, and what goes by nobody needs no Vary', async () => {
  const strict: RequestListener = ({ headers: { origin } }, response) =>
    void response
      .writeHead(200, origin === 'http://app.example.com' ? { 'access-control-allow-origin': origin, vary: 'origin' } : {})
      .end()
  const { by } = await ask(strict)
  assert.match(by['other-origins']!, /^good: 4 other origins/)
  const fixed: RequestListener = (_, response) =>
    void response.writeHead(200, { 'access-control-allow-origin': 'http://app.example.com' }).end()
  assert.equal((await ask(fixed)).by['vary'], undefined)
})

test('what keeps a page out is said with what to do', async () => {
  const say =
    (headers: Record<string, string | string[]>, status = 200): RequestListener =>
    (_, response) =>
      void response.writeHead(status, headers).end()
  const reasonOf = async (listener: RequestListener, wish?: Partial<CorsWish>) => (await ask(listener, wish)).reason.en
  const origin = (value: string | string[]) => say({ 'access-control-allow-origin': value })
  const rows: [RequestListener, RegExp, Partial<CorsWish>?][] = [
    [say({}), /^Answer: There is no Access-Control-Allow-Origin\. Answer with “Access-Control-Allow-Origin: http:\/\/app/],
    [say({}, 401), /The answer is an error \(401\); many servers/],
    [origin(['*', '*']), /comes 2 times \(\*, \*\)/],
    [origin('http://a.example, http://app.example.com'), /holds a list/],
    [origin('http://app.example.com/'), /no path and no slash at its end/],
    [origin('http://app.example.com:80'), /the port that is usual for the scheme is left out/],
    [origin('https://app.example.com'), /the scheme differs/],
    [origin('http://app.example.com:8080'), /the port differs/],
    [origin('app.example.com'), /it needs its scheme/],
    [origin('http://APP.example.com'), /small letters/],
    [origin('*'), /\* does not hold for requests with credentials/, { withCredentials: true }],
    [origin('http://app.example.com'), /there is no Access-Control-Allow-Credentials/, { withCredentials: true }],
    [say({ location: '/x' }, 301), /answered with a redirect \(301\)/, { method: 'PUT' }],
    [say({}, 401), /let OPTIONS pass before the login/, { method: 'DELETE' }],
    [say({}, 405), /no answer for OPTIONS/, { method: 'DELETE' }],
    [
      say({ 'access-control-allow-origin': '*', 'access-control-allow-methods': 'put' }),
      /names it in other letters \(put\)/,
      { method: 'PUT' },
    ],
    [
      say({ 'access-control-allow-origin': '*', 'access-control-allow-headers': 'x-b' }),
      /does not name content-type, x-a\. Add them by name/,
      {
        headers: [
          ['X-A', ''],
          ['Content-Type', 'application/json'],
        ],
      },
    ],
  ]
  for (const [listener, words, wish] of rows) assert.match(await reasonOf(listener, wish), words)
})

test('what is to be known beside the verdict', async () => {
  const { by, notes, preflight, headers } = await ask(
    (_, response) =>
      void response
        .writeHead(200, {
          'access-control-allow-origin': '*',
          'access-control-allow-headers': '*',
          'access-control-allow-credentials': 'true',
          'access-control-allow-private-network': 'true',
          'access-control-max-age': '9000',
          'cross-origin-resource-policy': 'same-site',
          'x-total-count': '7',
        })
        .end(),
    {
      headers: [
        ['Authorization', 'Bearer 1'],
        ['Cookie', 'a=b'],
      ],
    },
  )
  assert.deepEqual(preflight?.kept, { chrome: 7200, firefox: 9000, safari: 600 })
  assert.match(by['star-authorization']!, /^notice: By the standard the \*/)
  assert.match(by['star-credentials']!, /never holds/)
  assert.match(by['private-network']!, /^notice/)
  assert.match(by['resource-policy']!, /same-site keeps the answer from .* of other sites/)
  assert.match(by['hidden-headers']!, /“Access-Control-Expose-Headers: x-total-count”/)
  assert.deepEqual(notes.length, 2)
  assert.match(notes[0]!.en, /No script may set cookie/)
  assert.match(notes[1]!.en, /without authorization/)
  assert.match(by['any-origin']!, /^good/)
  assert.equal(headers.find(({ name }) => name === 'x-total-count')?.isReadable, false)
})

test('of a POST that needs no preflight what OPTIONS answers is only a hint', async () => {
  const open: RequestListener = (_, response) => void response.writeHead(204, { 'access-control-allow-origin': '*' }).end()
  const { verdict, notes } = await ask(open, { method: 'POST', headers: [['Content-Type', 'text/plain']] })
  assert.equal(verdict, 'undecided')
  assert.match(notes[0]!.en, /^POST itself was not sent: .* says “Access-Control-Allow-Origin: \*”\.$/)
})

test('neither cookies nor what a visitor writes beyond the safelist is sent', async () => {
  const seen: Record<string, unknown>[] = []
  await ask(
    (request, response) => {
      seen.push(request.headers)
      response.writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }).end()
    },
    {
      withCredentials: true,
      headers: [
        ['Authorization', 'secret-1'],
        ['X-A', 'secret-2'],
        ['Accept', 'text/html'],
        ['Host', 'x'],
      ],
    },
  )
  assert.equal(seen.length, 2)
  assert.doesNotMatch(JSON.stringify(seen), /secret|cookie/)
  assert.equal(seen[0]!['access-control-request-headers'], 'authorization,x-a')
  assert.equal(seen[1]!['accept'], 'text/html')
})

test('that a login is left behind at a redirect to another origin is said', async () => {
  const url = `${cases.origins.api}/case/redirect-drops-token`
  const { checks, verdict } = await probe.report(url, { origin: cases.origins.page, headers: [['Authorization', 'Bearer 1']] })
  assert.equal(verdict, 'allowed')
  assert.match(checks.find(({ id }) => id === 'redirect-authorization')!.text.en, /leave Authorization behind/)
})

test('a preflight that gets no answer, a circle and a place that may not be asked', async () => {
  const silent = await ask(
    (request, response) => {
      if (request.method === 'OPTIONS') request.socket.destroy()
      else response.writeHead(200, { 'access-control-allow-origin': '*' }).end()
    },
    { headers: [['x-a', '1']] },
  )
  assert.equal(silent.verdict, 'blocked')
  assert.match(silent.reason.en, /^The preflight got no answer: api\.example\.com:\d+ closed the connection/)
  await assert.rejects(
    ask(({ socket }) => void socket.destroy(), { method: 'PUT' }),
    { key: 'target_failed' },
  )
  const circle = await ask(
    (_, response) => void response.writeHead(302, { location: '/', 'access-control-allow-origin': '*' }).end(),
  )
  assert.match(circle.reason.en, /round in a circle/)
  const inner = await ask(
    (_, response) => void response.writeHead(302, { location: 'http://10.0.0.1/', 'access-control-allow-origin': '*' }).end(),
  )
  assert.equal(inner.verdict, 'undecided')
  assert.match(inner.by['unasked']!, /^notice: Not all could be asked: .*10\.0\.0\.1/)
  await assert.rejects(probe.report('http://10.0.0.1/', { origin: 'null' }), { key: 'refused_target' })
})
