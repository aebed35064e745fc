import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchTools } from './search-tools.ts'

const rows = [
  {
    id: 'json',
    route: '/format/json',
    title: { en: 'Format JSON', zh: 'JSON 格式化' },
    summary: { en: 'Read and write JSON', zh: '读写 JSON' },
    words: ['json', 'geshihua', 'gsh'],
  },
  {
    id: 'case',
    route: '/convert/daxiaoxie',
    title: { en: 'Change case', zh: '大小写转换' },
    summary: { en: 'Upper and lower', zh: '大写小写' },
    words: ['daxiaoxiezhuanhuan', 'dxxzh', 'daxiaoxie'],
  },
  {
    id: 'whois',
    route: '/whios',
    title: { en: 'Whois', zh: '域名 Whois' },
    summary: { en: 'Who holds a name', zh: '查询持有人' },
    words: ['whios', 'yuming'],
  },
]
const find = (query: string) => searchTools(rows, query).map(({ id }) => id)

const cases = [
  ['json', ['json']],
  ['JSON form', ['json']],
  ['大小写', ['case']],
  ['小写', ['case']],
  ['dxxzh', ['case']],
  ['daxiao', ['case']],
  ['/whios', ['whois']],
  ['holds', ['whois']],
  ['json whois', []],
  ['zzz', []],
] as const
for (const [query, ids] of cases)
  test(`“${query}” finds ${ids.join(', ') || 'nothing'}`, () => assert.deepEqual(find(query), ids))

test('no query gives all', () => assert.equal(find('').length, 3))
