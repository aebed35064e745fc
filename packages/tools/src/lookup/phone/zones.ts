import { findAbroad } from './abroad.ts'

/** Zones that a number may be in beyond which it says nothing of a place, as a toll-free one of North America. */
const MAX_ZONES = 4

/** Zones that have another name by now. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

export type ZoneTime = { readonly timeZone: string | null; readonly localTime: string | null }

/** The time zones of a number by its first digits, as libphonenumber has them, and the time there; nothing where they are too many. */
export async function findZoneTime(number: { readonly code: string; readonly national: string }, now: Date): Promise<ZoneTime> {
  const found = number.code === '86' ? 'Asia/Shanghai' : await findAbroad('zones', 'en', number)
  const zones = found?.split('&') ?? []
  if (zones.length === 0 || zones.length > MAX_ZONES) return { timeZone: null, localTime: null }
  const times = new Set(zones.map((zone) => toLocalTime(now, zone)))
  return { timeZone: zones.map((zone) => RENAMED[zone] ?? zone).join(', '), localTime: [...times].join(' / ') }
}

/** `2026-01-31 07:32 (+08:00)`. */
function toLocalTime(now: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(now)
  const offset = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now)
  const name = offset.find(({ type }) => type === 'timeZoneName')?.value.slice(3)
  return `${parts} (${name || '+00:00'})`
}
