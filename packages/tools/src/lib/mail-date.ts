const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const ZONES: Readonly<Record<string, number>> = { EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7 }

/** The number of a month by the first three letters of its English name: `Nov` → 11. */
export function findMonth(name: string): number | undefined {
  const at = MONTHS.indexOf(name.slice(0, 3).toLowerCase())
  return at < 0 ? undefined : at + 1
}

/** Years of two and three digits are counted from 1900, those below 50 from 2000 (RFC 5322 §4.3). */
export function toFullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length > 3) return year
  return digits.length < 3 && year < 50 ? 2000 + year : 1900 + year
}

/** Hours from UTC of the names of zones that mean something in the date of a mail (RFC 5322 §4.3); others count as UTC. */
export const findZoneHours = (name: string): number | undefined => ZONES[name.toUpperCase()]
