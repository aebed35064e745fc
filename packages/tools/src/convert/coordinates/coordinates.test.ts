import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError } from '@octet/core/errors.ts'
import { assert as check, asyncProperty, constantFrom, double, property, record, string } from 'fast-check'
import * as z from 'zod'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { findByGeohash, findByMaidenhead, findByPlusCode, toGeohash, toMaidenhead, toPlusCode } from './codes.ts'
import { toDatum } from './datum.ts'
import { measureWay } from './measure-way.ts'
import { findByMgrs, findMgrs } from './mgrs.ts'
import type { Place } from './place.ts'
import { readPlace } from './read-place.ts'
import tool from './tool.ts'
import { findUtm, fromUtm } from './utm.ts'
import { findWritten, NOTATIONS } from './write-place.ts'

type Input = z.input<typeof tool.input>
type Output = z.output<typeof tool.output>
const ask = (input: Input) => answerTool(tool, input, createTestHost()) as Promise<Output>

/** What GeoConvert of GeographicLib 2.1 gives, with the wider zones of Norway and Svalbard among them. */
const GRID: [number, number, string, number, number, string][] = [
  [39.9087, 116.3975, '50N', 448_502.2, 4_417_797.6, '50S MK 48502 17797'],
  [-33.8568, 151.2153, '56S', 334_900.6, 6_252_288.8, '56H LH 34900 52288'],
  [51.4772, -0.0014, '30N', 708_223.6, 5_707_158.1, '30U YC 08223 07158'],
  [60.3913, 5.3221, '32N', 297_353.9, 6_700_648.3, '32V KN 97353 00648'],
  [78.2232, 15.6267, '33N', 514_278.7, 8_683_355.5, '33X WG 14278 83355'],
  [-79.9, -179.9, '1S', 443_247.9, 1_128_161.4, '1C DM 43247 28161'],
  [83.9, 179.9, '60N', 534_390.8, 9_317_795.8, '60X WU 34390 17795'],
  [0, 0, '31N', 166_021.4, 0, '31N AA 66021 00000'],
  [-0.000_000_1, -0.000_000_1, '30S', 833_978.5, 10_000_000, '30M ZE 33978 99999'],
  [72, 20.9999, '33N', 706_633.1, 7_999_233.3, '33X YV 06633 99233'],
  [40.6892, -74.0445, '18N', 580_735.9, 4_504_695.2, '18T WL 80735 04695'],
  [56, 3, '32N', 126_050, 6_222_336.3, '32V JH 26049 22336'],
]

for (const [lat, lon, zone, easting, northing, mgrs] of GRID)
  test(`${lat}, ${lon} is ${mgrs}, as GeographicLib has it`, () => {
    const utm = findUtm({ lat, lon })!
    assert.equal(`${utm.zone}${utm.isNorth ? 'N' : 'S'}`, zone)
    assert.deepEqual([utm.easting.toFixed(1), utm.northing.toFixed(1)], [easting.toFixed(1), northing.toFixed(1)])
    assert.equal(findMgrs({ lat, lon }), mgrs)
  })

// GeodSolve of GeographicLib 2.1; the second pair lies nearly on opposite sides of the globe.
test('ways are as long as GeographicLib has them', () => {
  const paris = [
    { lat: 51.477_222_22, lon: -0.001_388_89 },
    { lat: 48.836_388_89, lon: 2.337_222_22 },
  ]
  assert.deepEqual(measureWay(paris), { distanceM: 337_916.6, azimuth: 149.46 })
  assert.equal(
    measureWay([
      { lat: 0, lon: 0 },
      { lat: 0.5, lon: 179.7 },
    ]).distanceM,
    19_944_127.4,
  )
  assert.deepEqual(measureWay(paris.slice(1)), {})
})

