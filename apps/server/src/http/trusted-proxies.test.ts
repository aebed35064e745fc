import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCallerFinder } from './trusted-proxies.ts'

const findCaller = createCallerFinder(['10.0.0.0/8', '2001:db8::/32', '192.0.2.7'])
const rows: [name: string, remote: string, forwarded: string | undefined, caller: string | undefined][] = [
  ['without the field, the peer', '10.0.0.1', undefined, '10.0.0.1'],
  ['a stranger is not believed', '203.0.113.1', '8.8.8.8', '203.0.113.1'],
  ['behind one proxy', '10.0.0.1', '8.8.8.8', '8.8.8.8'],
  ['behind two', '10.0.0.1', '8.8.8.8, 2001:db8::1', '8.8.8.8'],
  ['what the caller wrote itself is not believed', '10.0.0.1', '1.1.1.1, 8.8.8.8', '8.8.8.8'],
  ['proxies only: the farthest', '10.0.0.1', '10.0.0.3,10.0.0.2', '10.0.0.3'],
  ['a single address is a proxy too', '192.0.2.7', '2001:4860::1', '2001:4860::1'],
  ['noise is nobody', '10.0.0.1', 'unknown', undefined],
  ['an empty field is nobody', '10.0.0.1', '', undefined],
  ['a caller with its port', '10.0.0.1', '8.8.8.8:49152, 10.0.0.2:443', '8.8.8.8'],
  ['an IPv6 caller with its port', '10.0.0.1', '[2001:4860::1]:49152', '2001:4860::1'],
  ['an IPv6 caller in brackets', '10.0.0.1', '[2001:4860::1]', '2001:4860::1'],
  ['a mapped caller in its plain spelling', '10.0.0.1', '::ffff:8.8.8.8', '8.8.8.8'],
]
for (const [name, remote, forwarded, caller] of rows) test(name, () => assert.equal(findCaller(remote, forwarded), caller))
