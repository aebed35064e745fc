import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { AREAS } from './area-codes.ts'
import { findSegment } from './carriers.ts'
import { toFinder, toMobilePlace } from './mobile-places.ts'
import { packPlaces } from './pack-places.ts'
import packed from './packed-places.ts'
import tool from './tool.ts'

const ask = async (numbers: string, lang: 'en' | 'zh' = 'zh') =>
  ((await answerTool(tool, { numbers }, createTestHost({ lang }))) as { rows: Record<string, unknown>[] }).rows.map(
    ({ province, city, areaCode, postCode }) => [province, city, areaCode, postCode],
  )

const CASES: readonly [string, readonly unknown[]][] = [
  ['13800138000', ['北京', '北京', '010', '100000']],
  ['+86 130 0000 1234', ['山东', '济南', '0531', '250000']],
  ['13916001234', ['上海', '上海', '021', '200000']],
  ['13912345678', ['江苏', '常州', '0519', '213000']],
  ['19912345678', [null, null, null, null]],
  ['13491234567', [null, null, null, null]],
  ['1380013800', [null, null, null, null]],
]
for (const [number, place] of CASES)
  test(`${number} was issued in ${place[1] ?? 'no city that is known'}`, async () => assert.deepEqual(await ask(number), [place]))

test('a place is said in the language of the caller', async () =>
  assert.deepEqual(await ask('13000001234', 'en'), [['Shandong', 'Jinan', '0531', '250000']]))

test('every place is one of the area codes, but for 神农架', () => {
  assert.deepEqual(
    packed.names.filter((name) => !toMobilePlace(name)),
    ['湖北省神农架林区'],
  )
  for (const name of packed.names) assert.ok(name.startsWith(toMobilePlace(name)?.province.zh ?? ''), name)
})

const NAMES: readonly [string, string | undefined][] = [
  ['天津', '022 天津'],
  ['吉林省四平市', '0434 四平'],
  ['湖北省荆门市', '0724 荆门'],
  ['湖北省襄樊市', '0710 襄阳'],
  ['安徽省巢湖市', '0551 合肥'],
  ['青海省海南藏族自治州', '0974 海南州'],
  ['海南省海口市', '0898 海口等全省'],
  ['内蒙古锡林郭勒盟', '0479 锡林郭勒'],
  ['湖北省', undefined],
  ['火星', undefined],
]
for (const [name, place] of NAMES)
  test(`“${name}” is ${place ?? 'no city'}`, () => {
    const found = toMobilePlace(name)
    assert.equal(found && `${found.areaCode} ${found.city.zh}`, place)
  })

test('the post code of an area is that of its first city alone', () => {
  const postCodes = new Set(AREAS.map(({ postCode }) => postCode))
  assert.ok(postCodes.has(toMobilePlace('陕西省西安市')?.postCode ?? ''))
  assert.equal(toMobilePlace('陕西省咸阳市')?.postCode, null)
})

test('nine in ten numbers of the segments that it has at all have a place, and each is a segment of mobile phones', () => {
  const find = toFinder(packed)
  const numbers = packed.segments.flatMap((segment) =>
    Array.from({ length: 1_000 }, (_, at) => `${segment}${`${at}`.padStart(3, '0')}50000`),
  )
  assert.ok(numbers.filter((number) => find(number)).length > 0.9 * numbers.length)
  assert.deepEqual(
    packed.segments.filter((segment) => !findSegment(`${segment}0`)),
    [],
  )
})

test('the longest prefix counts, long runs and gaps are kept', () => {
  const find = toFinder(
    packPlaces({ 10: '北京市', 1391: '江苏省常州市', 13915: '上海市', 1391599: '广东省广州市', 755: '广东省深圳市' }),
  )
  const toCity = (number: string) => find(number)?.city.zh
  assert.deepEqual(
    ['13909990000', '13910000000', '13914999999', '13915000000', '13915990000', '13915980000', '13920000000', '13800000000'].map(
      toCity,
    ),
    [undefined, '常州', '常州', '上海', '广州', '上海', undefined, undefined],
  )
})
