import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOWNS } from './towns-in-chinese.ts'
import { CITIES, REGIONS, toWorldNames } from './world-in-chinese.ts'

for (const [country, region, city, expected] of [
  ['US', 'California', 'Mountain View', { regionZh: '加利福尼亚州', cityZh: '山景城' }],
  ['BR', 'São Paulo', 'São Paulo', { regionZh: '圣保罗州', cityZh: '圣保罗' }],
  ['CA', 'British Columbia', 'Richmond', { regionZh: '不列颠哥伦比亚省', cityZh: '列治文' }],
  ['US', 'Virginia', 'Richmond', { regionZh: '弗吉尼亚州', cityZh: '里士满' }],
  ['PK', 'Punjab', 'Lahore', { regionZh: '旁遮普省', cityZh: '拉合尔' }],
  ['IN', 'Punjab', 'Ludhiana', { regionZh: '旁遮普邦', cityZh: '卢迪亚纳' }],
  ['VN', 'Ho Chi Minh City (HCMC)', 'Ho Chi Minh City', { regionZh: '胡志明市', cityZh: '胡志明市' }],
  ['SG', '', 'Singapore', { cityZh: '新加坡' }],
  ['DE', 'No such region', 'No such city', {}],
  ['XX', 'California', 'Paris', {}],
] as const)
  test(`${city}, ${region} in ${country}`, () => assert.deepEqual(toWorldNames(country, region, city), expected))

test('every name of the tables is a pair of Latin and Chinese letters, and none stands twice', () => {
  for (const table of [REGIONS, CITIES, TOWNS])
    for (const [country, list] of Object.entries(table)) {
      assert.match(country, /^[A-Z]{2}$/)
      const pairs = list.split(',')
      for (const pair of pairs)
        assert.match(pair, /^[\p{Script=Latin}\p{M}.'’‘()& -]+ [\p{Script=Han}-]+$/u, `${country}: ${pair}`)
      const english = pairs.map((pair) => pair.slice(0, pair.lastIndexOf(' ')))
      assert.deepEqual(english, [...new Set(english)], country)
    }
})
