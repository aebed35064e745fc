import type { CountryPart } from './parts.ts'
import type { Provenance } from './provenance.ts'
import type { ReadOptions, RecordReader, Span } from './record-reader.ts'

/** Bytes that the JSON of one record never exceeds. */
export const MAX_RECORD_BYTES = 16_384

type CountryBytes = { readonly before: Uint8Array; readonly after: Uint8Array; readonly currency: Uint8Array }

/** Writes records as JSON straight into bytes: what many records share is kept as bytes and only copied. */
export class JsonWriter {
  readonly #reader: RecordReader
  readonly #countries = new Map<CountryPart, CountryBytes>()
  readonly #ends = new Map<Provenance, Uint8Array>()

  constructor(reader: RecordReader) {
    this.#reader = reader
  }

  /** Writes a record at a position; at least MAX_RECORD_BYTES must be free. Returns the position behind it. */
  write(target: Buffer, at: number, record: number, span: Span, options: ReadOptions): number {
    const reader = this.#reader
    const { it, country, asn, flag, from } = reader.resolve(record, options)
    const bytes = this.#countryBytes(country)
    let to = at + target.write(`{"ip":"${span.ip}",`, at)
    to = put(bytes.before, target, to)
    to += target.write(reader.placeJson(it), to)
    to = put(bytes.after, target, to)
    to += target.write(`${it.station === 0 && it.height === 0 ? NO_HEIGHT : reader.heightJson(it)},"ASN":`, to)
    to += target.write((asn.json ??= JSON.stringify(asn.value)), to)
    to += target.write(`,"time_zone":${reader.clock.readJson(it.zone, options.nowMs)}`, to)
    to = put(bytes.currency, target, to)
    to += target.write(
      `${flag.json},"start_ip":"${span.start}","end_ip":"${span.end}","network":"${span.network}"` +
        `,"accuracy_radius":${it.radiusKm === 0 ? null : it.radiusKm}`,
      to,
    )
    if (it.special !== 0) return to + target.write(`,"special":${reader.specialJson[it.special]!}${from.json}${reader.end}`, to)
    return put(this.#endBytes(from), target, to)
  }

  #countryBytes(country: CountryPart): CountryBytes {
    let bytes = this.#countries.get(country)
    if (bytes === undefined) {
      bytes = {
        before: Buffer.from(`${country.head},`),
        after: Buffer.from(`,${country.tail}`),
        currency: Buffer.from(`,"currency":${country.currencyJson},`),
      }
      this.#countries.set(country, bytes)
    }
    return bytes
  }

  /** From `special`, which is null, to the end. */
  #endBytes(from: Provenance): Uint8Array {
    let bytes = this.#ends.get(from)
    if (bytes === undefined) this.#ends.set(from, (bytes = Buffer.from(`,"special":null${from.json}${this.#reader.end}`)))
    return bytes
  }
}

const NO_HEIGHT = ',"weather_station_code":null,"weather_station_name":null,"elevation":null'

function put(bytes: Uint8Array, target: Buffer, at: number): number {
  target.set(bytes, at)
  return at + bytes.length
}
