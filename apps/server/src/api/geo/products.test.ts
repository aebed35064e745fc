import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { isAppError } from '@octet/core/errors.ts'
import { findFreePort } from '@octet/core/testing/free-port.ts'
import { until } from '@octet/core/testing/until.ts'
import { Maps } from '../../domain/maps.ts'
import { holdMapBytes } from '../../storage/queries/maps.ts'
import { startProduct } from '../../testing/start.ts'
import { startStorage } from '../../testing/start-storage.ts'

let storage: Awaited<ReturnType<typeof startStorage>>
let product: Awaited<ReturnType<typeof startProduct>>
before(async () => {
  storage = await startStorage()
  product = await startProduct({ storageUrl: storage.url, listen: true })
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})

const get = (url: string, headers: Record<string, string> = {}) => product.app.inject({ url, headers })
const post = (url: string, payload: string, type = 'text/plain') =>
  product.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })

test('privacy: hosting is set, and each set flag names the list that says so', async () => {
  const { data } = (await get('/v1/privacy/8.8.8.8')).json()
  assert.equal(data.is_hosting, true)
  assert.equal(data.provider, 'Google LLC')
  const named = new Set(data.evidence.flatMap(({ flags }: { flags: string[] }) => flags))
  for (const flag of ['is_hosting', 'is_vpn', 'is_tor', 'is_relay', 'is_data_center'])
    assert.equal(named.has(flag), data[flag] === true, flag)
})

test('privacy of a private address says why nothing is known', async () => {
  const { data } = (await get('/v1/privacy/10.0.0.1')).json()
  assert.deepEqual([data.is_vpn, data.evidence, data.missing.is_vpn], [null, [], 'special_purpose'])
})

test('privacy as one field and without the envelope', async () => {
  const { statusCode, body } = await get('/v1/privacy/8.8.8.8?fields=is_hosting&raw=1')
  assert.deepEqual([statusCode, body], [200, '{"is_hosting":true}'])
})

for (const query of ['15169', 'AS15169', 'as15169', '8.8.8.8', '2001:4860:4860::8888'])
  test(`asn/${query} is Google, with its size, and says that neighbours are unknown`, async () => {
    const { data } = (await get(`/v1/asn/${query}`)).json()
    assert.deepEqual([data.asn, data.country_code, data.usage_type], [15169, 'US', 'hosting'])
    assert.ok(data.num_ips > 1_000_000 && data.num_prefixes > 10 && data.num_prefixes6 > 0)
    assert.equal(data.missing.peers.reason, 'source_missing')
  })

test('prefixes come page by page, and all of them together are the announced space', async () => {
  const seen: string[] = []
  let page: number | null = 1
  while (page !== null) {
    const { data }: { data: { items: string[]; next: number | null } } = (
      await get(`/v1/asn/AS15169/prefixes?family=ipv4&limit=100&page=${page}`)
    ).json()
    seen.push(...data.items)
    page = data.next
  }
  assert.equal(new Set(seen).size, seen.length)
  const { num_ips } = (await get('/v1/asn/AS15169')).json().data
  assert.equal(
    seen.reduce((sum, cidr) => sum + 2 ** (32 - Number(cidr.split('/')[1])), 0),
    num_ips,
  )
})

test('peers are answered as not available, never as an empty list that looks like knowledge', async () => {
  const { data } = (await get('/v1/asn/AS15169/peers')).json()
  assert.deepEqual([data.available, data.total, data.reason], [false, null, 'source_missing'])
})

const refusedAsns: [string, number, string][] = [
  ['AS4294967296', 400, 'bad_input'],
  ['AS23456', 404, 'network_not_found'],
  ['10.0.0.1', 404, 'network_not_found'],
  ['google', 400, 'bad_input'],
]
for (const [query, status, error] of refusedAsns)
  test(`asn/${query} → ${status} ${error}`, async () => {
    const answer = await get(`/v1/asn/${query}`)
    assert.deepEqual([answer.statusCode, answer.json().data.error], [status, error])
  })

test('ranges of an organisation are those of its networks', async () => {
  const { data } = (await get('/v1/ranges/org/Google%20LLC?family=ipv4')).json()
  assert.ok(data.asns.includes(15169))
  assert.ok(data.networks.includes('8.8.8.0/24'), String(data.networks.slice(0, 5)))
})

test('ranges of a tag, and a tag nobody knows', async () => {
  const hosting = await get('/v1/ranges/tag/hosting?family=ipv6&format=text')
  assert.match(hosting.body, /^2001:/m)
  assert.match((await get('/v1/ranges/tag/spam')).json().msg, /vpn, tor/)
})

