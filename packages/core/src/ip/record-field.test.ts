import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getField } from './record-field.ts'

const record = {
  ip: '192.0.2.1',
  ASN: { asn: 64496, isp: null },
  special: null,
  missing: { 'ASN.isp': 'not_announced' },
}

test('a field and a part of one', () => {
  assert.equal(getField(record, 'ip'), '192.0.2.1')
  assert.equal(getField(record, 'ASN.asn'), 64496)
  assert.deepEqual(getField(record, 'ASN'), record.ASN)
})
test('a part of what this record lacks is null', () => assert.equal(getField(record, 'special.block'), null))
test('why a value is missing goes by its dotted name; null when it is not missing', () => {
  assert.equal(getField(record, 'missing.ASN.isp'), 'not_announced')
  assert.equal(getField(record, 'missing.city'), null)
})
test('an unknown field is told with the names there are', () => {
  for (const name of ['toString', 'ASN.toString', 'ip.length', ''])
    assert.throws(() => getField(record, name), {
      key: 'unknown_field',
      details: { got: name, expected: 'ip, ASN, special, missing' },
    })
})
