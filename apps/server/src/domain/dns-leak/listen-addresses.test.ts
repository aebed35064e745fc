import assert from 'node:assert/strict'
import type { NetworkInterfaceInfo } from 'node:os'
import { test } from 'node:test'
import { toListenAddresses } from './listen-addresses.ts'

const info = (address: string, internal = false): NetworkInterfaceInfo =>
  ({ address, internal, family: address.includes(':') ? 'IPv6' : 'IPv4' }) as NetworkInterfaceInfo
const INTERFACES = {
  lo: [info('127.0.0.1', true), info('::1', true)],
  eth0: [info('192.0.2.10'), info('192.0.2.11'), info('2001:db8::10'), info('fe80::1')],
  br0: [info('192.0.2.10')],
  gone: undefined,
}

for (const [listen, expected] of [
  [['127.0.0.1:5353'], ['127.0.0.1 5353']],
  [['0.0.0.0:53'], ['192.0.2.10 53 *', '192.0.2.11 53 *']],
  [['[::]:53'], ['2001:db8::10 53 *']],
  [['192.0.2.9'], ['192.0.2.9 53']],
  [
    ['0.0.0.0:53', '[::]:53', '[2001:db8::99]:54'],
    ['192.0.2.10 53 *', '192.0.2.11 53 *', '2001:db8::10 53 *', '2001:db8::99 54'],
  ],
] as const)
  test(`${listen.join(', ')} is ${expected.join(', ')}`, () =>
    assert.deepEqual(
      toListenAddresses(listen, INTERFACES).map(({ host, port, isExpanded }) => `${host} ${port}${isExpanded ? ' *' : ''}`),
      expected,
    ))