const outputs: [string, RegExp][] = [
  ['csv', /^network,first,last,addresses\n8\.8\.4\.0\/24/m],
  ['nginx', /^deny 8\.8\.4\.0\/24;$/m],
  ['ipset', /^add octet4 8\.8\.4\.0\/24$/m],
  ['nftables', /8\.8\.4\.0\/24/],
  ['mikrotik', /address-list add list=octet address=8\.8\.4\.0\/24/],
  ['haproxy', /^8\.8\.4\.0\/24$/m],
]
for (const [format, pattern] of outputs)
  test(`ranges as ${format}`, async () =>
    assert.match((await get(`/v1/ranges/asn/AS15169?format=${format}`)).body.replace(/8\.8\.4\.0\/23/, '8.8.4.0/24'), pattern))

const bodies: [string, string, string][] = [
  ['JSON', '["8.8.8.8","8.8.4.4","8.8.8.8","10.0.0.1","x"]', 'application/json'],
  ['JSON that is said to be a form', '["8.8.8.8","8.8.4.4","8.8.8.8","10.0.0.1","x"]', 'application/x-www-form-urlencoded'],
  ['lines', '8.8.8.8\n8.8.4.4\r\n8.8.8.8\n\n10.0.0.1\nx', 'text/plain'],
  ['CSV', '8.8.8.8,a\n8.8.4.4,b\n"8.8.8.8",c\n10.0.0.1,d\nx,e\n', 'text/csv'],
  ['a CSV with a heading', 'ip,note\n8.8.8.8,a\n8.8.4.4,b\n8.8.8.8,c\n10.0.0.1,d\nx,e\n', 'text/csv; charset=utf-8'],
]
for (const [name, payload, type] of bodies)
  test(`summarize counts ${name}`, async () => {
    const { data } = (await post('/v1/summarize', payload, type)).json()
    assert.deepEqual([data.total, data.unique, data.invalid, data.bogon, data.ipv4], [4, 3, 1, 1, 3])
    assert.deepEqual(data.countries, [{ name: 'US', count: 2 }])
    assert.equal(data.privacy.hosting, 2)
  })

test('summarize counts an address once, however it is spelled', async () => {
  const { data } = (
    await post('/v1/summarize', '2001:4860:4860::8888\n2001:4860:4860:0::8888\n2001:4860:4860::8844\n', 'text/plain')
  ).json()
  assert.deepEqual([data.total, data.unique, data.ipv6], [3, 2, 2])
})

test('a summary of a body that is not JSON says where it breaks', async () => {
  const answer = await post('/v1/summarize', '["8.8.8.8",', 'application/json')
  assert.deepEqual([answer.statusCode, answer.json().data.error], [400, 'bad_body'])
})

test('one client has 60 maps kept in a day, by whichever call', async () => {
  const make = (url: string, remoteAddress = '198.51.100.77') =>
    product.app.inject({ method: 'POST', url, payload: '8.8.8.8', remoteAddress, headers: { 'content-type': 'text/plain' } })
  // The limit of the address alone would let through as many as it has units.
  const answers: number[] = []
  for (let i = 0; i < 70; i++) {
    product.services.allowance.forgive('198.51.100.77')
    answers.push((await make(i % 2 === 0 ? '/v1/map' : '/tools/map')).statusCode)
  }
  assert.deepEqual([answers.indexOf(429), answers.filter((status) => status === 200).length], [60, 60])
  assert.equal((await make('/v1/map', '198.51.100.78')).statusCode, 200)
})

test('a map is kept and found under its id only', async () => {
  const { data } = (await post('/v1/map', '8.8.8.8\n8.8.8.9\n114.114.114.114\n10.0.0.1')).json()
  assert.match(data.report_url, new RegExp(`/map/${data.id}$`))
  const kept = (await get(`/v1/map/${data.id}`)).json().data
  assert.deepEqual([kept.found, kept.placed, kept.points[0].count], [4, 3, 2])
  assert.equal((await get('/v1/map/nobody-knows')).statusCode, 404)
})

test('a kept map has its places in the language of who opens it', async () => {
  const { data } = (await post('/v1/map', '8.8.8.8')).json()
  const read = async (lang: string) => (await get(`/v1/map/${data.id}?lang=${lang}`)).json().data.points[0].place as string
  assert.match(await read('en'), /United States/)
  assert.match(await read('zh'), /美国/)
})

test('no map is kept without an address on it', async () => {
  const answer = await post('/v1/map', 'no address\nnor here')
  assert.equal(answer.statusCode, 400)
  assert.match(answer.json().msg, /expected one address at least, got 2 values without one/)
})

