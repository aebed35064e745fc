import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findContinent } from './continents.ts'

test('the continent of a country is the one that the databases say, Timor-Leste’s too', () => {
  assert.deepEqual(findContinent('TL'), { code: 'OC', name: 'Oceania' })
  assert.deepEqual(findContinent('CY'), { code: 'EU', name: 'Europe' })
  assert.deepEqual([findContinent('ZZ'), findContinent(null)], [undefined, undefined])
})
