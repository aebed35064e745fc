import { readMapTowns } from '@octet/data/places/map-towns.ts'
import type { TownRow } from '../app/ip/map-detail.ts'

const round = (degrees: number) => Number(degrees.toFixed(2))

/** The towns that maps name, as rows that are short to send: nearer than two decimals no map comes. */
export async function readTowns(): Promise<TownRow[]> {
  return (await readMapTowns()).map(({ longitude, latitude, reach, name, nameZh }) => {
    const row = [round(longitude + 180), round(90 - latitude), Number(reach.toFixed(1)), name] as const
    return nameZh === undefined ? row : [...row, nameZh]
  })
}
