import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAsNumber } from './as-number.ts'

const ROWS: readonly [string, number | undefined][] = [
  ['AS13335', 13_335],
  ['as 13335', 13_335],
  ['ASN-13335', 13_335],
  ['AS1.10', 65_546],
  ['AS0.65535', 65_535],
  ['AS65535.65535', 4_294_967_295],
  ['AS65536.0', Infinity],
  ['AS1.65536', Infinity],
  ['AS4294967296', 4_294_967_296],
  ['13335', undefined],
  ['as1.2.3', undefined],
  ['AS', undefined],
  ['AS-1x', undefined],
]
for (const [text, number] of ROWS) test(`${text} → ${number}`, () => assert.equal(readAsNumber(text), number))

test('a bare number, where it can be nothing else', () => {
  assert.equal(readAsNumber('13335', { mayBeBare: true }), 13_335)
  assert.equal(readAsNumber('1.10', { mayBeBare: true }), 65_546)
})
