const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Zones that registries write by name; a time in any other cannot be placed, its date stands alone. */
const ZONES: Readonly<Record<string, string>> = { Z: 'Z', UTC: 'Z', GMT: 'Z', JST: '+09:00', KST: '+09:00', HKT: '+08:00' }

const TIME = String.raw`(?:[T ]+(\d\d:\d\d:\d\d)(?:\.\d+)?\s*(\([^)]*\)|(?:UTC|GMT)?[+-]\d\d?(?::?\d\d)?|[A-Z]+\b)?)?`
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})(?:[-/.]|\. )(\d\d?)(?:[-/.]|\. )(\d\d?)(?!\d)${TIME}`)
// with dots and hyphens the day stands first everywhere; with strokes it depends on the country, and is read where it is above 12
const DAY_FIRST = new RegExp(String.raw`^(?=\d+[.-]|1[3-9]/|2\d/|3[01]/)(\d{1,2})[./-](\d{1,2})[./-](\d{4})${TIME}`)
const NAMED = new RegExp(
  String.raw`^(?:[a-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th)?[- .]([A-Z][a-z]{2})[a-z]*[- .](\d{4})${TIME}`,
  'i',
)
const NAMED_YEAR_FIRST = /^(\d{4})-([A-Z][a-z]{2})-(\d\d)\b/i
const C_TIME = /^(?:[A-Z][a-z]{2,8},? )?([A-Z][a-z]{2})[a-z]*[ -] *(\d{1,2})(?:,? |-)(?:(\d\d:\d\d:\d\d) (?:([A-Z]+) )?)?(\d{4})$/
const CHINESE = /^(\d{4})年(\d{1,2})月(\d{1,2})日/
const COMPACT = /^(\d{4})(\d\d)(\d\d)(?:\d{6})?\b/

/**
 * A date as registries write it → ISO 8601 with the precision it had, in UTC where it names its zone and as written where
 * it names none; null when it cannot be read for certain.
 */
export function toDate(text: string | null): string | null {
  const value = text?.trim() ?? ''
  for (const pattern of [YEAR_FIRST, CHINESE, COMPACT]) {
    const [, year, month, day, time, zone] = pattern.exec(value) ?? []
    if (year) return toIso(year, month!, day!, time, zone)
  }
  const [, day, month, year, time, zone] = DAY_FIRST.exec(value) ?? NAMED.exec(value) ?? []
  if (year) return toIso(year, month!, day!, time, zone)
  const [, year2, month2, day2] = NAMED_YEAR_FIRST.exec(value) ?? []
  if (year2) return toIso(year2, month2!, day2!)
  const [, month3, day3, time3, zone3, year3] = C_TIME.exec(value) ?? []
  return year3 ? toIso(year3, month3!, day3!, time3, zone3) : null
}

function toIso(year: string, month: string, day: string, time?: string, zone?: string): string | null {
  const number = /^\d/.test(month) ? month : String(MONTHS.indexOf(month.toLowerCase()) + 1)
  const date = `${year}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`
  const midnight = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(date)) return null // 31 February
  const offset = toOffset(zone)
  if (!time || (zone && !offset)) return date
  if (!offset) return Number.isNaN(Date.parse(`${date}T${time}Z`)) ? date : `${date}T${time}`
  const moment = new Date(`${date}T${time}${offset}`)
  return Number.isNaN(moment.getTime()) ? date : moment.toISOString().replace('.000Z', 'Z')
}

/** `+0200`, `+02`, `(JST)`, `UTC`, `(UTC+8)`. */
function toOffset(zone: string | undefined): string | undefined {
  if (!zone) return undefined
  const bare = zone.replaceAll(/[()\s]/g, '').toUpperCase()
  const [, sign, hours, minutes = '00'] = /^(?:UTC|GMT)?([+-])(\d\d?):?(\d\d)?$/.exec(bare) ?? []
  return sign ? `${sign}${hours!.padStart(2, '0')}:${minutes}` : ZONES[bare]
}

/** Whether a date has a time of no named zone: some registries mean UTC, some their own. */
export const isZoneless = (date: string | null): boolean => date !== null && /T[\d:]+$/.test(date)

/** The moment of a date, near enough to count days. */
export const toMs = (date: string): number => Date.parse(isZoneless(date) ? `${date}Z` : date)
