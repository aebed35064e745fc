import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTools } from '@octet/tools/registry.ts'
import ipTool from '@octet/tools/ip/ip/tool.ts'
import routingTool from '@octet/tools/ip/routing/tool.ts'
import { findRefuser, findSubjectPage, findPersonality, type Request } from './find-personality.ts'

const NO_HOSTS = new Map()
const find = (url: string, { method = 'GET', ...headers }: Record<string, string> = {}) =>
  findPersonality({ url, method, headers } as Request, NO_HOSTS)

test('no page of a tool, in either language, is taken for another service', async () => {
  for (const { route } of await loadTools())
    for (const path of [route, `/zh${route}`, `${route}?key=a&ip=b&token=c`]) {
      assert.equal(find(path, { accept: 'text/html' }), undefined, path)
      assert.equal(find(path), undefined, path)
    }
})

const rows: [string, Record<string, string>, string | undefined][] = [
  ['/', {}, undefined],
  ['/', { method: 'POST' }, undefined],
  ['/?key=k&ip=8.8.8.8', {}, 'ip2location'],
  ['/?api-key=k', {}, 'ipdata'],
  ['/', { method: 'POST', authorization: 'ApiKey k' }, 'ipregistry'],
  ['/8.8.8.8', {}, 'ipinfo'],
  ['/8.8.8.8/city', {}, 'ipinfo'],
  ['/2001:db8::1', {}, 'ipinfo'],
  ['/8.8.8.8', { accept: 'text/html' }, undefined],
  ['/8.8.8.8?token=k', {}, 'ipinfo'],
  ['/8.8.8.8?key=k', {}, 'ipregistry'],
  ['/', { accept: 'application/json' }, 'ipinfo'],
  ['/', { authorization: 'Bearer k' }, 'ipinfo'],
  ['/', { authorization: 'Bearer k', accept: 'text/html,application/json' }, undefined],
  ['/?token=k', {}, 'ipinfo'],
  ['/?ip=8.8.8.8', {}, 'ip2location'],
  ['/?ip=8.8.8.8', { accept: 'text/html' }, undefined],
  ['/country', {}, 'ipinfo'],
  ['/json?token=k', {}, 'ipinfo'],
  ['/country', { accept: 'text/html' }, undefined],
  ['/privacy', {}, undefined],
  ['/privacy', { authorization: 'Bearer k' }, 'ipinfo'],
  ['/999.1.1.1?api-key=k', {}, 'ipdata'],
  ['/8.8.8', { authorization: 'ApiKey k' }, 'ipregistry'],
  ['/2001:db8:::1', {}, 'ipinfo'],
  ['/404', {}, undefined],
  ['/openapi.json', { authorization: 'ApiKey k' }, undefined],
  ['/8.8.8.8', { authorization: 'ApiKey' }, 'ipregistry'],
  ['/AS15169', {}, 'ipinfo'],
  ['/AS15169', { authorization: 'ApiKey k' }, 'ipregistry'],
  ['/asset', {}, undefined],
  ['/lookup/8.8.8.8', {}, 'ipinfo'],
  ['/lookup/me', {}, 'ipinfo'],
  ['/lookup/dnsbl', {}, undefined],
  ['/map/abc', {}, undefined],
  ['/map', { method: 'POST' }, 'ipinfo'],
  ['/tools', {}, undefined],
  ['/data/free/asn.mmdb', { method: 'HEAD' }, 'ipinfo'],
  ['/geoip/v2.1/city/me', {}, 'geoip'],
  ['/app/geoip_download?edition_id=x', {}, 'geoip'],
  ['/json/8.8.8.8', {}, 'ip-api'],
  ['/json/8.8.8.8?fields=61439', { accept: 'text/html' }, 'ip-api'],
  ['/csv/2001:db8::1', {}, 'ip-api'],
  ['/line/example.com', {}, 'ip-api'],
  ['/json/2001%3Adb8%3A%3A1', {}, 'ip-api'],
  ['/ipgeo?apiKey=k&ip=8.8.8.8', { accept: 'text/html' }, 'ipgeolocation'],
  ['/v3/ipgeo', {}, 'ipgeolocation'],
  ['/v4/ipgeo', {}, undefined],
  ['/v2/ipgeo-bulk?apiKey=k', { method: 'POST' }, 'ipgeolocation'],
  ['/v2/free/8.8.8.8', { accept: 'text/html' }, 'dbip'],
  ['/v2/k/self', {}, 'dbip'],
  ['/v2/k/2001:db8::1,8.8.8.8', {}, 'dbip'],
  ['/v2/k/about', {}, undefined],
  ['/json/', {}, 'ip-api'],
  ['/json/', { accept: 'text/html' }, undefined],
  ['/json', {}, 'ipinfo'],
  ['/json/undefined', {}, 'ip-api'],
  ['/json/undefined', { accept: 'text/html' }, undefined],
  ['/batch', { method: 'POST' }, 'ipinfo'],
  ['/batch?token=k', { method: 'POST' }, 'ipinfo'],
  ['/batch?fields=country,query', { method: 'POST' }, 'ip-api'],
  ['/v1/ip/8.8.8.8', {}, undefined],
  ['/%E0%A4%A', {}, undefined],
  ['/8.8.8.8', { method: 'OPTIONS', 'access-control-request-method': 'GET' }, 'ipinfo'],
  ['/bulk', { method: 'OPTIONS', 'access-control-request-method': 'POST' }, 'ipdata'],
  ['/8.8.8.8', { method: 'OPTIONS' }, undefined],
  ['/8.8.8.8', { method: 'HEAD' }, 'ipinfo'],
  ['/json', { method: 'HEAD' }, 'ipinfo'],
  ['/lite/8.8.8.8', { method: 'HEAD' }, 'ipinfo'],
  ['/json/8.8.8.8', { method: 'HEAD' }, 'ip-api'],
  ['/', { method: 'HEAD' }, undefined],
]
for (const [url, headers, expected] of rows)
  test(`${headers['method'] ?? 'GET'} ${url} ${headers['authorization'] ?? headers['accept'] ?? ''} → ${expected ?? 'our own'}`, () =>
    assert.equal(find(url, headers), expected))

