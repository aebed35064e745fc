import type { Lang } from '@octet/core/text.ts'
import { JsonTexts, TEXT, toRadiusKm, toZone } from './json-texts.ts'
import type { ReadOptions, RecordReader } from './record-reader.ts'
import type { SpanV4, SpanV6 } from './spans.ts'
import { copyText, TextPool, toStart } from './text-pool.ts'

/** Bytes that the JSON of one record never exceeds. */
export const MAX_RECORD_BYTES = 16_384

const FIXED = new TextPool(16_384)
const START = FIXED.add('{"ip":"')
const END_IP = FIXED.add('","end_ip":"')
const NETWORK = FIXED.add('","network":"')
const RADIUS = FIXED.add('","accuracy_radius":')

type ZoneText = { text: string; bytes: Uint8Array }

/** Writes records as JSON straight into bytes: what many records share is kept as bytes and only copied. */
export class JsonWriter {
  readonly #reader: RecordReader
  readonly #texts: Partial<Record<Lang, JsonTexts>> = {}
  readonly #zones: (ZoneText | undefined)[] = []
  #target: Buffer = Buffer.alloc(0)
  #view: DataView = new DataView(new ArrayBuffer(0))

  constructor(reader: RecordReader) {
    this.#reader = reader
  }

  /** Writes a record at a position; at least MAX_RECORD_BYTES must be free. Returns the position behind it. */
  write(target: Buffer, at: number, record: number, span: SpanV4 | SpanV6, options: Omit<ReadOptions, 'special'>): number {
    const { lang, nowMs } = options
    const texts = (this.#texts[lang] ??= new JsonTexts(this.#reader, lang))
    const slot = texts.find(record)
    if (slot < 0) return at + target.write(this.#reader.readJson(record, span.spell(), options), at)
    if (this.#target !== target) {
      this.#target = target
      this.#view = new DataView(target.buffer, target.byteOffset, target.length)
    }
    const view = this.#view
    const { names, view: from } = texts
    const place = names[slot + TEXT.place]!
    const word = from.getUint32(toStart(place), true)
    const fixed = FIXED.view
    let to = copyText(fixed, START, view, at)
    to = span.putIp(target, to)
    to = copyText(from, place, view, to)
    to = copyText(from, names[slot + TEXT.network]!, view, to)
    const time = this.#findZone(toZone(word), nowMs)
    target.set(time, to)
    to = copyText(from, names[slot + TEXT.middle]!, view, to + time.length)
    to = span.putStart(target, to)
    to = copyText(fixed, END_IP, view, to)
    to = span.putEnd(target, to)
    to = copyText(fixed, NETWORK, view, to)
    to = span.putNetwork(target, to)
    to = copyText(fixed, RADIUS, view, to)
    const radiusKm = toRadiusKm(word)
    to = putAscii(radiusKm === 0 ? 'null' : String(radiusKm), target, to)
    const end = texts.ends[names[slot + TEXT.end]!]!
    target.set(end, to)
    return to + end.length
  }

  /** The time in a zone; its bytes are made anew each second. */
  #findZone(zone: number, nowMs: number): Uint8Array {
    const text = this.#reader.clock.readJson(zone, nowMs)
    const kept = this.#zones[zone]
    if (kept?.text === text) return kept.bytes
    const bytes = Buffer.from(text)
    this.#zones[zone] = { text, bytes }
    return bytes
  }
}

/** Short texts of ASCII are quicker put letter by letter than through the encoder. */
function putAscii(text: string, target: Buffer, at: number): number {
  for (let i = 0; i < text.length; i++) target[at + i] = text.charCodeAt(i)
  return at + text.length
}
