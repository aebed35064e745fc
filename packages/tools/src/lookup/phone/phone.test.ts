import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { createTestHost } from '../../testing/host.ts'
import { answerTool } from '../../run.ts'
import { AREAS, findArea } from './area-codes.ts'
import { findSegment } from './carriers.ts'
import { findService } from './service-numbers.ts'
import tool from './tool.ts'

test('area codes are unique, of 3 or 4 digits, with post codes of 6', () => {
  assert.equal(new Set(AREAS.map(({ code }) => code)).size, AREAS.length)
  for (const { code, cities, postCode } of AREAS) {
    assert.match(code, /^0(10|2\d|[3-9]\d\d)$/)
    assert.match(postCode, /^\d{6}$/, code)
    assert.match(cities.zh, /^[\u4e00-\u9fff、]+$/)
    assert.match(cities.en, /^[A-ZÜ][\p{L}' ]*(?:, [A-Z][\p{L}']*)*$/u, code)
    assert.equal(cities.en.split(', ').length, cities.zh.split('、').length, code)
  }
  assert.ok(AREAS.length > 300)
})

/** Whether Google's metadata knows such a number of this kind. */
function isKnown(national: string, kind: string): boolean {
  const number = parsePhoneNumberFromString(`+86${national}`)
  return number?.isValid() === true && number.getType() === kind
}

test('every area code is one that libphonenumber knows', () => {
  const unknown = AREAS.filter(({ code }) => !['6234567', '62345678'].some((rest) => isKnown(code.slice(1) + rest, 'FIXED_LINE')))
  assert.deepEqual(unknown, [])
})

test('segments of people’s phones are those of libphonenumber; 1610 is known there alone', () => {
  const numbers = Array.from({ length: 7000 }, (_, i) => `1${3000 + i}123456`)
  const differing = numbers.filter((number) => {
    const segment = findSegment(number)
    return isKnown(number, 'MOBILE') !== (segment !== undefined && segment.kind !== 'data')
  })
  assert.deepEqual([...new Set(differing.map((number) => number.slice(0, 4)))], ['1610'])
})

const AREA_CASES: readonly [string, string][] = [
  ['1062345678', '北京 Beijing'],
  ['2134567890', '上海 Shanghai'],
  ['75512345678', '深圳 Shenzhen'],
  ['31012345678', '邯郸 Handan'],
  ['2912345678', "西安、咸阳 Xi'an, Xianyang"],
  ['47112345678', '呼和浩特 Hohhot'],
]
for (const [number, city] of AREA_CASES)
  test(`0${number} is in ${city}`, () => {
    const cities = findArea(number)?.cities
    assert.equal(`${cities?.zh} ${cities?.en}`, city)
  })

test('a landline has its city in the language of the page', async () => {
  for (const [lang, city] of [
    ['en', 'Hangzhou'],
    ['zh', '杭州'],
  ] as const) {
    const { rows } = (await answerTool(tool, { numbers: '0571-88888888' }, createTestHost({ lang }))) as {
      rows: { city: string }[]
    }
    assert.equal(rows[0]?.city, city)
  }
})

const SEGMENT_CASES: readonly [string, string, string][] = [
  ['13800138000', '中国移动', 'ordinary'],
  ['13491234567', '中国电信', 'satellite'],
  ['17012345678', '中国电信', 'virtual'],
  ['17091234567', '中国联通', 'virtual'],
  ['19212345678', '中国广电', 'ordinary'],
  ['19912345678', '中国电信', 'ordinary'],
  ['16212345678', '中国电信', 'virtual'],
  ['17402123456', '中国电信', 'satellite'],
]
for (const [number, carrier, kind] of SEGMENT_CASES)
  test(`${number} was given to ${carrier} (${kind})`, () =>
    assert.deepEqual([findSegment(number)?.carrier.zh, findSegment(number)?.kind], [carrier, kind]))

test('short numbers', () => {
  assert.equal(findService('95588')?.zh, '中国工商银行')
  assert.equal(findService('4008123123')?.zh, '400 电话：主叫付市话费')
  assert.equal(findService('13800138000'), undefined)
})

