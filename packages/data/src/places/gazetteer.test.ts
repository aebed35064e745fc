import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distanceKm, fold, Gazetteer } from './gazetteer.ts'
import { HashIndex } from './hash-index.ts'

const town = (name: string, region: string, latitude: number, longitude: number, country = 'XX') => ({
  name,
  region,
  country,
  latitude,
  longitude,
})

test('towns are found by name in their region first, whatever the spelling', () => {
  const gazetteer = new Gazetteer()
  for (const one of [town('Suzhou', 'Jiangsu', 31, 120), town('Suzhou', 'Anhui', 33, 117), town('Ürümqi', 'Xinjiang', 43, 87)])
    gazetteer.add(one)
  assert.deepEqual(gazetteer.findTown('XX', 'Anhui', 'suzhou'), { latitude: 33, longitude: 117, region: 'Anhui' })
  assert.deepEqual(gazetteer.findTown('XX', 'Elsewhere', 'Suzhou'), { latitude: 31, longitude: 120, region: 'Jiangsu' })
  assert.deepEqual(gazetteer.findTown('XX', '', 'URUMQI'), { latitude: 43, longitude: 87, region: 'Xinjiang' })
  assert.equal(gazetteer.findTown('YY', '', 'Suzhou'), undefined)
})

test('the middle of a country on both sides of the date line lies between its towns', () => {
  const gazetteer = new Gazetteer()
  gazetteer.add(town('West', '', 0, 179))
  gazetteer.add(town('East', '', 0, -179))
  const place = gazetteer.toCountryPlace('XX')!
  assert.ok(Math.abs(Math.abs(place.longitude!) - 180) < 1e-3)
  assert.equal(place.radiusKm, 112)
  assert.equal(gazetteer.toCountryPlace('YY'), undefined)
})

test('distances are those of the great circle', () => {
  const [paris, newYork] = [
    { latitude: 48.8566, longitude: 2.3522 },
    { latitude: 40.7128, longitude: -74.006 },
  ]
  assert.ok(Math.abs(distanceKm(paris, newYork) - 5837) < 3)
  assert.equal(distanceKm(paris, paris), 0)
})

test('names fold to the same', () => assert.equal(fold('Xi’an Shì-Qū'), 'xianshiqu'))

test('a hundred thousand keys keep their own numbers', () => {
  const index = new HashIndex()
  for (let at = 0; at < 100_000; at++) index.putFirst(`key ${at}`, at)
  index.putFirst('key 7', 99)
  for (let at = 0; at < 100_000; at += 97) assert.equal(index.find(`key ${at}`), at)
  assert.equal(index.find('key 7'), 7)
  assert.equal(index.find('no key'), undefined)
})

test('an operator’s town is found only where one can be meant', () => {
  const gazetteer = new Gazetteer()
  const oregon = { ...town('Boardman', 'Oregon', 45.5, -119.7, 'US'), division: 'OR' }
  const ohio = { ...town('Boardman', 'Ohio', 41, -80.7, 'US'), division: 'OH' }
  for (const one of [
    oregon,
    ohio,
    town('New York City', 'New York', 40.75, -74, 'US'),
    town('Perth', 'West', -32, 116),
    town('Perth', 'South', -41, 147),
  ])
    gazetteer.add(one)
  const find = (country: string, name: string, regionCode?: string) => gazetteer.findExactTown({ country, name, regionCode })
  assert.equal(find('US', 'Boardman', 'US-OR')?.latitude, 45.5)
  assert.equal(find('US', 'Boardman'), undefined)
  assert.equal(find('US', 'New York')?.latitude, 40.75)
  assert.equal(find('XX', 'Perth', 'XX-W'), undefined)
  // A town that occurs once tells what the code means.
  gazetteer.add(town('Albany', 'West', -35, 118))
  gazetteer.learnRegions([{ country: 'XX', name: 'Albany', regionCode: 'XX-W' }])
  assert.equal(find('XX', 'Perth', 'XX-W')?.latitude, -32)
  assert.equal(gazetteer.findRegion('XX-W'), 'West')
  assert.equal(gazetteer.findRegionPlace('XX', 'South')?.latitude, -41)
})
