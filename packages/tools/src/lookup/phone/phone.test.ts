import assert from 'node:assert/strict'
import { test } from 'node:test'
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
    assert.ok(cities)
  }
  assert.ok(AREAS.length > 300)
})

const AREA_CASES: readonly [string, string][] = [
  ['1062345678', '北京'],
  ['2134567890', '上海'],
  ['75512345678', '深圳'],
  ['31012345678', '邯郸'],
]
for (const [number, city] of AREA_CASES) test(`0${number} is in ${city}`, () => assert.equal(findArea(number)?.cities, city))

const SEGMENT_CASES: readonly [string, string, string][] = [
  ['13800138000', '中国移动', 'ordinary'],
  ['13491234567', '中国电信', 'satellite'],
  ['17012345678', '中国电信', 'virtual'],
  ['17091234567', '中国联通', 'virtual'],
  ['19212345678', '中国广电', 'ordinary'],
  ['19912345678', '中国电信', 'ordinary'],
  ['16212345678', '中国电信', 'virtual'],
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
      ['fixed-or-mobile', null, '+16502530000', null],
      ['service', '公安报警', null, null],
      ['unknown', null, null, '不是电话号码'],
      ['mobile', '中国移动', '+861380013800', '编号计划中没有此号码'],
    ],
  )
})
