import type { Datum, Place } from './place.ts'

/** The ellipsoid of Krasovsky, which the shift of GCJ-02 is counted on: half the axis in metres, and its eccentricity squared. */
const [A, E2] = [6_378_245, 0.006_693_421_622_965_823]
/** The middle that the shift is counted from, in degrees. */
const [MIDDLE_LAT, MIDDLE_LON] = [35, 105]
/** Degrees within which the way back ends: a tenth of a millimetre. */
const NEAR = 1e-9
const { PI, sin, cos, sqrt, abs, hypot, atan2 } = Math

/** Whether maps move a place: the rectangle around China that the formulas are used in. */
export const isMoved = ({ lat, lon }: Place): boolean => lon >= 72.004 && lon <= 137.8347 && lat >= 0.8293 && lat <= 55.8271

/** A place of one system in another. */
export function toDatum(place: Place, from: Datum, to: Datum): Place {
  if (from === to) return place
  if (from === 'bd09') return toDatum(undoBaidu(place), 'gcj02', to)
  if (to === 'bd09') return toBaidu(toDatum(place, from, 'gcj02'))
  return to === 'gcj02' ? shift(place) : undo(place, shift)
}

/** A wave of so many metres at most, of two lengths or three. */
const wave = (x: number, ...parts: readonly (readonly [height: number, times: number])[]): number =>
  (2 / 3) * parts.reduce((sum, [height, times]) => sum + height * sin(x * times * PI), 0)

/** The published shift of GCJ-02 in metres, polynomials with waves on them. */
function toShift({ lat, lon }: Place): { north: number; east: number } {
  const [x, y] = [lon - MIDDLE_LON, lat - MIDDLE_LAT]
  const root = sqrt(abs(x))
  const ripple = wave(x, [20, 6], [20, 2])
  return {
    north:
      -100 +
      2 * x +
      3 * y +
      0.2 * y * y +
      0.1 * x * y +
      0.2 * root +
      ripple +
      wave(y, [20, 1], [40, 1 / 3], [160, 1 / 12], [320, 1 / 30]),
    east:
      300 +
      x +
      2 * y +
      0.1 * x * x +
      0.1 * x * y +
      0.1 * root +
      ripple +
      wave(x, [20, 1], [40, 1 / 3], [150, 1 / 12], [300, 1 / 30]),
  }
}

function shift(place: Place): Place {
  if (!isMoved(place)) return place
  const { north, east } = toShift(place)
  const latitude = (place.lat * PI) / 180
  const square = 1 - E2 * sin(latitude) ** 2
  const meridian = (A * (1 - E2)) / (square * sqrt(square))
  const parallel = (A / sqrt(square)) * cos(latitude)
  return { lat: place.lat + ((north / meridian) * 180) / PI, lon: place.lon + ((east / parallel) * 180) / PI }
}

/** The place that a way leads to another from, by going back as far as it leads beyond. Both ways move little, so it comes nearer each time. */
function undo(place: Place, way: (place: Place) => Place): Place {
  let found = place
  for (let step = 0; step < 30; step++) {
    const { lat, lon } = way(found)
    const [dLat, dLon] = [place.lat - lat, place.lon - lon]
    if (abs(dLat) < NEAR && abs(dLon) < NEAR) break
    found = { lat: found.lat + dLat, lon: found.lon + dLon }
  }
  return found
}

const BAIDU_WAVE = (PI * 3000) / 180

/** What Baidu adds: a turn and a stretch by waves, and a step. */
function toBaidu({ lat, lon }: Place): Place {
  const length = hypot(lon, lat) + 0.000_02 * sin(lat * BAIDU_WAVE)
  const angle = atan2(lat, lon) + 0.000_003 * cos(lon * BAIDU_WAVE)
  return { lat: length * sin(angle) + 0.006, lon: length * cos(angle) + 0.0065 }
}

const undoBaidu = (place: Place): Place => undo(place, toBaidu)
