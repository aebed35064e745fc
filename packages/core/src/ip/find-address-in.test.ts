import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAddressIn } from './find-address-in.ts'

for (const [item, address] of [
  [{ ip: '192.0.2.1', query: 'x' }, '192.0.2.1'],
  [{ ip: 7, address: '2001:db8::1' }, '2001:db8::1'],
  ['{"query":"192.0.2.1","lang":"de"}', '192.0.2.1'],
  ['192.0.2.1', undefined],
  ['{"ip":"192.0.2.1"', undefined],
  ['"192.0.2.1"', undefined],
  [['192.0.2.1'], undefined],
  [null, undefined],
] as const)
  test(`${JSON.stringify(item)} holds ${address ?? 'no address'}`, () => assert.equal(findAddressIn(item), address))
