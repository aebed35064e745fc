import assert from 'node:assert/strict'
import { test } from 'node:test'
import { selectColumns, selectFields } from './select-fields.ts'

const record = { ip: '192.0.2.1', ASN: { asn: 64496, isp: null }, sources: [] }

test('named fields in the order asked for', () =>
  assert.deepEqual(selectFields(record, { fields: 'ASN.asn, ip' }), { ASN: { asn: 64496 }, ip: '192.0.2.1' }))
test('all but the named fields', () =>
  assert.deepEqual(selectFields(record, { exclude: 'ASN.isp,sources' }), { ip: '192.0.2.1', ASN: { asn: 64496 } }))
test('an excluded name that is not there changes nothing', () =>
  assert.deepEqual(selectFields(record, { exclude: 'x,ip.y' }), record))

const special = { ip: '10.0.0.1', special: { block: '10.0.0.0/8' }, missing: { 'ASN.isp': 'special_purpose' } }
const ordinary = { ip: '8.8.8.8', special: null, missing: {} }
test('a part of what some records have only is empty in the others', () => {
  const fields = 'special.block,missing.ASN.isp'
  assert.deepEqual(selectFields(special, { fields }), {
    special: { block: '10.0.0.0/8' },
    missing: { 'ASN.isp': 'special_purpose' },
  })
  assert.deepEqual(selectFields(ordinary, { fields }), { special: { block: null }, missing: { 'ASN.isp': null } })
  assert.deepEqual(selectFields(special, { exclude: 'special,missing.ASN.isp' }), { ip: '10.0.0.1', missing: {} })
})
test('a table is without how values were found, unless it is asked for by name', () => {
  assert.deepEqual(selectColumns({ ...special, sources: [] }, {}), { ip: '10.0.0.1' })
  assert.deepEqual(selectColumns(special, { fields: 'special.block' }), { special: { block: '10.0.0.0/8' } })
  assert.deepEqual(selectColumns(special, { exclude: 'ip' }), {})
})
