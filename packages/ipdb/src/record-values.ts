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

/**
 * Values of the records that are asked for more than once, so that a look-up follows one reference instead of six. Those
 * seen once are not kept: making them would cost more than it saves.
 */
export class KeptValues {
  readonly #kept: (RecordValues | undefined)[]
  readonly #isSeen: Uint8Array
  readonly #most: number
  #count = 0

  constructor(recordCount: number, most = MOST_KEPT) {
    this.#kept = Array.from<RecordValues | undefined>({ length: recordCount })
    this.#isSeen = new Uint8Array(recordCount)
    this.#most = most
  }

  get(record: number): RecordValues | undefined {
    return this.#kept[record]
  }

  /** Keeps the values if the record has been offered before. When too many are kept, all are forgotten first. */
  offer(record: number, values: RecordValues): void {
    if (this.#isSeen[record] === 0) {
      this.#isSeen[record] = 1
      return
    }
    if (this.#count === this.#most) {
      this.#kept.fill(undefined)
      this.#isSeen.fill(0)
      this.#count = 0
    }
    this.#kept[record] = values
    this.#count++
  }
}