// Test data of the Open Location Code specification; the classic geohash of Jutland; locators of the IARU.
test('codes are those of their specifications', () => {
  const at = (lat: number, lon: number) => ({ lat, lon })
  assert.equal(toPlusCode(at(47.000_062_5, 8.000_062_5)), '8FVC2222+22')
  assert.equal(toPlusCode(at(-41.273_062_5, 174.785_937_5)), '4VCPPQGP+Q9')
  assert.deepEqual([toPlusCode(at(90, 1)), toPlusCode(at(1, 180))], ['CFX3X2X2+X2', '62H22222+22'])
  assert.equal(toGeohash(at(57.649_11, 10.407_44), 11), 'u4pruydqqvj')
  assert.deepEqual([toMaidenhead(at(48.146_66, 11.608_33)), toMaidenhead(at(90, 180))], ['JN58td25', 'RR99xx99'])
})

/** Anywhere on the globe. */
const anywhere = record({
  lat: double({ min: -90, max: 90, noNaN: true }),
  lon: double({ min: -180, max: 180, noNaN: true, maxExcluded: true }),
})
const near = (one: Place | undefined, other: Place, metres: number) => {
  assert.ok(one)
  assert.ok(measureWay([one, other]).distanceM! <= metres, JSON.stringify([one, other]))
}

test('what is written is read as the same place, as near as its notation tells', () =>
  check(
    property(anywhere, constantFrom(...NOTATIONS), constantFrom('latitude', 'longitude'), (place, notation, order) => {
      const text = findWritten(place, notation, order)
      // A geohash of digits alone reads as a number.
      if (text === undefined || (notation === 'geohash' && /^\d+$/.test(text))) return
      const metres = { maidenhead: 900, plus: 12, utm: 1, mgrs: 1, geohash: 1 } as const
      near(readPlace(text, order).place, place, metres[notation as keyof typeof metres] ?? 0.1)
    }),
    { numRuns: 2000 },
  ))

test('each code and grid turns back by itself', () =>
  check(
    property(anywhere, (place) => {
      near(findByGeohash(toGeohash(place)) ?? place, place, 1)
      near(findByPlusCode(toPlusCode(place)), place, 12)
      near(findByMaidenhead(toMaidenhead(place)), place, 900)
      const utm = findUtm(place)
      if (utm) near(fromUtm(utm), place, 0.1)
      const mgrs = findMgrs(place)
      if (mgrs !== undefined) near(findByMgrs(mgrs), place, 1)
    }),
    { numRuns: 500 },
  ))

test('from one system to another and back is the same place', () =>
  check(
    property(
      record({ lat: double({ min: 18, max: 53, noNaN: true }), lon: double({ min: 75, max: 134, noNaN: true }) }),
      constantFrom('gcj02', 'bd09'),
      (place, datum) => near(toDatum(toDatum(place, 'wgs84', datum), datum, 'wgs84'), place, 1),
    ),
    { numRuns: 300 },
  ))

// Shanghai, Shenzhen and Beijing as the tests of eviltransform have them.
const SHIFTED = [
  [31.177_427_6, 121.527_210_6, 31.175_303_98, 121.531_541_86],
  [22.543_847, 113.912_316, 22.540_796_13, 113.917_176_48],
  [39.911_954, 116.377_817, 39.913_345_46, 116.384_047_22],
] as const

test('maps in China are shifted as other programs shift them, Baidu’s once more', () => {
  for (const [lat, lon, shiftedLat, shiftedLon] of SHIFTED) {
    near(toDatum({ lat, lon }, 'wgs84', 'gcj02'), { lat: shiftedLat, lon: shiftedLon }, 0.5)
    const further = measureWay([toDatum({ lat, lon }, 'wgs84', 'bd09'), { lat: shiftedLat, lon: shiftedLon }]).distanceM!
    assert.ok(further > 800 && further < 1100, String(further))
  }
})

test('abroad nothing is shifted', async () => {
  const { gcj02, notes } = await ask({ text: '48.8584, 2.2945', to: 'gcj02' })
  assert.equal(gcj02, '48.8584, 2.2945')
  assert.match(notes.join('\n'), /same as WGS-84/)
})

