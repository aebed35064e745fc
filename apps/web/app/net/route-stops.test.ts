import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toRouteStops } from './route-stops.ts'

const at = (latitude: number | null, longitude: number | null, city: string | null = null) => ({
  countryCode: 'DE',
  city,
  latitude,
  longitude,
  asn: null,
  network: null,
  special: null,
})

test('hops at one place are one stop, unplaced ones are left out', () => {
  const stops = toRouteStops([
    { ttl: 1, place: null },
    { ttl: 2, place: at(50, 8, 'Frankfurt') },
    { ttl: 3, place: at(null, null) },
    { ttl: 4, place: at(50, 8, 'Frankfurt') },
    { ttl: 5, place: at(52, 13, 'Berlin') },
    { ttl: 6, place: at(50, 8, 'Frankfurt') },
  ])
  assert.deepEqual(
    stops.map(({ ttls, name }) => [ttls, name]),
    [
      [[2, 4], 'Frankfurt, DE'],
      [[5], 'Berlin, DE'],
      [[6], 'Frankfurt, DE'],
    ],
  )
})

test('a place on the equator or the first meridian counts', () => {
  assert.equal(toRouteStops([{ ttl: 1, place: at(0, 0) }]).length, 1)
})