for (const path of [`/lookup/${':'.repeat(500_000)}!`, `/v2/k/${','.repeat(500_000)}/`, `/csv/${'.'.repeat(500_000)}/`])
  test(`half a megabyte of ${path[8]} is soon seen to be no path of another service`, () => {
    const startedMs = performance.now()
    assert.equal(find(path, {}), undefined)
    assert.ok(performance.now() - startedMs < 60_000)
  })

test('a mapped host decides, with or without its port', () => {
  const hosts = new Map([['api.example', 'ipdata' as const]])
  for (const host of ['api.example', 'API.example:8443'])
    assert.equal(findPersonality({ url: '/v1/ip/8.8.8.8', method: 'GET', headers: { host } }, hosts), 'ipdata')
})

const refusers: [string, Record<string, string>, string | undefined][] = [
  ['/undefined', { authorization: 'ApiKey k' }, 'ipregistry'],
  ['/undefined?key=k', {}, 'ipregistry'],
  ['/1.2.3.4,%205.6.7.8?api-key=k', {}, 'ipdata'],
  ['/undefined', { authorization: 'Bearer k', accept: 'application/json' }, 'ipinfo'],
  ['/undefined?token=k', {}, 'ipinfo'],
  ['/undefined', {}, undefined],
  ['/undefined?monkey=k', {}, undefined],
  ['/undefined?token=k', { accept: 'text/html' }, undefined],
  ['/undefined?token=k', { method: 'HEAD' }, undefined],
  ['/v2/undefined?token=k', {}, undefined],
]
for (const [url, { method = 'GET', ...headers }, expected] of refusers)
  test(`${method} ${url} ${Object.values(headers).join()}, which is nothing, is refused as ${expected ?? 'a page'}`, () =>
    assert.equal(findRefuser({ url, method, headers } as Request), expected))

test('a browser that asks for an address or an AS is sent to its page, and nobody else', () => {
  const ask = (url: string, accept?: string) => findSubjectPage({ url, method: 'GET', headers: { accept } } as Request)
  assert.equal(ask('/8.8.8.8', 'text/html'), `${ipTool.route}?ip=8.8.8.8`)
  assert.ok('ip' in ipTool.input.shape)
  assert.equal(ask('/as15169', 'text/html'), '/asn/15169')
  assert.equal(ask('/192.0.2.0/24', 'text/html'), `${routingTool.route}?target=192.0.2.0%2F24`)
  assert.equal(ask('/2001:db8::/32', 'text/html'), `${routingTool.route}?target=2001%3Adb8%3A%3A%2F32`)
  assert.ok('target' in routingTool.input.shape)
  assert.equal(ask('/ip/8.8.8.8', 'text/html'), `${ipTool.route}?ip=8.8.8.8`)
  assert.equal(ask('/ip/192.0.2.0/24', 'text/html'), `${routingTool.route}?target=192.0.2.0%2F24`)
  assert.equal(ask('/zh/8.8.8.8', 'text/html'), `/zh${ipTool.route}?ip=8.8.8.8`)
  assert.equal(ask('/zh/ip/2001:db8::1', 'text/html'), `/zh${ipTool.route}?ip=2001%3Adb8%3A%3A1`)
  assert.equal(ask('/zh/AS15169', 'text/html'), '/zh/asn/15169')
  for (const [url, accept] of [
    ['/8.8.8.8', '*/*'],
    ['/AS15169', '*/*'],
    ['/AS', 'text/html'],
    ['/ip', 'text/html'],
    ['//evil.example', 'text/html'],
    ['/8.8.8.8/x', 'text/html'],
    ['/ip/8.8.8.8', '*/*'],
    ['/ip/routing', 'text/html'],
    ['/zh', 'text/html'],
    ['/zh/ip', 'text/html'],
    ['/ip//evil.example', 'text/html'],
    ['/192.0.2.0/33', 'text/html'],
    ['/zh/24', 'text/html'],
    ['/2026/11', 'text/html'],
    ['/192.0.2.0/24', '*/*'],
  ] as const)
    assert.equal(ask(url, accept), undefined, url)
})