const SAME = [
  '39.9087, 116.3975',
  '39.9087 116.3975',
  '39,9087 116,3975',
  '116.3975, 39.9087',
  '39.9087N 116.3975E',
  'E116.3975 N39.9087',
  'lat: 39.9087, lng: 116.3975',
  '经度：116.3975，纬度：39.9087',
  '39°54′31.32″N 116°23′51″E',
  `39 54 31.32 N, 116 23 51 E`,
  `39°54'31.32"N 116°23'51"E`,
  'N 39° 54.522 E 116° 23.85',
  '北纬39度54分31.32秒，东经116度23分51秒',
  'geo:39.9087,116.3975;u=35',
  '[116.3975, 39.9087]',
  '{"type":"Point","coordinates":[116.3975,39.9087,50]}',
  '{"type":"Feature","geometry":{"type":"Point","coordinates":[116.3975,39.9087]},"properties":{}}',
  '{"latitude": "39.9087", "longitude": "116.3975"}',
  'POINT(116.3975 39.9087)',
  'https://www.openstreetmap.org/?mlat=39.9087&mlon=116.3975#map=17/1/2',
  'https://www.openstreetmap.org/#map=17/39.9087/116.3975',
  'https://www.google.com/maps/place/X/@1,2,17z/data=!3m1!8m2!3d39.9087!4d116.3975',
  'https://www.google.com/maps/@39.9087,116.3975,17z',
  'https://maps.apple.com/?ll=39.9087,116.3975&q=Here',
  'https://www.bing.com/maps?cp=39.9087~116.3975&lvl=16',
  'https://uri.amap.com/marker?position=116.3975,39.9087&coordinate=wgs84',
]
for (const text of SAME)
  test(`it is read: ${text}`, () => near(readPlace(text, 'latitude').place, { lat: 39.9087, lon: 116.3975 }, 0.1))

test('a map says which system its numbers are of', () => {
  const { place, datum } = readPlace('https://uri.amap.com/marker?position=116.3975,39.9087', 'latitude')
  assert.deepEqual([place, datum], [{ lat: 39.9087, lon: 116.3975 }, 'gcj02'])
  const baidu = 'http://api.map.baidu.com/marker?location=39.9087,116.3975&coord_type=bd09ll'
  assert.equal(readPlace(baidu, 'latitude').datum, 'bd09')
})

const REFUSED = [
  '91.5, 200.5',
  '39.9',
  '39.9 N 116.4 N',
  '39°61′N 116°0′E',
  '39.5°10′N 116°E',
  'W95X+FX',
  '61N 448502 4417797',
  '50I MK 48502 17797',
  'https://example.com/',
  '{"type":"Point"}',
  'Beijing',
  '1 2 3',
]
for (const text of REFUSED)
  test(`it is refused: ${text}`, () =>
    assert.rejects(ask({ text }), (error) => isAppError(error) && error.key === 'bad_input' && error.details['field'] === 'text'))

test('no text breaks the reading', () =>
  check(
    asyncProperty(
      string({ unit: constantFrom(...'0123456789 .,-+°\'"NSEW[]{}:abcM°′″北度分\n'), maxLength: 30 }),
      async (text) => {
        try {
          await ask({ text })
        } catch (error) {
          if (!isAppError(error)) throw error
        }
      },
    ),
    { numRuns: 1000 },
  ))

test('of several lines each is answered, a wrong one beside the others', async () => {
  const { text, places, notes, distanceM } = await ask({ text: '# a way\n0, 0\nnowhere\n0, 1\n\n', notation: 'geojson' })
  assert.equal(text, '{"type":"Point","coordinates":[0,0]}\n\n{"type":"Point","coordinates":[1,0]}')
  assert.deepEqual(
    places?.map(({ input, fault }) => [input, fault]),
    [
      ['0, 0', undefined],
      ['nowhere', 'No place was found in it'],
      ['0, 1', undefined],
    ],
  )
  assert.equal(distanceM, 111_319.5)
  assert.deepEqual(notes, ['1 line was not read'])
})

test('seconds are rounded without a 60, and nothing is minus zero', async () => {
  assert.equal((await ask({ text: '59.99999999, -0.00000001', notation: 'dms' })).text, '60°0′0″N 0°0′0″W')
  assert.equal((await ask({ text: '-0.00000001, 0.0000001' })).text, '0, 0.0000001')
})

test('more than a thousand places are refused', () =>
  assert.rejects(ask({ text: '1, 2\n'.repeat(1001) }), (error) => isAppError(error) && error.key === 'too_large'))
