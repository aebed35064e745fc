/** A place on the ellipsoid, in degrees: latitude −90 to 90, longitude −180 to 180. */
export type Place = { readonly lat: number; readonly lon: number }

/** What degrees are measured on: the satellites' own system, that of maps in China, and that of Baidu's maps. */
export const DATUMS = ['wgs84', 'gcj02', 'bd09'] as const
export type Datum = (typeof DATUMS)[number]

/** Decimals that are a centimetre or so on the ground. */
const DECIMALS = 7

/** Degrees without zeros at the end. */
export function toDegreesText(degrees: number): string {
  const text = degrees.toFixed(DECIMALS).replace(/\.?0+$/, '')
  return text === '-0' ? '0' : text
}

/** A longitude within a turn of the globe. */
export const toTurn = (lon: number): number => (lon >= -180 && lon <= 180 ? lon : ((((lon + 180) % 360) + 360) % 360) - 180)
