import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PLACE, PLACE_WORDS } from './record-table.ts'
import { RegionCodes } from './region-codes.ts'

/** Places with the numbers of a country and of a region. */
function makePlaces(...rows: readonly (readonly [country: number, region: number])[]) {
  const places = new Int32Array(PLACE_WORDS * rows.length)
  for (const [at, [country, region]] of rows.entries()) {
    places[PLACE_WORDS * at + PLACE.countryAndZone] = country | (7 << 16)
    places[PLACE_WORDS * at + PLACE.region] = region
  }
  return { places, placeCount: rows.length }
}

test('a region has the code of its own country, asked once or twice', () => {
  const places = makePlaces([0, 0], [1, 5], [2, 5], [2, 6])
  const codes = new RegionCodes(
    {
      regionCodes: [
        [1, 5, 'AR-F'],
        [2, 5, 'ES-RI'],
      ],
    },
    places,
  )
  for (const _ of [1, 2])
    assert.deepEqual(
      [0, 1, 2, 3].map((place) => codes.get(place)),
      [null, 'AR-F', 'ES-RI', null],
    )
})

test('a file of before codes has none', () => {
  assert.equal(new RegionCodes({}, makePlaces([1, 5])).get(0), null)
})
