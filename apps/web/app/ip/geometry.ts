/** A point in degrees (WGS 84). */
export type Point = { readonly latitude: number; readonly longitude: number }

/** A rectangle of the map in its units: one per degree, x from 0 at 180° W, y from 0 at the North Pole. */
export type ViewBox = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

export const WORLD: ViewBox = { x: 0, y: 0, width: 360, height: 180 }
export const KM_PER_DEGREE = 111.195
const EARTH_RADIUS_KM = 6371.0088
const CORNERS = 64
/** Up to here, off the poles, a circle on the globe is an ellipse on the map within 2 % of its radius. */
const MOST_ELLIPSE_KM = 50
const MOST_ELLIPSE_LATITUDE = 75
/** The map has no more to show than this. */
const MIN_HEIGHT_DEGREES = 1.5
const toRadians = (degrees: number) => (degrees * Math.PI) / 180
const toDegrees = (radians: number) => (radians * 180) / Math.PI

/** To a thousandth of a degree, 111 m: more digits would weigh and show nothing. */
export const toThousandths = (degrees: number): number => Math.round(degrees * 1_000) / 1_000
export const toX = (longitude: number): number => toThousandths(longitude + 180)
export const toY = (latitude: number): number => toThousandths(90 - latitude)

/**
 * SVG path of all points at a distance in kilometres from a place on a plate carrée map: a circle on the globe, wider than
 * high on the map. Where it reaches over a pole it is closed along the map's edge.
 */
export function toCirclePath({ latitude, longitude }: Point, radiusKm: number): string {
  if (radiusKm <= MOST_ELLIPSE_KM && Math.abs(latitude) <= MOST_ELLIPSE_LATITUDE)
    return toEllipsePath({ latitude, longitude }, radiusKm)
  const angle = Math.min(radiusKm / EARTH_RADIUS_KM, Math.PI - 1e-6)
  const lat = toRadians(latitude)
  const corners: [x: number, y: number][] = []
  for (let i = 0; i < CORNERS; i++) {
    const bearing = (i / CORNERS) * 2 * Math.PI
    const sin = Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(bearing)
    const turn = Math.atan2(Math.sin(bearing) * Math.sin(angle) * Math.cos(lat), Math.cos(angle) - Math.sin(lat) * sin)
    corners.push([toX(longitude) + toDegrees(turn), toY(toDegrees(Math.asin(Math.max(-1, Math.min(1, sin)))))])
  }
  const angleDegrees = toDegrees(angle)
  const pole = latitude + angleDegrees > 90 ? 0 : latitude - angleDegrees < -90 ? 180 : undefined
  return pole === undefined ? `M${corners.map(toWords).join('L')}Z` : toPolarPath(corners, pole)
}

/** Two arcs weigh a tenth of 64 corners. */
function toEllipsePath({ latitude, longitude }: Point, radiusKm: number): string {
  const high = radiusKm / KM_PER_DEGREE
  const wide = high / Math.cos(toRadians(latitude))
  const arc = (across: number) => `a${toWords([wide, high])} 0 1 0 ${across.toFixed(3)} 0`
  return `M${toWords([toX(longitude) - wide, toY(latitude)])}${arc(2 * wide)}${arc(-2 * wide)}Z`
}

/** A circle with a pole in it is everything between its edge and that side of the map. */
function toPolarPath(corners: readonly [x: number, y: number][], pole: 0 | 180): string {
  const sorted = corners.map(([x, y]): [number, number] => [(x + 360) % 360, y]).sort(([a], [b]) => a - b)
  return `M0 ${pole}L0 ${sorted[0]?.[1].toFixed(3)}L${sorted.map(toWords).join('L')}L360 ${sorted.at(-1)?.[1].toFixed(3)}L360 ${pole}Z`
}

const toWords = ([x, y]: readonly [number, number]) => `${x.toFixed(3)} ${y.toFixed(3)}`

/** Part of the map around a place, as high as asked for and as wide as the frame's ratio wants; never beyond the poles. */
export function toViewAround({ latitude, longitude }: Point, heightDegrees: number, ratio: number): ViewBox {
  const height = Math.min(heightDegrees, WORLD.height)
  const width = toThousandths(Math.min(height * ratio, WORLD.width))
  const y = Math.max(0, Math.min(WORLD.height - height, toY(latitude) - height / 2))
  return { x: toThousandths(toX(longitude) - width / 2), y: toThousandths(y), width, height }
}

/** Smallest part of the map that holds all points with some room around them. */
export function toViewOfAll(points: readonly Point[], ratio: number, minHeightDegrees = 12): ViewBox {
  if (points.length === 0) return WORLD
  const xs = points.map(({ longitude }) => toX(longitude))
  const ys = points.map(({ latitude }) => toY(latitude))
  const [left, right] = [xs.reduce((a, b) => Math.min(a, b)), xs.reduce((a, b) => Math.max(a, b))]
  const [top, bottom] = [ys.reduce((a, b) => Math.min(a, b)), ys.reduce((a, b) => Math.max(a, b))]
  const height = Math.max(minHeightDegrees, (bottom - top) * 1.3, ((right - left) * 1.3) / ratio)
  const middle = { latitude: 90 - (top + bottom) / 2, longitude: (left + right) / 2 - 180 }
  return toViewAround(middle, height, ratio)
}

/** Zooms by a factor (> 1 comes nearer) while one point of the map stays where it is. */
export function zoomView({ x, y, width, height }: ViewBox, factor: number, at: { x: number; y: number }): ViewBox {
  const nextHeight = Math.max(MIN_HEIGHT_DEGREES, Math.min(WORLD.height, height / factor))
  const kept = nextHeight / height
  return clampView({ x: at.x - (at.x - x) * kept, y: at.y - (at.y - y) * kept, width: width * kept, height: nextHeight })
}

/** Keeps a view on the map: the poles are its ends, and its middle stays between 180° W and 180° E. */
export function clampView({ x, y, width, height }: ViewBox): ViewBox {
  const middle = Math.max(0, Math.min(WORLD.width, x + width / 2))
  return { x: middle - width / 2, y: Math.max(0, Math.min(WORLD.height - height, y)), width, height }
}

/** A round length (1, 2 or 5 times a power of ten) of at most so many kilometres, for a scale bar. */
export function toRoundKm(maxKm: number): number {
  const power = 10 ** Math.floor(Math.log10(maxKm))
  return ([5, 2, 1].find((step) => step * power <= maxKm) ?? 1) * power
}
