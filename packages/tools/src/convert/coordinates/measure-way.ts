import geodesic from 'geographiclib-geodesic'
import type { Place } from './place.ts'

/**
 * The length of the way from place to place on the ellipsoid, in metres to a decimetre, and of two places the direction that
 * it begins in, in degrees from north (Karney 2013). Nothing for fewer than two.
 */
export function measureWay(places: readonly Place[]): { distanceM?: number; azimuth?: number } {
  const steps = places.slice(1).map((to, i) => {
    const from = places[i]!
    return geodesic.Geodesic.WGS84.Inverse(from.lat, from.lon, to.lat, to.lon)
  })
  if (steps.length === 0) return {}
  const distanceM = Math.round(steps.reduce((sum, { s12 = 0 }) => sum + s12, 0) * 10) / 10
  const [only] = steps
  const azimuth = steps.length === 1 && distanceM > 0 ? Math.round((((only?.azi1 ?? 0) + 360) % 360) * 100) / 100 : undefined
  return { distanceM, ...(azimuth !== undefined && { azimuth }) }
}
