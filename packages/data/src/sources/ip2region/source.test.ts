import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeFolder } from '../../testing/folder.ts'
import { readSteps } from '../../testing/steps.ts'
import { PREFECTURES, toChineseNames } from './chinese-names.ts'
import { NO_CITIES, PROVINCES, SEATS } from './prefectures.ts'
import { readIp2region } from './source.ts'

/** A file in the first ip2region format: header, texts behind a city number, index entries. */
function writeFixture(rows: readonly (readonly [first: number, last: number, text: string])[]): Buffer {
  const texts: Buffer[] = []
  let at = 8
  const entries = rows.map(([first, last, text]) => {
    const body = Buffer.concat([Buffer.alloc(4), Buffer.from(text)])
    const entry = Buffer.alloc(12)
    entry.writeUInt32LE(first, 0)
    entry.writeUInt32LE(last, 4)
    entry.writeUInt32LE(((body.length << 24) | at) >>> 0, 8)
    texts.push(body)
    at += body.length
    return entry
  })
  const header = Buffer.alloc(8)
  header.writeUInt32LE(at, 0)
  header.writeUInt32LE(at + 12 * (rows.length - 1), 4)
  return Buffer.concat([header, ...texts, ...entries])
}

async function readFixture(bytes: Buffer) {
  await using folder = await makeFolder()
  const path = join(folder.path, 'test.db')
  await writeFile(path, bytes)
  return readSteps(await readIp2region(path))
}

test('mainland ranges have their names in both languages, others are left to other sources', async () => {
  const steps = await readFixture(
    writeFixture([
      [0, 9, '美国|0|0|0|Level3'],
      [10, 19, '中国|0|江苏省|南京市|电信'],
      [20, 29, '中国|0|香港|0|有线通'],
      [30, 39, '中国|0|新疆|伊犁|0'],
      [40, 49, '中国|0|广西|0|联通'],
      [50, 59, '中国|0|湖北省|襄阳|0'],
    ]),
  )
  assert.deepEqual(
    steps.map(({ start, value }) => [Number(start), value?.region, value?.regionZh, value?.city, value?.cityZh, value?.isp?.en]),
    [
      [10, 'Jiangsu', '江苏省', 'Nanjing', '南京市', 'China Telecom'],
      [20, undefined, undefined, undefined, undefined, undefined],
      [30, 'Xinjiang', '新疆维吾尔自治区', 'Ili', '伊犁', undefined],
      [40, 'Guangxi', '广西壮族自治区', undefined, undefined, 'China Unicom'],
      [50, 'Hubei', '湖北省', 'Xiangyang', '襄阳市', undefined],
      [60, undefined, undefined, undefined, undefined, undefined],
    ],
  )
  assert.equal(steps[2]!.value?.town, 'Yining')
  assert.equal(steps[3]!.value?.town, 'Nanning')
})

test('whoever names a place names it alike in Chinese, and each of those that are no cities is in the table', () => {
  for (const { province, city, zh } of PREFECTURES) assert.equal(toChineseNames(province, city).cityZh, zh, `${province} ${city}`)
  assert.equal(PREFECTURES.filter(({ zh }) => !zh.endsWith('市')).length, NO_CITIES.size)
})

test('an index outside the file is refused', () =>
  assert.rejects(readFixture(writeFixture([[0, 1, '中国|0|北京|北京市|电信']]).subarray(0, 20)), /index inside the file/))

test('the table has the 31 provinces of the mainland and every seat belongs to a prefecture in it', () => {
  assert.equal(PROVINCES.length, 31)
  const names = new Set(PREFECTURES.map(({ province, city }) => `${province}/${city}`))
  assert.equal(names.size, PREFECTURES.length)
  for (const key of Object.keys(SEATS)) assert.ok(names.has(key), key)
})

for (const [region, city, expected] of [
  ['Jiangsu', 'Suzhou', { regionZh: '江苏省', cityZh: '苏州市' }],
  ['Anhui', 'Suzhou', { regionZh: '安徽省', cityZh: '宿州市' }],
  ['Shaanxi', "Xi'an", { regionZh: '陕西省', cityZh: '西安市' }],
  ['Shaanxi', 'Xianyangshi', { regionZh: '陕西省', cityZh: '咸阳市' }],
  ['Xinjiang', 'Urumqi', { regionZh: '新疆维吾尔自治区', cityZh: '乌鲁木齐市' }],
  ['Jilin', 'Yanbian', { regionZh: '吉林省', cityZh: '延边' }],
  ['Beijing', 'Haidian', { regionZh: '北京市' }],
  ['California', 'Suzhou', {}],
] as const)
  test(`${city}, ${region} in Chinese`, () => assert.deepEqual(toChineseNames(region, city), expected))
