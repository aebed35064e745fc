import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseOwner } from './owner.ts'

const rows: [string, object][] = [
  ['sg', { country: 'SG' }],
  ['AS13335', { asn: 13335 }],
  ['13335', { asn: 13335 }],
  ['AS1.10', { asn: 65546 }],
  ['ＡＳ１３３３５', { asn: 13335 }],
  ['AS', { country: 'AS' }],
  [' as 4294967295 ', { asn: 4294967295 }],
]
for (const [text, owner] of rows) test(`“${text}”`, () => assert.deepEqual(parseOwner(text), owner))
for (const text of ['', 'USA', 'A', 'AS4294967296', 'AS1.65536', '-1'])
  test(`“${text}” is refused`, () => assert.throws(() => parseOwner(text), { key: 'bad_input' }))
