/** A place on the globe; null where it is not known. */
export type Spot = { readonly latitude: number | null; readonly longitude: number | null }

const EARTH_KM = 6371

/** Kilometres along the great circle (haversine); undefined when one place is not known. */
export function toDistanceKm(a: Spot, b: Spot): number | undefined {
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null) return undefined
  const toRadians = (degrees: number) => (degrees * Math.PI) / 180
  const sinLat = Math.sin(toRadians(b.latitude - a.latitude) / 2)
  const sinLon = Math.sin(toRadians(b.longitude - a.longitude) / 2)
  const h = sinLat ** 2 + Math.cos(toRadians(a.latitude)) * Math.cos(toRadians(b.latitude)) * sinLon ** 2
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}
