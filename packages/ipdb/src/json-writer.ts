import type { AsnPart, CountryPart, FlagPart } from './parts.ts'
import type { Provenance } from './provenance.ts'
import type { ReadOptions, RecordReader, Span } from './record-reader.ts'
import type { Resolved } from './resolver.ts'
import { SpanV4 } from './spans.ts'

/** Bytes that the JSON of one record never exceeds. */
export const MAX_RECORD_BYTES = 16_384

/** Pieces of each kind that fill a shelf. */
const MAX_KEPT = 16_384
const SLAB_BYTES = 65_536

/** Writes records as JSON straight into bytes: what many records share is kept as bytes and only copied. */
export class JsonWriter {
  readonly #reader: RecordReader
  readonly #places = new Shelf<number>()
  readonly #asns = new Shelf<AsnPart>()
  readonly #zones = new Shelf<string>()
  readonly #currencies = new Shelf<CountryPart>()
  readonly #flags = new Shelf<FlagPart>()
  readonly #ends = new Shelf<Provenance>()

  constructor(reader: RecordReader) {
    this.#reader = reader
  }

  /** Writes a record at a position; at least MAX_RECORD_BYTES must be free. Returns the position behind it. */
  write(target: Buffer, at: number, record: number, span: Span | SpanV4, options: ReadOptions): number {
    const reader = this.#reader
    const { it, country, asn, flag, from } = reader.resolve(record, options)
    let to = putAscii('{"ip":"', target, at)
    to = putAscii(span.ip, target, to)
    const place = 2 * it.place + (options.lang === 'zh' ? 1 : 0)
    to = put(this.#places.find(place) ?? this.#places.add(place, this.#toPlace(country, it)), target, to)
    to = put(this.#asns.find(asn) ?? this.#asns.add(asn, `${JSON.stringify(asn.value)},"time_zone":`), target, to)
    const time = reader.clock.readJson(it.zone, options.nowMs)
    to = put(this.#zones.find(time) ?? this.#zones.add(time, time), target, to)
    to = put(this.#currencies.find(country) ?? this.#currencies.add(country, `,"currency":${country.currencyJson},`), target, to)
    to = put(this.#flags.find(flag) ?? this.#flags.add(flag, `${flag.json},"start_ip":"`), target, to)
    const isV4 = span instanceof SpanV4
    to = isV4 ? span.putStart(target, to) : putAscii(span.start, target, to)
    to = putAscii('","end_ip":"', target, to)
    to = isV4 ? span.putEnd(target, to) : putAscii(span.end, target, to)
    to = putAscii('","network":"', target, to)
    to = isV4 ? span.putNetwork(target, to) : putAscii(span.network, target, to)
    to = putAscii('","accuracy_radius":', target, to)
    to = putAscii(it.radiusKm === 0 ? 'null' : String(it.radiusKm), target, to)
    if (it.special !== 0) return to + target.write(`,"special":${reader.specialJson[it.special]!}${from.json}${reader.end}`, to)
    return put(this.#ends.find(from) ?? this.#ends.add(from, `,"special":null${from.json}${reader.end}`), target, to)
  }

  /** From behind the address to the beginning of the network. */
  #toPlace(country: CountryPart, it: Resolved): string {
    const reader = this.#reader
    return `",${country.head},${reader.placeJson(it)},${country.tail}${reader.heightJson(it)},"ASN":`
  }
}

/** Texts as bytes by what they were made from. A full shelf becomes the old one, from which only what is asked for again is kept. */
class Shelf<Key> {
  #young = new Map<Key, Uint8Array>()
  #old = new Map<Key, Uint8Array>()
  /** Memory of its own, filled from the start: a piece of the pool that all buffers share would hold 8 kB of others' bytes. */
  #slab = Buffer.alloc(0)
  #used = 0

  find(key: Key): Uint8Array | undefined {
    return this.#young.get(key) ?? this.#findOld(key)
  }

  add(key: Key, text: string): Uint8Array {
    const bytes = this.#take(Buffer.byteLength(text))
    bytes.write(text)
    return this.#keep(key, bytes)
  }

  #findOld(key: Key): Uint8Array | undefined {
    const bytes = this.#old.get(key)
    if (!bytes) return undefined
    const copy = this.#take(bytes.length)
    copy.set(bytes)
    return this.#keep(key, copy)
  }

  #take(sizeBytes: number): Buffer {
    if (this.#used + sizeBytes > this.#slab.length) {
      this.#slab = Buffer.allocUnsafeSlow(Math.max(SLAB_BYTES, sizeBytes))
      this.#used = 0
    }
    this.#used += sizeBytes
    return this.#slab.subarray(this.#used - sizeBytes, this.#used)
  }

  #keep(key: Key, bytes: Uint8Array): Uint8Array {
    if (this.#young.size >= MAX_KEPT) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, bytes)
    return bytes
  }
}

function put(bytes: Uint8Array, target: Buffer, at: number): number {
  target.set(bytes, at)
  return at + bytes.length
}

/** Short texts of ASCII are quicker put letter by letter than through the encoder. */
function putAscii(text: string, target: Buffer, at: number): number {
  for (let i = 0; i < text.length; i++) target[at + i] = text.charCodeAt(i)
  return at + text.length
}
