import type { Lang } from '@octet/core/text.ts'
import type { RecordReader } from './record-reader.ts'
import { RECORD, RECORD_WORDS } from './record-table.ts'
import { TextPool, toStart } from './text-pool.ts'

/** Room for the texts of every place and network of full data; memory is used as they are asked for. */
const ROOM_BYTES = 64 << 20

/**
 * What the rows of a CSV answer are made of, prepared per record when first asked for: the columns of its country, of
 * its place, and of its network with all flags. A record leads to the last two in one memory access; the name of the
 * country's text stands before the place's.
 */
export class RowTexts {
  readonly view: DataView
  readonly #pool: TextPool
  readonly #reader: RecordReader
  readonly #lang: Lang
  /** Names of the texts of each record, two side by side; 0 is not made. */
  readonly #names: Uint32Array
  readonly #countries = new Map<number, number>()
  readonly #places: Uint32Array
  readonly #networks = new Map<number, number>()

  /** With less room texts are made anew more often. */
  constructor(reader: RecordReader, lang: Lang, roomBytes = ROOM_BYTES) {
    this.#pool = new TextPool(roomBytes)
    this.view = this.#pool.view
    this.#reader = reader
    this.#lang = lang
    this.#names = new Uint32Array(2 * reader.resolver.recordCount)
    this.#places = new Uint32Array(reader.resolver.placeCount)
  }

  /**
   * Names of the texts of the first `count` records; they are good until the next call. Each loop waits for one kind of
   * memory, so that the waits overlap.
   */
  find(records: Uint32Array, count: number, names: { places: Uint32Array; countries: Uint32Array; networks: Uint32Array }): void {
    const { places, countries, networks } = names
    if (!this.#pool.hasRoom(3 * count)) this.#forget()
    const table = this.#names
    const { view } = this
    for (let at = 0; at < count; at++) {
      const slot = 2 * records[at]!
      if (table[slot] === 0) this.#make(records[at]!)
      places[at] = table[slot]!
      networks[at] = table[slot + 1]!
    }
    for (let at = 0; at < count; at++) countries[at] = view.getUint32(toStart(places[at]!), true)
  }

  #forget(): void {
    this.#names.fill(0)
    this.#places.fill(0)
    this.#countries.clear()
    this.#networks.clear()
    this.#pool.clear()
  }

  #make(record: number): void {
    const { records } = this.#reader.resolver
    const place = records[RECORD_WORDS * record + RECORD.place]!
    if (this.#places[place] === 0) this.#places[place] = this.#makePlace(place)
    this.#names[2 * record] = this.#places[place]!
    const asn = records[RECORD_WORDS * record + RECORD.asn]!
    const isp = records[RECORD_WORDS * record + RECORD.flagsAndIsp]! >>> 16
    const flags = this.#reader.flagKey(record)
    const key = (asn * 0x1_0000 + isp) * 0x1000 + flags
    let network = this.#networks.get(key)
    if (network === undefined) {
      network = this.#pool.add(`${this.#reader.asnCsv(asn, isp, this.#lang)}${this.#reader.flagCsv(flags)},\n`)
      this.#networks.set(key, network)
    }
    this.#names[2 * record + 1] = network
  }

  #makePlace(place: number): number {
    const country = this.#reader.resolver.countryOfPlace(place)
    let name = this.#countries.get(country)
    if (name === undefined) {
      name = this.#pool.add(this.#reader.countryCsv(country, this.#lang))
      this.#countries.set(country, name)
    }
    return this.#pool.add(this.#reader.placeCsv(place, this.#lang), name)
  }
}
