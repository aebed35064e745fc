import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FLAGS } from '@octet/ipdb/meta.ts'
import { PLACE, RECORD } from '@octet/ipdb/record-table.ts'
import type { PlaceValue } from '../layer.ts'
import { BuildTables } from './build-tables.ts'
import { settleHosts } from './settle-hosts.ts'
import type { MergedRows } from './sweep.ts'

const HUB = { country: 'SE', region: 'Stockholm', city: 'Stockholm', latitude: 59.33, longitude: 18.07, radiusKm: 25 }
const VILLAGE = { country: 'SE', region: 'Sodermanland', city: 'Gnesta', latitude: 59.05, longitude: 17.31, radiusKm: 25 }
const SUBURB = { country: 'SE', region: 'Stockholm', city: 'Sodertalje', latitude: 59.2, longitude: 17.63, radiusKm: 25 }
const FAR = { country: 'SE', region: 'Norrbotten', city: 'Gallivare', latitude: 67.13, longitude: 20.65, radiusKm: 25 }
const ABROAD = { country: 'NO', region: 'Oslo', city: 'Oslo', latitude: 59.91, longitude: 10.75, radiusKm: 25 }
const DISPUTED = { country: 'SE' }

type Row = {
  readonly at: number
  readonly place: PlaceValue
  readonly asn: number
  readonly flags?: number
  readonly source?: number
  /** Set for a place left out, since the registry data (number 7) name another country. */
  readonly isWithheld?: boolean
  readonly isAnycast?: boolean
}

/** Rows of a family from plain words; the worldwide source has the number 0. */
function make(tables: BuildTables, rows: readonly Row[]): MergedRows {
  const records = rows.map(
    ({ place, asn, flags = FLAGS.hosting, isWithheld = false, isAnycast, source = isWithheld ? 7 : 0 }) => {
      const layers = { place: source, country: source, asn: -1, isp: -1, flags: [], isWithheld, ...(isAnycast && { isAnycast }) }
      const network = tables.internAsn({ asn, name: `AS${asn}` })
      return tables.records.intern(Int32Array.of(tables.internPlace(place), network, flags, tables.internLayerSet(layers)))
    },
  )
  const none = new Uint32Array()
  return {
    high: Uint32Array.from(rows, ({ at }) => at),
    low: none,
    records: Uint32Array.from(records),
    deepRows: none,
    deepLows: none,
  }
}

function settle(rows: readonly Row[]) {
  const tables = new BuildTables({
    countries: [{ code: 'SE' }, { code: 'NO' }],
    findTown: () => undefined,
    findExactTown: () => undefined,
    findRegionPlace: () => undefined,
    findRegion: () => undefined,
    toChinese: () => ({}),
    findZone: () => '',
    classify: () => ({ usage: 'isp', flags: 0 }),
  })
  const empty = make(tables, [])
  const v6 = { ...empty, low: new Uint32Array() }
  const { v4 } = settleHosts({ tables, v4: make(tables, rows), v6, source: 0 })
  return Array.from(v4.records, (record, row) => {
    const place = tables.records.get(record, RECORD.place)
    const { place: said, country, isWithheld } = tables.layerSets[tables.records.get(record, RECORD.layersAndSpecial)]!
    if (isWithheld) return `${v4.high[row]} withheld`
    if (said !== country)
      return `${v4.high[row]} ${tables.places.get(place, PLACE.latitude) / 10_000} place by ${said}, country by ${country}`
    return `${v4.high[row]} ${tables.places.get(place, PLACE.latitude) / 10_000} ±${tables.places.get(place, PLACE.radiusAndElevation)}`
  })
}

