import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAddress } from './address.ts'
import { findEui64Mac } from './eui64.ts'

for (const [address, mac] of [
  ['2001:db8::200:5eff:fe00:53af', '00:00:5e:00:53:af'],
  ['fe80::5054:ff:fe12:3456', '52:54:00:12:34:56'],
  ['2001:db8::1', undefined],
  ['2001:db8::a8bb:ccff:ee00:1', undefined],
  ['192.255.254.1', undefined],
] as const)
  test(`${address} holds ${mac ?? 'no hardware address'}`, () => assert.equal(findEui64Mac(parseAddress(address)), mac))
