import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGuard } from '../guard/guard.ts'
import { createFetcher } from '../http/fetch.ts'
import { serveRdap } from '../testing/whois-server.ts'
import { RdapBootstrap } from './rdap-bootstrap.ts'

test('the bootstrap file picks the narrowest network and the right AS range', async () => {
  await using server = await serveRdap((request, response) =>
    response.end(
      JSON.stringify({
        services:
          request.url === '/asn.json'
            ? [[['1-100', '64000-64100'], ['https://a.example/']]]
            : [
                [['8.0.0.0/8', '8.8/16', 'odd'], ['https://wide.example/']],
                [['8.8.0.0/16'], ['https://narrow.example']],
              ],
      }),
    ),
  )
  const bootstrap = new RdapBootstrap()
  const options = { fetcher: server.fetcher, bootstrapUrl: server.base }
  assert.equal(await bootstrap.find({ kind: 'ip', name: '8.8.8.0/24' }, options), 'https://narrow.example/')
  assert.equal(await bootstrap.find({ kind: 'asn', name: '64050' }, options), 'https://a.example/')
  assert.equal(await bootstrap.find({ kind: 'asn', name: '5000' }, options), undefined)
})

test('a top-level domain is asked for at IANA, not at its own registry', async () => {
  const closed = createGuard({ resolver: async () => [] })
  const options = { fetcher: createFetcher({ guard: closed }) }
  assert.equal(await new RdapBootstrap().find({ kind: 'domain', name: 'com' }, options), 'https://rdap.iana.org/')
})

test('without bootstrap files the seeds are used', async () => {
  const closed = createGuard({ resolver: async () => [] })
  const bootstrap = new RdapBootstrap()
  assert.equal(
    await bootstrap.find({ kind: 'ip', name: '8.8.8.8' }, { fetcher: createFetcher({ guard: closed }) }),
    'https://rdap.arin.net/registry/',
  )
  assert.equal(
    await bootstrap.find({ kind: 'domain', name: 'example.constructor' }, { fetcher: createFetcher({ guard: closed }) }),
    undefined,
  )
})

test('a file that cannot be had is not waited for again at once, nor asked for twice at a time', async () => {
  let asked = 0
  await using server = await serveRdap((_, response) => (asked++, response.writeHead(503).end()))
  const bootstrap = new RdapBootstrap()
  const find = () =>
    bootstrap.find({ kind: 'domain', name: 'example.com' }, { fetcher: server.fetcher, bootstrapUrl: server.base })
  const found = [...(await Promise.all([find(), find()])), await find()]
  assert.deepEqual([asked, ...new Set(found)], [1, 'https://rdap.verisign.com/com/v1/'])
})
