import { distanceKm } from './gazetteer.ts'

/** Kilometres of a degree of latitude on the mean sphere. */
const DEGREE_KM = 111.195
/** A little less, for the rounding. */
const MIN_DEGREE_KM = 111.19
/** Longitudes are put in order in steps of this size. */
const LONGITUDE_STEPS_PER_DEGREE = 1000
const LONGITUDE_STEPS = 361 * LONGITUDE_STEPS_PER_DEGREE
const MAX_POINTS = 2 ** 21

export type Found = { readonly index: number; readonly km: number }

/**
 * The point nearest to another, among up to two million: points lie in bands of latitude and in each by longitude.
 * Bands are searched from the middle outwards, in a window that narrows with every nearer point.
 */
export class NearestPoints {
  readonly #latitudes: Float32Array
  readonly #longitudes: Float32Array
  readonly #bandDegrees: number
  /** Point numbers by band and longitude, and where each band begins. */
  readonly #order: Uint32Array
  readonly #bands: Uint32Array

  constructor(latitudes: Float32Array, longitudes: Float32Array, bandDegrees: number) {
    if (latitudes.length > MAX_POINTS) throw new Error(`expected at most ${MAX_POINTS} points, got ${latitudes.length}`)
    this.#latitudes = latitudes
    this.#longitudes = longitudes
    this.#bandDegrees = bandDegrees
    const keys = new Float64Array(latitudes.length)
    for (let point = 0; point < keys.length; point++) {
      const step = Math.round((longitudes[point]! + 180) * LONGITUDE_STEPS_PER_DEGREE)
      keys[point] = (this.#bandOf(latitudes[point]!) * LONGITUDE_STEPS + step) * MAX_POINTS + point
    }
    keys.sort()
    this.#order = Uint32Array.from(keys, (key) => key % MAX_POINTS)
    this.#bands = new Uint32Array(this.#bandOf(90) + 2)
    for (const point of this.#order) this.#bands[this.#bandOf(latitudes[point]!) + 1]!++
    for (let band = 1; band < this.#bands.length; band++) this.#bands[band]! += this.#bands[band - 1]!
  }

  /** The nearest accepted point within a distance; undefined when there is none. */
  find(latitude: number, longitude: number, maxKm: number, accepts: (index: number) => boolean): Found | undefined {
    const search: Search = { latitude, longitude, km: maxKm, reach: toReach(latitude, maxKm), index: -1, accepts }
    const middle = this.#bandOf(latitude)
    this.#searchBand(middle, search)
    for (let away = 1; ; away++) {
      // What lies between the point and the near edge of the bands that many steps away.
      const gapKm = (away - 1) * this.#bandDegrees * DEGREE_KM
      if (gapKm > search.km || away >= this.#bands.length) break
      this.#searchBand(middle - away, search)
      this.#searchBand(middle + away, search)
    }
    return search.index < 0 ? undefined : { index: search.index, km: search.km }
  }

  #bandOf(latitude: number): number {
    return Math.floor((latitude + 90) / this.#bandDegrees)
  }

  #searchBand(band: number, search: Search): void {
    if (band < 0 || band + 1 >= this.#bands.length) return
    const [from, to] = [this.#bands[band]!, this.#bands[band + 1]!]
    if (from === to) return
    this.#searchAround(from, to, search.longitude, search)
    if (search.longitude - search.reach < -180) this.#searchAround(from, to, search.longitude + 360, search)
    if (search.longitude + search.reach > 180) this.#searchAround(from, to, search.longitude - 360, search)
  }

  /** From the place of a longitude to both sides, until the rest is too far. */
  #searchAround(from: number, to: number, longitude: number, search: Search): void {
    const start = this.#locate(from, to, longitude)
    for (let at = start; at < to && this.#longitudes[this.#order[at]!]! - longitude <= search.reach; at++)
      this.#try(this.#order[at]!, search)
    for (let at = start - 1; at >= from && longitude - this.#longitudes[this.#order[at]!]! <= search.reach; at--)
      this.#try(this.#order[at]!, search)
  }

  #try(index: number, search: Search): void {
    if (!search.accepts(index)) return
    // Degrees of latitude alone tell of most that they are farther away.
    if (Math.abs(this.#latitudes[index]! - search.latitude) * MIN_DEGREE_KM > search.km) return
    const km = distanceKm(search, { latitude: this.#latitudes[index]!, longitude: this.#longitudes[index]! })
    if (km > search.km || (km === search.km && search.index >= 0)) return
    search.km = km
    search.reach = toReach(search.latitude, km)
    search.index = index
  }

  #locate(from: number, to: number, longitude: number): number {
    while (from < to) {
      const middle = (from + to) >>> 1
      if (this.#longitudes[this.#order[middle]!]! < longitude) from = middle + 1
      else to = middle
    }
    return from
  }
}

type Search = {
  readonly latitude: number
  readonly longitude: number
  km: number
  /** Degrees of longitude within which a nearer point can lie. */
  reach: number
  index: number
  readonly accepts: (index: number) => boolean
}

/** All degrees of longitude near the poles. */
function toReach(latitude: number, km: number): number {
  const edge = Math.min(90, Math.abs(latitude) + km / DEGREE_KM)
  const width = Math.cos((edge * Math.PI) / 180)
  // A little more than needed, for the rounding of the order.
  return width < 0.01 ? 360 : km / (DEGREE_KM * width) + 0.002
}
