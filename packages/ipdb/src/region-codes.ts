import type { DatabaseMeta } from './meta.ts'
import type { Resolver } from './resolver.ts'
import { PLACE, PLACE_WORDS } from './record-table.ts'

/** What stands for a place that nobody has asked for, and for one whose region has no code. */
const [NOT_LOOKED_UP, NONE] = [0, 1]

const toKey = (country: number, region: number) => country * 2 ** 32 + region

/** ISO 3166-2 codes by place: found by country and name of the region, once for each place. */
export class RegionCodes {
  readonly #places: Int32Array
  readonly #codes: (string | null)[] = [null, null]
  readonly #byRegion = new Map<number, number>()
  readonly #ofPlace: Uint16Array

  constructor(
    { regionCodes = [] }: Pick<DatabaseMeta, 'regionCodes'>,
    { places, placeCount }: Pick<Resolver, 'places' | 'placeCount'>,
  ) {
    this.#places = places
    this.#ofPlace = new Uint16Array(placeCount)
    for (const [country, region, code] of regionCodes) this.#byRegion.set(toKey(country, region), this.#codes.push(code) - 1)
  }

  /** The code of the region that a place lies in, such as `US-CA`; null where none is known. */
  get(place: number): string | null {
    if (this.#ofPlace[place] === NOT_LOOKED_UP) this.#ofPlace[place] = this.#find(PLACE_WORDS * place)
    return this.#codes[this.#ofPlace[place]!]!
  }

  #find(at: number): number {
    const country = this.#places[at + PLACE.countryAndZone]! & 0xffff
    return this.#byRegion.get(toKey(country, this.#places[at + PLACE.region]!)) ?? NONE
  }
}
