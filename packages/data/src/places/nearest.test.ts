import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { distanceKm } from './gazetteer.ts'
import { NearestPoints } from './nearest.ts'

const point = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }).map(Math.fround),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }).map(Math.fround),
})

for (const band of [0.5, 5])
  test(`the nearest point is the one a plain search finds, with bands of ${band}°`, () =>
    fc.assert(
      fc.property(fc.array(point, { maxLength: 60 }), point, fc.constantFrom(50, 1000, 30_000), (points, from, maxKm) => {
        const search = new NearestPoints(
          Float32Array.from(points, ({ latitude }) => latitude),
          Float32Array.from(points, ({ longitude }) => longitude),
          band,
        )
        const isEven = (index: number) => index % 2 === 0
        const distances = points.map((one) => distanceKm(from, one)).filter((km, index) => isEven(index) && km <= maxKm)
        const expected = distances.length > 0 ? Math.min(...distances) : undefined
        assert.equal(search.find(from.latitude, from.longitude, maxKm, isEven)?.km, expected)
      }),
      { numRuns: 300 },
    ))
