import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONTINENTS, findContinent, toContinentName } from './continent.ts'

test('no country lies on two continents', () => {
  const countries = Object.values(CONTINENTS).flatMap(({ countries }) => countries.split(' '))
  assert.equal(new Set(countries).size, countries.length)
  assert.ok(countries.length >= 249)
})

for (const [country, continent] of [
  ['SG', 'AS'],
  ['RU', 'EU'],
  ['CL', 'SA'],
  ['AQ', 'AN'],
  ['ZZ', undefined],
] as const)
  test(`${country} → ${continent}`, () => assert.equal(findContinent(country), continent))

test('names come in every language', () => {
  assert.deepEqual(
    ['en', 'zh-CN', 'de'].map((locale) => toContinentName('OC', locale)),
    ['Oceania', '大洋洲', 'Ozeanien'],
  )
})
