import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAddressList } from './address-list.ts'

const has = createAddressList(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', '2001:4860::8888'])
const rows: [address: string, isIn: boolean][] = [
  ['10.1.2.3', true],
  ['11.0.0.0', false],
  ['192.0.2.7', true],
  ['192.0.2.8', false],
  ['2001:db8:ffff::1', true],
  ['2001:db9::1', false],
  ['2001:4860::8888', true],
  ['2001:4860::8889', false],
]
for (const [address, isIn] of rows) test(`${address} is ${isIn ? '' : 'not '}in the list`, () => assert.equal(has(address), isIn))

test('an empty list has nobody in it', () => assert.equal(createAddressList([])('10.0.0.1'), false))
