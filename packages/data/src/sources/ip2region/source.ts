import { readFile } from 'node:fs/promises'
import { defineLayer, type LayerStream, type PlaceValue } from '../../layer.ts'
import { RangeList } from '../../readers/range-list.ts'
import { findPrefecture, findProvince } from './chinese-names.ts'
import { SEATS } from './prefectures.ts'
import { toProvider } from './provider-names.ts'

/** Province, city and provider of mainland China, where worldwide sources often name the wrong province. */
export default defineLayer({
  id: 'ip2region',
  title: { en: 'ip2region (China)', zh: 'ip2region（中国）' },
  homepage: 'https://github.com/lionsoul2014/ip2region',
  licence: {
    name: 'Apache-2.0 OR MIT',
    url: 'https://github.com/lionsoul2014/ip2region/blob/master/LICENSE.md',
    attribution: { en: 'Chinese locations by ip2region', zh: '中国境内位置数据由 ip2region 提供' },
    mayRedistribute: true,
  },
  origin: { kind: 'npm', package: 'ip2region', files: ['data/ip2region.db'] },
  kind: 'national',
  precedence: 10,
  bounds: { minRows: 40_000, maxRows: 2_000_000 },
  golden: [
    { address: '202.96.209.133', expect: { country_code: 'CN', region_name: 'Shanghai' } },
    { address: '202.96.128.86', expect: { country_code: 'CN', region_name: 'Guangdong' } },
    { address: '61.139.2.69', expect: { country_code: 'CN', region_name: 'Sichuan' } },
  ],
  async *parse(files) {
    yield await readIp2region(files[0]!)
  },
})

/**
 * Reads the first ip2region format (`.db`): a header with the first and last index entry, index entries of 12 bytes
 * (first address, last address, and a pointer with the length in its high byte), and texts
 * `country|area|province|city|provider` behind a city number. Only ranges of the mainland are kept.
 *
 * @throws when the index lies outside the file
 */
export async function readIp2region(path: string): Promise<LayerStream<PlaceValue>> {
  const bytes = await readFile(path)
  const [first, last] = [bytes.readUInt32LE(0), bytes.readUInt32LE(4)]
  if (first > last || last + 12 > bytes.length || (last - first) % 12 !== 0)
    throw new Error(`${path}: expected an ip2region index inside the file, got entries from ${first} to ${last}`)
  const list = new RangeList(4)
  const values: PlaceValue[] = []
  const numbers = new Map<number, number>()
  for (let at = first; at <= last; at += 12) {
    const pointer = bytes.readUInt32LE(at + 8)
    let number = numbers.get(pointer)
    if (number === undefined) {
      const start = pointer & 0xff_ffff
      const place = toPlace(bytes.toString('utf8', start + 4, start + (pointer >>> 24)))
      numbers.set(pointer, (number = place ? values.push(place) : 0))
    }
    if (number > 0) list.pushV4(bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4), number)
  }
  return list.toStream((value) => values[value - 1]!)
}

function toPlace(text: string): PlaceValue | undefined {
  const [country, , provinceName = '', cityName = '', provider = ''] = text.split('|')
  const province = country === '中国' ? findProvince(provinceName) : undefined
  if (!province) return undefined
  const city = cityName === '0' || cityName === '' ? undefined : findPrefecture(province, cityName)
  const seat = city ? (SEATS[`${province.en}/${city.en}`] ?? city.en) : (CAPITALS[province.en] ?? province.en)
  return {
    country: 'CN',
    region: province.en,
    regionZh: province.zh,
    city: city?.en,
    cityZh: city?.zh,
    town: seat,
    radiusKm: city ? 40 : 250,
    isp: toProvider(provider),
  }
}

/** Where a province is governed from. */
const CAPITALS: Readonly<Record<string, string>> = {
  Hebei: 'Shijiazhuang',
  Shanxi: 'Taiyuan',
  'Inner Mongolia': 'Hohhot',
  Liaoning: 'Shenyang',
  Jilin: 'Changchun',
  Heilongjiang: 'Harbin',
  Jiangsu: 'Nanjing',
  Zhejiang: 'Hangzhou',
  Anhui: 'Hefei',
  Fujian: 'Fuzhou',
  Jiangxi: 'Nanchang',
  Shandong: 'Jinan',
  Henan: 'Zhengzhou',
  Hubei: 'Wuhan',
  Hunan: 'Changsha',
  Guangdong: 'Guangzhou',
  Guangxi: 'Nanning',
  Hainan: 'Haikou',
  Sichuan: 'Chengdu',
  Guizhou: 'Guiyang',
  Yunnan: 'Kunming',
  Tibet: 'Lhasa',
  Shaanxi: 'Xi’an',
  Gansu: 'Lanzhou',
  Qinghai: 'Xining',
  Ningxia: 'Yinchuan',
  Xinjiang: 'Ürümqi',
}
