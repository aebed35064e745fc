import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureReaches, readMapTowns } from './map-towns.ts'

test('a town reaches as far as to the nearest of those before it, also over 180°', () => {
  const at = (latitude: number, longitude: number) => ({ latitude, longitude })
  const [first, far, near, over] = measureReaches([at(0, 179), at(10, 179), at(9, 179), at(0, -179)])
  assert.equal(first, 180)
  assert.ok(Math.abs(far! - 10) < 0.01, `${far}`)
  assert.ok(Math.abs(near! - 1) < 0.01, `${near}`)
  assert.ok(Math.abs(over! - 2) < 0.01, `${over}`)
})

test('towns stand where they are, known ones with their Chinese name, those that stand out first', async () => {
  const towns = await readMapTowns()
  assert.ok(towns.length > 3000 && towns.length < 8000, `${towns.length}`)
  for (const [index, { reach }] of towns.entries()) assert.ok(reach <= (towns[index - 1]?.reach ?? 180))
  const find = (name: string, latitude: number) =>
    towns.find((town) => town.name === name && Math.abs(town.latitude - latitude) < 0.5) ?? assert.fail(`no ${name}`)
  assert.equal(find('Shanghai', 31.22).nameZh, '上海')
  assert.equal(find('Kunming', 25.04).nameZh, '昆明')
  assert.equal(find('London', 51.5).nameZh, '伦敦')
  const { longitude, nameZh } = find('Reykjavík', 64.13)
  assert.ok(Math.abs(longitude + 21.9) < 0.1)
  assert.equal(nameZh, '雷克雅未克')
  assert.ok(find('Novosibirsk', 55.04).reach > find('Tomsk', 56.5).reach)
})
