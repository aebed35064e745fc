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
  | 'region_code'
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

/** Some 24 MB of values: random addresses of both families lead to 84,000 records. */
const MOST_KEPT = 131_072
/** What stands for a record before its place in the list, and where those begin. */
const [NEVER_SEEN, SEEN_ONCE, FIRST_PLACE] = [0, 1, 2]

/**
 * Values of the records that are asked for more than once, so that a lookup follows two references instead of six. Those
 * seen once are not kept: making them would cost more than it saves.
 */
export class KeptValues {
  /** Of each record its place in the list, or one of the two above. */
  readonly #places: Uint32Array
  readonly #values: (RecordValues | undefined)[] = [undefined, undefined]
  /** The record of each place. */
  readonly #records: Uint32Array
  #next = FIRST_PLACE

  constructor(recordCount: number, most = MOST_KEPT) {
    this.#places = new Uint32Array(recordCount)
    this.#records = new Uint32Array(FIRST_PLACE + most)
  }

  get(record: number): RecordValues | undefined {
    return this.#values[this.#places[record]!]
  }

  /** Keeps the values of a record that is not kept, if it has been offered before. Where there is no room, the oldest make it. */
  offer(record: number, values: RecordValues): void {
    if (this.#places[record] === NEVER_SEEN) {
      this.#places[record] = SEEN_ONCE
      return
    }
    const place = this.#next
    this.#next = place + 1 < this.#records.length ? place + 1 : FIRST_PLACE
    if (place < this.#values.length) this.#places[this.#records[place]!] = NEVER_SEEN
    this.#records[place] = record
    this.#values[place] = values
    this.#places[record] = place
  }
}
