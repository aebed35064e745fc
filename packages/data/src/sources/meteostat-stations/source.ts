import { defineSource } from '@octet/core/source.ts'
import { ccBy } from '../../licences.ts'
import { readPacked } from '../../readers/packed.ts'

/** A weather station that reports. */
export type Station = {
  /** ICAO code, else WMO number, else the id of Meteostat. */
  readonly code: string
  readonly name: string
  readonly hasIcao: boolean
  /** Degrees, WGS 84. */
  readonly latitude: number
  readonly longitude: number
  /** Metres above sea level. */
  readonly elevation: number | undefined
}

type Row = {
  id?: unknown
  name?: { en?: unknown }
  identifiers?: { icao?: unknown; wmo?: unknown }
  location?: { latitude?: unknown; longitude?: unknown; elevation?: unknown }
  active?: unknown
}

/** Weather stations of the world: the one nearest to a place, and how high the land is there. */
export default defineSource<'stations', Station>({
  id: 'meteostat-stations',
  title: { en: 'Weather stations by Meteostat', zh: 'Meteostat 气象站' },
  homepage: 'https://dev.meteostat.net/bulk/stations.html',
  licence: ccBy(
    'Weather stations and elevations by Meteostat (meteostat.net)',
    '气象站与海拔数据由 Meteostat（meteostat.net）提供',
  ),
  origin: { kind: 'url', urls: ['https://bulk.meteostat.net/v2/stations/lite.json.gz'], cadence: 'weekly' },
  kind: 'stations',
  precedence: 0,
  bounds: { minRows: 5000, maxRows: 200_000 },
  golden: [],
  async *parse(files) {
    const rows = JSON.parse((await readPacked(files[0]!)).toString()) as unknown
    if (!Array.isArray(rows)) throw new Error('expected a JSON array of stations')
    for (const row of rows as Row[]) {
      const station = row.active === true ? findStation(row) : undefined
      if (station) yield station
    }
  },
})

function findStation({ id, name, identifiers = {}, location = {} }: Row): Station | undefined {
  const { latitude, longitude, elevation } = location
  if (typeof id !== 'string' || typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180 || typeof name?.en !== 'string') return undefined
  const { icao, wmo } = identifiers
  const hasIcao = typeof icao === 'string' && icao !== ''
  const code = hasIcao ? icao : typeof wmo === 'string' && wmo !== '' ? wmo : id
  const height = typeof elevation === 'number' && Math.abs(elevation) < 9000 ? Math.round(elevation) : undefined
  return { code, name: name.en, hasIcao, latitude, longitude, elevation: height }
}
