import gcoord from 'gcoord'
import type { Datum, Place } from './place.ts'

const SYSTEMS = { wgs84: gcoord.WGS84, gcj02: gcoord.GCJ02, bd09: gcoord.BD09 } as const

/** A place in another system, to a decimetre; beyond the rectangle around China GCJ-02 is WGS-84. */
export function toDatum({ lat, lon }: Place, from: Datum, to: Datum): Place {
  const [newLon, newLat] = gcoord.transform([lon, lat], SYSTEMS[from], SYSTEMS[to])
  return { lat: newLat!, lon: newLon! }
}

/** Whether maps move a place: the rectangle that the formulas of GCJ-02 are used in. */
export const isMoved = ({ lat, lon }: Place): boolean => lon >= 72.004 && lon <= 137.8347 && lat >= 0.8293 && lat <= 55.8271
