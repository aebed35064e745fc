import type { IpRecord } from '@octet/core/ip/record.ts'

export type ZoneTime = IpRecord['time_zone']

const NONE: ZoneTime = Object.freeze({ name: null, offset: null, current_time: null })
const NONE_JSON = JSON.stringify(NONE)
/** Offsets change only at whole quarters of an hour in every zone of the present. */
const QUARTER_MS = 15 * 60_000

type Entry = { second: number; time: ZoneTime; json: string; quarter: number; offsetMs: number; offset: string }

/** The present time in each zone; the text of one second is made once per zone. Zone 0 stands for none. */
export class ZoneClock {
  readonly #zones: readonly string[]
  readonly #entries: (Entry | undefined)[] = []

  constructor(zones: readonly string[]) {
    this.#zones = zones
  }

  /** Name, offset and time (RFC 3339, to the second) of a zone. */
  read(zone: number, nowMs: number): ZoneTime {
    if (zone === 0) return NONE
    const second = Math.floor(nowMs / 1000)
    const entry = this.#entries[zone]
    if (entry !== undefined && entry.second === second) return entry.time
    return this.#advance(zone, second).time
  }

  /** The same as JSON. */
  readJson(zone: number, nowMs: number): string {
    if (zone === 0) return NONE_JSON
    const second = Math.floor(nowMs / 1000)
    const entry = this.#entries[zone]
    return entry !== undefined && entry.second === second ? entry.json : this.#advance(zone, second).json
  }

  #advance(zone: number, second: number): Entry {
    const name = this.#zones[zone]!
    const quarter = Math.floor((second * 1000) / QUARTER_MS)
    let entry = this.#entries[zone]
    if (entry?.quarter !== quarter) {
      const offset = readOffset(name, second * 1000)
      entry = this.#entries[zone] = { second: -1, time: NONE, json: NONE_JSON, quarter, offset, offsetMs: toMilliseconds(offset) }
    }
    entry.second = second
    entry.time = Object.freeze({
      name,
      offset: entry.offset,
      current_time: new Date(second * 1000 + entry.offsetMs).toISOString().slice(0, 19) + entry.offset,
    })
    entry.json = JSON.stringify(entry.time)
    return entry
  }
}

/** UTC offset of a zone at a moment, `+08:00`. */
function readOffset(zone: string, atMs: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(atMs)
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  return text === 'GMT' ? '+00:00' : text.slice(3)
}

function toMilliseconds(offset: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
}
