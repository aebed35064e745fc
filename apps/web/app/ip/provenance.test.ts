import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OWN_RECORD } from '../../e2e/fake-api.ts'
import { findEmptyReason, findProvenance, toPlaceLine } from './provenance.ts'

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

test('a place is written in the order of its language, a name that comes twice once', () => {
  const shanghai = { ...OWN_RECORD, city_name: '上海市', region_name: '上海市', country_name: '中国' }
  assert.equal(toPlaceLine(shanghai, 'zh'), '中国 上海市')
  assert.equal(toPlaceLine(OWN_RECORD, 'en'), 'Amsterdam, North Holland, Netherlands')
})
