import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { findFiles } from '../find-sources.ts'
import divisions, { type Division } from '../sources/divisions/source.ts'
import { DivisionCodes } from './division-codes.ts'
import { OUR_NAMES } from './division-names.ts'

const codes = new DivisionCodes()
const rows: Division[] = []

before(async () => {
  const files = await findFiles(divisions, '/nowhere')
  rows.push(...((await Array.fromAsync(divisions.parse(files!))) as Division[]))
  for (const row of rows) codes.add(row)
})

const found: readonly (readonly [country: string, region: string, code: string | undefined])[] = [
  ['US', 'California', 'US-CA'],
  ['US', 'District of Columbia', 'US-DC'],
  ['AU', 'New South Wales', 'AU-NSW'],
  // Without accents, with words for the kind of division, by an older name.
  ['FR', 'Ile-de-France', 'FR-IDF'],
  ['RO', 'Brasov County', 'RO-BV'],
  ['RU', 'Tatarstan Republic', 'RU-TA'],
  ['FR', 'Rhone-Alpes', 'FR-ARA'],
  ['FR', 'Lorraine', 'FR-GES'],
  // A city and the land around it are two divisions.
  ['MX', 'Mexico', 'MX-MEX'],
  ['MX', 'Mexico City', 'MX-CMX'],
  ['RU', 'Moscow', 'RU-MOW'],
  ['RU', 'Moscow Oblast', 'RU-MOS'],
  ['UA', 'Kyiv City', 'UA-30'],
  ['UA', 'Kyiv Oblast', 'UA-32'],
  ['KZ', 'Almaty', 'KZ-75'],
  ['KZ', 'Almaty Region', 'KZ-19'],
  ['AR', 'Buenos Aires F.D.', 'AR-C'],
  ['LT', 'Vilnius', 'LT-VL'],
  // Parts of a larger division.
  ['ID', 'East Java', 'ID-JI'],
  ['DO', 'Puerto Plata', 'DO-18'],
  // Counties of 2024, and those of before that they were made of.
  ['NO', 'Akershus', 'NO-32'],
  ['NO', 'Østfold', 'NO-31'],
  ['NO', 'Troms', 'NO-55'],
  ['NO', 'Viken', 'NO-30'],
  ['NO', 'Vestfold og Telemark', 'NO-38'],
  ['NO', 'Troms og Finnmark', 'NO-54'],
  ['NO', 'Vest-Agder', undefined],
  // Taiwan's cities and counties have codes, the island as a whole has none.
  ['TW', 'Taipei', 'TW-TPE'],
  ['TW', 'Taiwan', undefined],
  // Codes that were given to others.
  ['IR', 'Tehran', 'IR-23'],
  ['IR', 'Hormozgan', 'IR-22'],
  ['MA', 'Oriental', 'MA-02'],
  ['MA', 'Grand Casablanca', undefined],
  // The same name in another country, and none at all.
  ['ES', 'La Rioja', 'ES-RI'],
  ['AR', 'La Rioja', 'AR-F'],
  ['CA', 'California', undefined],
  ['HK', 'Kowloon', undefined],
  ['DE', '', undefined],
]
for (const [country, region, code] of found)
  test(`“${region}” in ${country} has ${code ?? 'no code'}`, () => assert.equal(codes.find(country, region), code))

test('every code of our table is one of the list, or of a division that the list has no name for', () => {
  const listed = new Set(rows.map((row) => row.code))
  const others = Object.keys(OUR_NAMES).filter((code) => !listed.has(code))
  assert.deepEqual(others, ['CN-NM', 'NO-31', 'NO-32', 'NO-33', 'NO-39', 'NO-40', 'NO-55', 'NO-56'])
})

test('a name is in our table once in a country', () => {
  for (const country of new Set(Object.keys(OUR_NAMES).map((code) => code.slice(0, 2)))) {
    const names = Object.entries(OUR_NAMES).flatMap(([code, text]) => (code.startsWith(`${country}-`) ? text.split(' | ') : []))
    assert.equal(new Set(names).size, names.length, country)
  }
})

test('a code is of ISO 3166-2 form, and what became a country of its own has none of the other', () => {
  assert.deepEqual(
    rows.filter(({ code }) => !/^[A-Z]{2}-[A-Z\d]{1,3}$/.test(code)),
    [],
  )
  assert.equal(codes.find('FR', 'Saint Barthélemy'), undefined)
})
