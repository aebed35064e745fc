import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChineseNameTable } from './chinese-names.ts'

test('names of a place are found among any number of others', () => {
  for (let size = 0; size < 9; size++) {
    const words = Array.from({ length: size }, (_, at) => [at * 2 + 1, 100 + at, 200 + at])
    const table = new ChineseNameTable(Uint32Array.from(words.flat()))
    for (const [place, region, city] of words) assert.deepEqual(table.get(place!), { region, city })
    for (let place = 0; place <= 2 * size; place += 2) assert.equal(table.get(place), undefined)
  }
})