test('rows in the order entered, in the caller’s language', async () => {
  const numbers = '138 0013 8000\n010-62345678\n+16502530000\n110\nabc\n1380013800'
  const { rows, total, valid } = (await answerTool(tool, { numbers }, createTestHost({ lang: 'zh' }))) as {
    rows: Record<string, unknown>[]
    total: number
    valid: number
  }
  assert.deepEqual([total, valid], [6, 4])
  assert.deepEqual(
    rows.map(({ kind, carrier, city, e164, service, reason }) => [kind, carrier ?? city ?? service, e164, reason]),
    [
      ['mobile', '中国移动', '+8613800138000', null],
      ['landline', '北京', '+861062345678', null],
      ['fixed-or-mobile', 'Mountain View, CA', '+16502530000', null],
      ['service', '公安报警', null, null],
      ['unknown', null, null, '不是电话号码'],
      ['mobile', '中国移动', '+861380013800', '应为 11 位，实为 10 位'],
    ],
  )
})

test('a country that is none is refused, and not taken for China', async () => {
  const ask = (country: string) => answerTool(tool, { numbers: '020 8366 1177', country }, createTestHost())
  await assert.rejects(ask('UK'), {
    key: 'bad_input',
    message: 'country: expected an ISO 3166 code such as CN, US or GB, got UK',
  })
  const { rows } = (await ask('gb')) as { rows: Record<string, unknown>[] }
  assert.equal(rows[0]?.['e164'], '+442083661177')
})

const DIALLED_CASES: readonly [string, string][] = [
  ['tel:+86-138-0013-8000', 'tel:+8613800138000'],
  ['TEL:010-62345678', 'tel:+861062345678'],
  ['电话：0755 8888 8888 转 123', 'tel:+8675588888888;ext=123'],
  ['010-62345678 分机8', 'tel:+861062345678;ext=8'],
  ['021-61234567-123', 'tel:+862161234567;ext=123'],
  ['(0755) 88888888－8', 'tel:+8675588888888;ext=8'],
  ['+86-755-88888888-8001', 'tel:+8675588888888;ext=8001'],
  ['400-810-8888-12', 'tel:+864008108888;ext=12'],
  ['tel:+8675588888888;ext=123', 'tel:+8675588888888;ext=123'],
  ['+1 650-253-0000 x5', 'tel:+16502530000;ext=5'],
  ['+1-800-FLOWERS', 'tel:+18003569377'],
  ['\u202a+8613800138000\u202c', 'tel:+8613800138000'],
  ['电话：13800138000（张三）', 'tel:+8613800138000'],
  ['张三 13800138000', 'tel:+8613800138000'],
  ['张三13800138000', 'tel:+8613800138000'],
  ['13800138000 欧阳娜娜', 'tel:+8613800138000'],
  ['Ann Lee +44 20 7946 0958', 'tel:+442079460958'],
  ['+44 20 7946 0958 Ann Lee', 'tel:+442079460958'],
  ['张三,13800138000,北京', 'tel:+8613800138000'],
  ['1-800-FLOWERS', 'tel:+18003569377'],
  ['1 (800) 356-9377', 'tel:+18003569377'],
  ['180-0356-9377', 'tel:+8618003569377'],
]
for (const [numbers, uri] of DIALLED_CASES)
  test(`${numbers} is dialled as ${uri}`, async () => {
    const { rows } = (await answerTool(tool, { numbers }, createTestHost())) as { rows: Record<string, unknown>[] }
    assert.deepEqual(
      rows.map((row) => [row['isValid'], row['uri']]),
      [[true, uri]],
    )
  })

test('numbers with a stroke between are two, and an area code with one behind it is none', async () => {
  const ask = async (numbers: string, country: string) =>
    ((await answerTool(tool, { numbers, country }, createTestHost())) as { rows: { e164: string }[] }).rows.map(
      ({ e164 }) => e164,
    )
  assert.deepEqual(await ask('+8613800138000 / 010-62345678|13900139000', 'CN'), [
    '+8613800138000',
    '+861062345678',
    '+8613900139000',
  ])
  assert.deepEqual(await ask('030/901820', 'DE'), ['+4930901820'])
})

for (const [numbers, isValid, reason] of [
  ['14912345678', true, null],
  ['14812345678', true, null],
  ['1440012345678', true, null],
  ['14400123456', false, 'expected 13 digits, got 11'],
  ['1380013800', false, 'expected 11 digits, got 10'],
  ['+86 138 0013 80001', false, 'expected 11 digits, got 12'],
  ['16112345678', false, 'the numbering plan has no such number'],
] as const)
  test(`${numbers} is ${isValid ? 'of a known segment' : reason}`, async () => {
    const { rows } = (await answerTool(tool, { numbers }, createTestHost({ lang: 'en' }))) as {
      rows: { isValid: boolean; reason: string | null }[]
    }
    assert.deepEqual([rows[0]?.isValid, rows[0]?.reason], [isValid, reason])
  })
