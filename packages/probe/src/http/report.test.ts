import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createGuard } from '../guard/guard.ts'
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
