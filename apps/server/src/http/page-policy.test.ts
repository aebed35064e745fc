import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPagePolicy } from './page-policy.ts'

const CSP = "default-src 'none'; connect-src 'self'; frame-ancestors 'self'"
const toConnect = (path: string, zone?: string | null) =>
  /connect-src ([^;]*)/.exec(toPagePolicy(CSP, path, zone))![1]!.split(' ')

for (const path of ['/networktest', '/zh/networktest'])
  test(`${path} may connect to names of the leak test's zone, and to nothing more for it`, () => {
    assert.deepEqual(toConnect(path, 'leak.example.com'), [...toConnect(path), 'https://*.leak.example.com'])
    assert.deepEqual(toConnect(path, null), toConnect(path))
  })

for (const path of ['/', '/publicdns', '/pingip', '/networktest/x', '/embed/json'])
  test(`${path} may not connect to the zone`, () =>
    assert.deepEqual(toPagePolicy(CSP, path, 'leak.example.com'), toPagePolicy(CSP, path)))
