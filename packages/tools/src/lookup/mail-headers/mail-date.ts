const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DATE = /(\d{1,2})\s+([A-Za-z]{3})[a-z]*\s+(\d{2,4})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([+-]\d{4}|[A-Za-z]{1,5})?/
/** Names of zones, in hours from UTC (RFC 5322 §4.3); others count as UTC, as it says. */
const ZONES: Readonly<Record<string, number>> = { est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 }

/** A date of RFC 5322 §3.3, older forms of §4.3 included, in Unix milliseconds; undefined for anything else. */
export function findMailDate(text: string): number | undefined {
  const [, day = '', name = '', year = '', hour = '', minute = '', second = '0', zone = ''] = DATE.exec(text) ?? []
  const month = MONTHS.indexOf(name.toLowerCase())
  if (month < 0) return undefined
  const time = Date.UTC(toYear(year), month, Number(day), Number(hour), Number(minute), Math.min(59, Number(second)))
  const isReal = new Date(time).getUTCDate() === Number(day) && Number(hour) < 24 && Number(minute) < 60
  return isReal ? time - toOffsetMinutes(zone) * 60_000 : undefined
}

/** Years of two and three digits are counted from 1900, those below 50 from 2000 (RFC 5322 §4.3). */
function toYear(digits: string): number {
  const year = Number(digits)
  if (digits.length === 4) return year
  return digits.length === 2 && year < 50 ? 2000 + year : 1900 + year
}

function toOffsetMinutes(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)$/.exec(zone) ?? []
  if (sign === undefined) return (ZONES[zone.toLowerCase()] ?? 0) * 60
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
