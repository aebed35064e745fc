import type { LivePoint } from '../ip/live-map.tsx'

type Placed = { readonly latitude: number | null; readonly longitude: number | null }

/** One place of the map and what is there. */
export type Spot<T> = LivePoint & { readonly rows: readonly T[] }

/** Gathers what has the same place; what has none is left out. */
export function toSpots<T extends Placed>(rows: readonly T[]): Spot<T>[] {
  const places = new Map<string, T[]>()
  for (const row of rows) {
    if (row.latitude === null || row.longitude === null) continue
    const key = `${row.latitude},${row.longitude}`
    const there = places.get(key)
    if (there) there.push(row)
    else places.set(key, [row])
  }
  return [...places.values()].map((there) => {
    const [{ latitude, longitude }] = there as [T]
    return { latitude: latitude!, longitude: longitude!, radiusKm: null, count: there.length, rows: there }
  })
}
