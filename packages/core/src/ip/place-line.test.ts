import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPlaceLine, type PlaceNames } from './place-line.ts'

const AMSTERDAM: PlaceNames = { city_name: 'Amsterdam', region_name: 'North Holland', country_name: 'Netherlands' }

const rows: [outcome: string, PlaceNames, 'en' | 'zh', string][] = [
  ['from small to large in English', AMSTERDAM, 'en', 'Amsterdam, North Holland, Netherlands'],
  [
    'from large to small in Chinese',
    { city_name: '南京市', region_name: '江苏省', country_name: '中国' },
    'zh',
    '中国 江苏省 南京市',
  ],
  ['a name that comes twice once', { city_name: '上海市', region_name: '上海市', country_name: '中国' }, 'zh', '中国 上海市'],
  ['nothing where nothing is known', { city_name: null, region_name: null, country_name: null }, 'en', ''],
]
for (const [outcome, place, lang, line] of rows)
  test(`a place is written ${outcome}`, () => {
    assert.equal(toPlaceLine(place, lang), line)
  })