const hub = { at: 0, place: HUB, asn: 1 }
const cases: [string, Row[], string[]][] = [
  [
    'a stray address of a hosting network is settled in its town nearby, with a wider radius',
    [hub, { at: 60_000, place: VILLAGE, asn: 1 }, { at: 60_256, place: ABROAD, asn: 1 }],
    ['0 59.33 ±25', '60000 59.33 ±50', '60256 59.91 ±25'],
  ],
  [
    'one that is announced from many places stays, without a radius',
    [hub, { at: 60_000, place: { ...VILLAGE, radiusKm: 0 }, asn: 1, isAnycast: true }, { at: 60_256, place: ABROAD, asn: 1 }],
    ['0 59.33 ±25', '60000 59.05 ±0', '60256 59.91 ±25'],
  ],
  [
    'one far away stays',
    [hub, { at: 60_000, place: FAR, asn: 1 }, { at: 60_256, place: ABROAD, asn: 1 }],
    ['0 59.33 ±25', '60000 67.13 ±25', '60256 59.91 ±25'],
  ],
  [
    'one of an access network stays',
    [hub, { at: 60_000, place: VILLAGE, asn: 1, flags: 0 }, { at: 60_256, place: ABROAD, asn: 1 }],
    ['0 59.33 ±25', '60000 59.05 ±25', '60256 59.91 ±25'],
  ],
  [
    'one of another network stays',
    [hub, { at: 60_000, place: VILLAGE, asn: 2 }, { at: 60_256, place: ABROAD, asn: 1 }],
    ['0 59.33 ±25', '60000 59.05 ±25', '60256 59.91 ±25'],
  ],
  [
    'what another source says stays',
    [hub, { at: 60_000, place: VILLAGE, asn: 1, source: 3 }, { at: 60_256, place: ABROAD, asn: 1 }],
    ['0 59.33 ±25', '60000 59.05 ±25', '60256 59.91 ±25'],
  ],
  [
    'a town with a share of its own stays',
    [hub, { at: 20_000, place: VILLAGE, asn: 1 }, { at: 40_000, place: ABROAD, asn: 1 }],
    ['0 59.33 ±25', '20000 59.05 ±25', '40000 59.91 ±25'],
  ],
  [
    'where the country is disputed, a host is put into the town that has most of its network in the country believed in',
    [
      { ...hub, place: ABROAD },
      { at: 1000, place: HUB, asn: 1 },
      { at: 21_000, place: DISPUTED, asn: 1, isWithheld: true },
    ],
    ['0 59.91 ±25', '1000 59.33 ±25', '21000 59.33 place by 0, country by 7'],
  ],
  [
    'towns near the main one count with it',
    [
      hub,
      { at: 20_000, place: SUBURB, asn: 1 },
      { at: 39_000, place: FAR, asn: 1 },
      { at: 50_000, place: DISPUTED, asn: 1, isWithheld: true },
    ],
    ['0 59.33 ±25', '20000 59.2 ±25', '39000 67.13 ±25', '50000 59.33 place by 0, country by 7'],
  ],
  [
    'without a main town the place stays left out',
    [hub, { at: 20_000, place: FAR, asn: 1 }, { at: 40_000, place: DISPUTED, asn: 1, isWithheld: true }],
    ['0 59.33 ±25', '20000 67.13 ±25', '40000 withheld'],
  ],
  [
    'so it does for a network of which nothing else in the country is known',
    [
      { ...hub, asn: 2 },
      { at: 20_000, place: DISPUTED, asn: 1, isWithheld: true },
    ],
    ['0 59.33 ±25', '20000 withheld'],
  ],
  [
    'and for an access network',
    [hub, { at: 40_000, place: DISPUTED, asn: 1, flags: 0, isWithheld: true }],
    ['0 59.33 ±25', '40000 withheld'],
  ],
]
for (const [name, rows, expected] of cases) test(name, () => assert.deepEqual(settle(rows), expected))

test('neighbours that have become alike are joined', () => {
  const again = { ...VILLAGE, city: 'Nykvarn' }
  const rows = [
    hub,
    { at: 60_000, place: VILLAGE, asn: 1 },
    { at: 60_256, place: again, asn: 1 },
    { at: 60_512, place: ABROAD, asn: 1 },
  ]
  assert.deepEqual(settle(rows), ['0 59.33 ±25', '60000 59.33 ±50', '60512 59.91 ±25'])
})
