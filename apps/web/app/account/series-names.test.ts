import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toSeriesName } from './series-names.ts'
import { REST } from './statistics.ts'

test('what is counted beside the products of keys has a name, and so has the rest', () => {
  assert.equal(toSeriesName('geo', 'product', 'en'), 'IP geolocation')
  assert.equal(toSeriesName('points', 'product', 'en'), 'Measurements')
  assert.equal(toSeriesName('points', 'product', 'zh'), '测量')
  assert.equal(toSeriesName(REST, 'product', 'zh'), '其他')
  assert.equal(toSeriesName(REST, 'status', 'en'), 'Others')
})
