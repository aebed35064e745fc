import type { Lang } from '@octet/core/text.ts'
import type { Provenance } from './provenance.ts'
import type { RecordReader } from './record-reader.ts'
import { MAX_TEXT_BYTES, TextPool } from './text-pool.ts'

/** Room for what many records share, some 90,000 places; whoever asks for more sees them made anew. */
const ROOM_BYTES = 32 << 20
const NAMES = 4
/** Stands for a record that is put together otherwise: of a special block, or with a text that is too long. */
const NONE = 1

/** Where the names of a record's texts stand behind its slot, and the number of its end. */
export const TEXT = { place: 0, network: 1, middle: 2, end: 3 } as const

/** What stands before the text of a place: its time zone, and the radius in which it is right, in km. */
export const toZone = (word: number): number => word & 0xffff
export const toRadiusKm = (word: number): number => word >>> 16

/**
 * The pieces of a record's JSON that it shares with others, prepared when first asked for: a record leads to all of
 * them in one memory access.
 */
export class JsonTexts {
  readonly view: DataView
  /** NAMES texts of each record; 0 is not made. */
  readonly names: Uint32Array
  readonly #reader: RecordReader
  readonly #lang: Lang
  readonly #pool: TextPool
  readonly #places: Uint32Array
  readonly #networks = new Map<number, number>()
  readonly #middles = new Map<number, number>()
  /** Ends of records by the number that stands for them among the names: copied as a whole, as they are long. */
  readonly ends: Uint8Array[] = []
  readonly #endNumbers = new Map<Provenance, number>()

  constructor(reader: RecordReader, lang: Lang, roomBytes = ROOM_BYTES) {
    this.#reader = reader
    this.#lang = lang
    this.#pool = new TextPool(roomBytes)
    this.view = this.#pool.view
    this.names = new Uint32Array(NAMES * reader.resolver.recordCount)
    this.#places = new Uint32Array(reader.resolver.placeCount)
  }

  /** The slot of a record's names, good until the next call; -1 when it has none. */
  find(record: number): number {
    const slot = NAMES * record
    const first = this.names[slot]!
    if (first > NONE) return slot
    return first === NONE || !this.#make(record, slot) ? -1 : slot
  }

  #make(record: number, slot: number): boolean {
    if (!this.#pool.hasRoom(NAMES)) this.#forget()
    const { names } = this
    const reader = this.#reader
    const parts = reader.resolve(record, { lang: this.#lang })
    const { it, country, asn, flag, from } = parts
    const place = `",${country.head},${reader.placeJson(parts)},${country.tail}${reader.heightJson(it)},"ASN":`
    const network = `${JSON.stringify(asn.value)},"time_zone":`
    if (it.special !== 0 || [place, network].some((text) => Buffer.byteLength(text) > MAX_TEXT_BYTES)) {
      names[slot] = NONE
      return false
    }
    if (this.#places[it.place] === 0) this.#places[it.place] = this.#pool.add(place, it.zone | (it.radiusKm << 16))
    names[slot + TEXT.network] = this.#keep(this.#networks, it.asn * 0x1_0000 + it.isp, network)
    const middle = `,"currency":${country.currencyJson},${flag.json},"start_ip":"`
    names[slot + TEXT.middle] = this.#keep(this.#middles, it.country * 0x1000 + reader.flagKey(record), middle)
    let end = this.#endNumbers.get(from)
    if (end === undefined)
      this.#endNumbers.set(from, (end = this.ends.push(Buffer.from(`,"special":null${from.json}${reader.end}`)) - 1))
    names[slot + TEXT.end] = end
    names[slot] = this.#places[it.place]!
    return true
  }

  #keep(kept: Map<number, number>, key: number, text: string): number {
    let name = kept.get(key)
    if (name === undefined) kept.set(key, (name = this.#pool.add(text)))
    return name
  }

  #forget(): void {
    this.names.fill(0)
    this.#places.fill(0)
    for (const kept of [this.#networks, this.#middles]) kept.clear()
    this.#pool.clear()
  }
}
