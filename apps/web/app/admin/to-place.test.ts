import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPlace } from './to-place.ts'

for (const [said, expected] of [
  [{ city_name: 'Köln', country_code: 'DE' }, 'Köln, DE'],
  [{ country_code: 'DE', region_code: 'DE-BE' }, 'DE-BE, DE'],
  [
    { source: 'dbip-city', city_name: 'Mountain View', region_name: 'California', country_code: 'US' },
    'Mountain View, California, US (dbip-city)',
  ],
  [{ source: 'asn', city_name: null, region_name: '', country_code: null }, '– (asn)'],
] as const)
  test(`a place in words: ${expected}`, () => assert.equal(toPlace(said), expected))
