import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPagePolicy } from './page-policy.ts'

const CSP = "default-src 'none'; connect-src 'self'; frame-ancestors 'self'"
const toConnect = (path: string, leakZone: string | null = null, families: readonly string[] = []) =>
  /connect-src ([^;]*)/.exec(toPagePolicy(CSP, path, { leakZone, families }))![1]!.split(' ')

for (const path of ['/networktest', '/zh/networktest'])
  test(`${path} may connect to names of the leak test's zone, and to nothing more for it`, () => {
    assert.deepEqual(toConnect(path, 'leak.example.com'), [...toConnect(path), 'https://*.leak.example.com'])
    assert.deepEqual(toConnect(path, null), toConnect(path))
  })

for (const path of ['/', '/publicdns', '/pingip', '/networktest/x', '/embed/json'])
  test(`${path} may not connect to the zone`, () =>
    assert.deepEqual(toPagePolicy(CSP, path, { leakZone: 'leak.example.com' }), toPagePolicy(CSP, path)))

const FAMILIES = ['https://ipv4.example.com', 'https://ipv6.example.com']
for (const path of ['/ip', '/zh/ip', '/networktest'])
  test(`${path} may connect to this site by one family`, () =>
    assert.deepEqual(toConnect(path, null, FAMILIES), [...toConnect(path), ...FAMILIES]))

for (const path of ['/', '/ipdizhi', '/embed/ip'])
  test(`${path} may not connect to the names of one family`, () =>
    assert.deepEqual(toPagePolicy(CSP, path, { families: FAMILIES }), toPagePolicy(CSP, path)))
