import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OWN_RECORD } from '../../e2e/fake-api.ts'
import { filterBatch, sortBatch, toBatchRow } from './batch-row.ts'

const row = (ip: string, change: object = {}, count = 1) =>
  toBatchRow(JSON.stringify({ ...OWN_RECORD, ...change, query: ip }), count, 'en')
const rows = [
  row('10.0.0.1', { country_code: null, ASN: { asn: null, organization: null, usage_type: null } }),
  row('9.9.9.9', { country_code: 'CH' }, 3),
  row('2001:db8::1', {}, 2),
]
const queries = (list: readonly { query: string }[]) => list.map(({ query }) => query)

test('addresses sort by number, IPv4 before IPv6', () =>
  assert.deepEqual(queries(sortBatch(rows, { key: 'query', isDown: false }, 'en')), ['9.9.9.9', '10.0.0.1', '2001:db8::1']))
test('empty values come last both ways', () => {
  for (const isDown of [true, false])
    assert.equal(sortBatch(rows, { key: 'countryCode', isDown }, 'en').at(-1)?.query, '10.0.0.1')
})
test('counts sort by size', () =>
  assert.deepEqual(queries(sortBatch(rows, { key: 'count', isDown: true }, 'en')), ['9.9.9.9', '2001:db8::1', '10.0.0.1']))
test('networks sort by number, words as their language does', () => {
  const sorted = (field: string, values: readonly string[], lang: 'en' | 'zh') => {
    const made = values.map((value) => row('192.0.2.1', { [field]: value }))
    return sortBatch(made, { key: field === 'network' ? 'network' : 'country', isDown: false }, lang).map(
      ({ network, country }) => (field === 'network' ? network : country),
    )
  }
  assert.deepEqual(sorted('network', ['10.0.0.0/8', '2001:db8::/32', '9.0.0.0/8', '10.0.0.0/10'], 'en'), [
    '9.0.0.0/8',
    '10.0.0.0/10',
    '10.0.0.0/8',
    '2001:db8::/32',
  ])
  assert.deepEqual(sorted('country_name', ['中国', '不丹', '阿曼'], 'zh'), ['阿曼', '不丹', '中国'])
  assert.deepEqual(sorted('country_name', ['b', 'C', 'a'], 'en'), ['a', 'b', 'C'])
})
test('a filter by words, country and network', () => {
  assert.deepEqual(queries(filterBatch(rows, { words: ' as64500 ' })), ['9.9.9.9', '2001:db8::1'])
  assert.deepEqual(queries(filterBatch(rows, { words: '', country: '' })), ['10.0.0.1'])
  assert.deepEqual(queries(filterBatch(rows, { words: '', asn: 0 })), ['10.0.0.1'])
  assert.equal(filterBatch(rows, { words: '' }), rows)
})
test('an error of the server becomes a row that says it', () => {
  const { query, error, country } = toBatchRow('{"query":"x","error":"bad_address","msg":"no address"}', 1, 'en')
  assert.deepEqual({ query, error, country }, { query: 'x', error: 'no address', country: null })
})
test('flags are those that are true', () => assert.equal(rows[1]?.flags, 'data_center hosting'))
