import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createGuard } from '../guard/guard.ts'
import { checkPolicy } from './content-policy.ts'
import { createFetcher } from './fetch.ts'
import { createHttpProbe } from './report.ts'

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
  const fetcher = createFetcher({ guard: createGuard({ allowTargets: ['127.0.0.1/32'] }), extraPorts: [port] })
  const report = await createHttpProbe({ fetcher }).report(`http://127.0.0.1:${port}/`)
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
    versions: 'notice',
    compression: 'notice',
    cookies: 'notice',
  })
  assert.deepEqual([report.status, report.sizeBytes], [200, 5])
})

/** The checks of one answer, by id. */
async function check(headers: OutgoingHttpHeaders, body: string, status = 200) {
  const server = createServer((_, response) => response.writeHead(status, headers).end(body)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const fetcher = createFetcher({ guard: createGuard({ allowTargets: ['127.0.0.1/32'] }), extraPorts: [port] })
  const report = await createHttpProbe({ fetcher }).report(`http://127.0.0.1:${port}/`)
  server.close()
  return { ...report, by: Object.fromEntries(report.checks.map(({ id, verdict, text }) => [id, `${verdict}: ${text.en}`])) }
}

test('HSTS over plain HTTP is no promise (RFC 6797 §8.1)', async () => {
  const { by } = await check({ 'strict-transport-security': 'max-age=31536000' }, 'x')
  assert.match(by['hsts']!, /^notice: .*only over HTTPS/)
})

test('a body that cannot be decoded does not hide the headers', async () => {
  const { by, hops } = await check({ 'content-encoding': 'gzip', 'x-a': '1' }, 'not gzip')
  assert.match(by['body']!, /^bad: .*not valid gzip/)
  assert.ok(hops[0]!.headers.some(({ name }) => name === 'x-a'))
})

test('HTTP/3 is seen where it is offered', async () => {
  assert.match((await check({ 'alt-svc': 'h2=":443", h3=":443"; ma=86400' }, 'x')).by['http3']!, /^good/)
  for (const offers of ['clear', 'h2=":443"', 'h3-29=":443"'])
    assert.equal((await check({ 'alt-svc': offers }, 'x')).by['http3'], undefined)
})

test('redirects in a circle are named', async () => {
  assert.match((await check({ location: '/' }, '', 302)).by['redirects']!, /^bad: .*circle/)
})

test('a picture is not asked to be compressed, a frame policy not met by X-Frame-Options: ALLOWALL', async () => {
  const { by, curl } = await check({ 'content-type': 'image/png', 'x-frame-options': 'ALLOWALL' }, 'x')
  assert.equal(by['compression'], undefined)
  assert.match(by['frame']!, /^notice/)
  assert.doesNotMatch(curl, /-sSIL/) // HEAD is not what was asked
})

for (const [policy, verdict] of [
  ["default-src 'self'", 'good'],
  ["script-src 'nonce-abc' 'unsafe-inline' https: 'strict-dynamic'", 'good'],
  ["default-src 'self'; style-src 'unsafe-inline'", 'good'],
  ["script-src 'self' 'unsafe-inline'", 'notice'],
  ["script-src 'nonce-abc' 'unsafe-eval'", 'notice'],
  ['default-src *', 'notice'],
  ['upgrade-insecure-requests', 'notice'],
  ["frame-ancestors 'self'", 'notice'],
] as const)
  test(`policy “${policy}”: ${verdict}`, () => assert.equal(checkPolicy(policy).verdict, verdict))
