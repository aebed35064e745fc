import type { IpRecord } from '@octet/core/ip/record.ts'

/** What other services say of a time zone beside its name and offset; null for what is not known. */
export type ZoneFacts = {
  /** `PST`; where English has none, `GMT+8`. */
  readonly abbreviation: string | null
  /** `Pacific Standard Time`. */
  readonly name: string | null
  readonly isDaylightSaving: boolean
  /** Minutes by which the clocks are put forward at this moment. */
  readonly savingMinutes: number
  /** Whether they are in any part of the year. */
  readonly hasDaylightSaving: boolean
}

const NONE: ZoneFacts = {
  abbreviation: null,
  name: null,
  isDaylightSaving: false,
  savingMinutes: 0,
  hasDaylightSaving: false,
}
const cache = new Map<string, ZoneFacts>()

/** Names of a zone at the offset that it has at this moment. The clocks are put forward where another part of the year has an earlier offset. */
export function toZoneFacts({ name, offset }: IpRecord['time_zone']): ZoneFacts {
  if (name === null || offset === null) return NONE
  const key = `${name} ${offset}`
  let facts = cache.get(key)
  if (!facts) cache.set(key, (facts = readFacts(name, offset, new Date())))
  return facts
}

function readFacts(zone: string, offset: string, now: Date): ZoneFacts {
  const year = now.getUTCFullYear()
  const offsets = [0, 6].map((month) => toMinutes(readName(zone, 'longOffset', new Date(Date.UTC(year, month, 1))).slice(3)))
  const savingMinutes = Math.max(0, toMinutes(offset) - Math.min(...offsets))
  return {
    abbreviation: readName(zone, 'short', now),
    name: readName(zone, 'long', now),
    isDaylightSaving: savingMinutes > 0,
    savingMinutes,
    hasDaylightSaving: offsets[0] !== offsets[1],
  }
}

function readName(timeZone: string, timeZoneName: 'short' | 'long' | 'longOffset', at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** Minutes of `+05:30`; an empty text is that of Greenwich. */
export function toMinutes(offset: string): number {
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
