import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCatalogueRow } from '../catalogue.ts'
import { loadTools } from '../registry.ts'
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
  ['json whois', ['json', 'whois']],
  ['ＪＳＯＮ', ['json']],
  ['json格式化', ['json']],
  ['jsn', ['json']],
  ['jsno', ['json']],
  ['josn 格式化', ['json']],
  ['geshiuha', ['json']],
  ['大写转换', ['case']],
  ['查持有人', ['whois']],
  ['whios jsn', ['whois']],
  ['zzz', []],
] as const
for (const [query, ids] of cases)
  test(`“${query}” finds ${ids.join(', ') || 'nothing'}`, () => assert.deepEqual(find(query), ids))

test('no query gives all', () => assert.equal(find('').length, 3))

const typed = [
  ['jsongsh', 'json'],
  ['dnscx', 'dns'],
  ['base46', 'base64'],
  ['rgex', 'regex'],
  ['tracert', 'traceroute'],
  ['shijiancuo', 'time'],
  ['大写金额', 'case'],
  ['md5加密', 'hash'],
  ['base64解密', 'base64'],
  ['unicode转中文', 'unicode'],
  ['16进制', 'base'],
  ['dns lookup', 'dns'],
  ['dsn lokup', 'dns'],
  ['mac lokup', 'mac-vendor'],
  ['subnt mask', 'mask'],
  ['dns test', 'resolver-test'],
  ['temperature converter', 'units'],
  ['kg to lbs', 'units'],
  ['单位换算', 'units'],
  ['公斤 斤', 'units'],
  ['percentage calculator', 'calculator'],
  ['百分比计算', 'calculator'],
  ['basic auth', 'base64'],
  ['nato alphabet', 'classic'],
  ['xor brute force', 'classic'],
  ['list converter', 'lines'],
  ['untar', 'compress'],
  ['adler32', 'hash'],
  ['ipv4 range expander', 'ip-range'],
  ['ip转数字', 'notation'],
  ['random port', 'random'],
  ['token generator', 'password'],
  ['mac address generator', 'mac'],
  ['exif', 'image-metadata'],
  ['图片信息', 'image-metadata'],
  ['去除exif', 'image-metadata'],
  ['photo location', 'image-metadata'],
  ['redact', 'redact'],
  ['脱敏', 'redact'],
  ['手机号脱敏', 'redact'],
  ['bip39', 'mnemonic'],
  ['助记词', 'mnemonic'],
  ['keycode', 'key-codes'],
  ['键盘测试', 'key-codes'],
] as const
for (const [query, id] of typed)
  test(`“${query}” leads to ${id}`, async () => {
    const rows = (await loadTools()).map(toCatalogueRow)
    assert.equal(searchTools(rows, query)[0]?.id, id)
  })

test('nonsense leads nowhere', async () => {
  const rows = (await loadTools()).map(toCatalogueRow)
  for (const query of ['asdfgh', 'qqq', 'foobar', '无关文字', 'the quick brown fox jumps over the lazy dog'])
    assert.deepEqual(searchTools(rows, query), [], query)
})

test('a pasted text is no mistyped name, and does not keep the page waiting', async () => {
  const tools = (await loadTools()).map((tool) => toCatalogueRow(tool))
  const list = JSON.stringify(
    Array.from({ length: 400 }, (_, at) => ({ name: `person${at}` })),
    null,
    1,
  )
  const startedAt = performance.now()
  for (const text of [list, 'qzx '.repeat(150_000), 'a'.repeat(20_000)]) assert.deepEqual(searchTools(tools, text), [])
  const ms = performance.now() - startedAt
  assert.ok(ms < 10_000, `${Math.round(ms)} ms`)
})
