import type { IpRecord } from '@octet/core/ip/record.ts'
import type { CountryPart, FlagPart } from './parts.ts'
import type { Provenance } from './provenance.ts'

/**
 * What a record is made of that depends neither on the address nor on the time, in one small object: what few records
 * share is a reference, the rest stands in it.
 */
export type RecordValues = Pick<
  IpRecord,
  | 'region_name'
  | 'city_name'
  | 'zip_code'
  | 'weather_station_code'
  | 'weather_station_name'
  | 'elevation'
  | 'accuracy_radius'
  | 'special'
> & {
  readonly country: CountryPart
  readonly asn: IpRecord['ASN']
  readonly flag: FlagPart
  readonly from: Provenance
  /** Number of the time zone. */
  readonly zone: number
  /** Ten-thousandths of a degree: whole numbers need no object of their own. NO_COORDINATE for none. */
  readonly latitude: number
  readonly longitude: number
}

/** Some 12 MB of values. */
const MOST_KEPT = 65_536
/** What stands for a record before its place in the list. */
const [NEVER_SEEN, SEEN_ONCE] = [0, 1]

/**
 * Values of the records that are asked for more than once, so that a look-up follows two references instead of six. Those
 * seen once are not kept: making them would cost more than it saves.
 */
export class KeptValues {
  /** Of each record its place in the list, or one of the two above. */
  readonly #places: Uint32Array
  readonly #values: (RecordValues | undefined)[] = [undefined, undefined]
  readonly #most: number

  constructor(recordCount: number, most = MOST_KEPT) {
    this.#places = new Uint32Array(recordCount)
    this.#most = most
  }

  get(record: number): RecordValues | undefined {
    return this.#values[this.#places[record]!]
  }

  /** Keeps the values if the record has been offered before. When too many are kept, all are forgotten first. */
  offer(record: number, values: RecordValues): void {
    if (this.#places[record] === NEVER_SEEN) {
      this.#places[record] = SEEN_ONCE
      return
    }
    if (this.#values.length === this.#most + 2) {
      this.#places.fill(NEVER_SEEN)
      this.#values.length = 2
    }
    this.#places[record] = this.#values.push(values) - 1
  }
}
