import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findEmptyReason, findProvenance } from './provenance.ts'

const sources = [
  { id: 'a', fields: ['city_name', 'ASN.asn'], date: '2026-01-01' },
  { id: 'b', fields: ['currency'], date: null },
]

const rows: [string, string | undefined][] = [
  ['city_name', 'a 1'],
  ['ASN.asn', 'a 1'],
  ['ASN.isp', undefined],
  ['currency.code', 'b 2'],
  ['currency', 'b 2'],
  ['zip_code', undefined],
]
for (const [field, expected] of rows)
  test(`${field} was decided by ${expected ?? 'nobody'}`, () => {
    const found = findProvenance({ sources }, field)
    assert.equal(found && `${found.id} ${found.number}`, expected)
  })

test('a part that is missing as a whole gives its reason to its fields', () => {
  const missing = { currency: 'not_in_data', 'ASN.asn': 'not_routed' } as const
  assert.equal(findEmptyReason({ missing }, 'currency.code'), 'not_in_data')
  assert.equal(findEmptyReason({ missing }, 'ASN.asn'), 'not_routed')
  assert.equal(findEmptyReason({ missing }, 'ASN.isp'), undefined)
})