test('when all room for maps is taken none is kept, and what is there stays', async () => {
  const { id } = (await post('/v1/map', '8.8.8.8')).json().data
  const full = new Maps(product.services.storage, 1)
  const map = await full.get(id)
  await assert.rejects(full.keep(map), (error) => isAppError(error) && error.key === 'unavailable')
})

test('of many maps that are to be kept at once the first that fills the room is the last', async () => {
  const { storage: database } = product.services
  const { id } = (await post('/v1/map', '8.8.8.8')).json().data
  const map = await new Maps(database).get(id)
  const taken = await database.transact(holdMapBytes)
  const nearlyFull = new Maps(database, taken + 1)
  const ends = await Promise.allSettled(Array.from({ length: 8 }, () => nearlyFull.keep(map)))
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('the page of a map answers 404 where none is kept', async () => {
  const { id } = (await post('/v1/map', '8.8.8.8')).json().data
  for (const prefix of ['', '/zh']) {
    assert.equal((await get(`${prefix}/map/${id}`)).statusCode, 200)
    assert.equal((await get(`${prefix}/map/nobody-knows`)).statusCode, 404)
  }
})

test('at= answers from the kept build of that day, and says when there is none', async () => {
  const today = new Date().toISOString().slice(0, 10)
  assert.equal((await get(`/v1/ip/8.8.8.8?at=${today}`)).json().data.country_code, 'US')
  const paths = [
    'ip/8.8.8.8',
    'ip/8.8.8.8/country_code',
    'privacy/8.8.8.8',
    'ranges/country/SG',
    'asn/AS15169',
    'asn/AS15169/prefixes',
  ]
  for (const ask of [...paths.map((path) => (day: string) => get(`/v1/${path}?at=${day}`)), askBatch]) {
    assert.equal((await ask(today)).statusCode, 200)
    const early = await ask('1999-01-01')
    assert.deepEqual([early.statusCode, early.json().data.error], [404, 'build_not_kept'])
  }
})

const askBatch = (day: string) => post(`/v1/ip/batch?at=${day}`, '8.8.8.8')

test('header mode: 204, no body, names outside ASCII percent-encoded', async () => {
  const answer = await get('/v1/headers', { 'x-geo-address': '114.114.114.114', 'accept-language': 'zh' })
  assert.deepEqual([answer.statusCode, answer.body], [204, ''])
  assert.equal(answer.headers['x-geo-country-code'], 'CN')
  assert.equal(decodeURIComponent(String(answer.headers['x-geo-country'])), '中国')
  assert.equal((await get('/v1/headers', { 'x-geo-address': '1.2.3' })).statusCode, 400)
})

const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path))
test('nginx auth_request hands the country to the application', { skip: nginx ? false : 'nginx is not installed' }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'octet-nginx-'))
  const port = await findFreePort()
  await writeFile(join(folder, 'nginx.conf'), toNginxConfig({ folder, port, origin: product.origin }))
  execFileSync(nginx!, ['-t', '-q', '-c', join(folder, 'nginx.conf'), '-p', folder])
  const child = spawn(nginx!, ['-c', join(folder, 'nginx.conf'), '-p', folder, '-g', 'daemon off;'], { stdio: 'ignore' })
  try {
    const answer = await ask(`http://127.0.0.1:${port}/`, { 'x-test-address': '8.8.8.8' })
    assert.equal(await answer.text(), 'US 15169 true\n')
  } finally {
    child.kill()
    await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
})

const ask = (url: string, headers: Record<string, string>): Promise<Response> =>
  until(() => fetch(url, { headers }).catch(() => undefined), 'nginx answers')

function toNginxConfig({ folder, port, origin }: { folder: string; port: number; origin: string }): string {
  return `
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server {
    listen 127.0.0.1:${port};
    location = /_geo {
      internal;
      proxy_pass ${origin}/v1/headers;
      proxy_pass_request_body off;
      proxy_set_header Content-Length "";
      proxy_set_header X-Geo-Address $http_x_test_address;
    }
    location / {
      auth_request /_geo;
      auth_request_set $country $upstream_http_x_geo_country_code;
      auth_request_set $asn $upstream_http_x_geo_asn;
      auth_request_set $hosting $upstream_http_x_geo_is_hosting;
      proxy_set_header X-Seen "$country $asn $hosting";
      proxy_pass http://127.0.0.1:${port}/_app;
    }
    location = /_app { return 200 "$http_x_seen\\n"; }
  }
}
`
}
