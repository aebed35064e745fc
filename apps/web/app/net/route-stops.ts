import type { Place } from './place-line.tsx'
import type { RouteStop } from './route-map.tsx'

type PlacedHop = { readonly ttl: number; readonly place: Place | null }

/** Places of a route in its order; neighbouring hops at one place are one stop. */
export function toRouteStops(hops: readonly PlacedHop[]): RouteStop[] {
  const stops: RouteStop[] = []
  for (const { ttl, place } of hops) {
    if (place?.latitude == null || place.longitude === null) continue
    const last = stops.at(-1)
    const isSame = last?.latitude === place.latitude && last.longitude === place.longitude
    const ttls = isSame ? [...last.ttls, ttl] : [ttl]
    const name = [place.city, place.countryCode].filter(Boolean).join(', ')
    stops.splice(isSame ? -1 : stops.length, isSame ? 1 : 0, { latitude: place.latitude, longitude: place.longitude, ttls, name })
  }
  return stops
}
