/** A time without what a program put around it; the zone and the unit that stood beside it. */
export type Unwrapped = { readonly text: string; readonly zone?: string; readonly unit?: 's' | 'ms' | 'us' | 'ns' }

/** The name of a field or a header: `"exp": 1700000000`, `notAfter=Jan  2 03:04:05 2026 GMT`, `Date: Fri, 02 Jan 2026 …`. */
const LABELLED = /^["']?[\p{L}_][\p{L}_.-]{1,40}["']?\s*[:=]\s*(?=.*\d)(.+)$/u
/** Quotes around a value of JSON, SQL or a program, and the comma behind it. */
const QUOTED = /^(["'`“‘])(.+)["'`”’][,;]?$/
/** `new Date(…)` of JavaScript, and what MongoDB writes. */
const CALLED = /^(?:new\s+)?(?:ISODate|Date|ObjectId|NumberLong|Long)\((.+)\);?$/
/** JSON of ASP.NET: milliseconds, and an offset that does not move them. */
const ASP = /^\\?\/Date\((-?\d+)(?:[+-]\d{4})?\)\\?\/$/
/** What Discord shows in the reader's zone. */
const DISCORD = /^<t:(-?\d+)(?::[tTdDfFR])?>$/
/** date(1) of GNU. */
const AT_SIGN = /^@(-?\d+(?:\.\d+)?)$/
/** A count with its unit, or marked as long by a program. */
const COUNTED = /^(-?\d+(?:\.\d+)?)(?:\s*(seconds|secs?|s|ms|us|µs|μs|ns|秒|毫秒|微秒|纳秒)|[ln])[,;]?$/i
const UNITS: Readonly<Record<string, Unwrapped['unit']>> = {
  ms: 'ms',
  us: 'us',
  µs: 'us',
  μs: 'us',
  ns: 'ns',
  毫秒: 'ms',
  微秒: 'us',
  纳秒: 'ns',
}
const NAMED_ZONE = /^(.*\d.*?)\s+\(?([A-Z][A-Za-z_]+(?:\/[A-Z][A-Za-z0-9_+-]+){1,2})\)?$/
const BEIJING = /^(?:北京时间[:\s]*(.+)|(.+?)\s*\(?北京时间\)?)$/

/** Takes off what logs, code and messages put around a time: `"exp": 1700000000,`, `/Date(1700000000000)/`, `北京时间 12:00`. */
export function unwrap(plain: string): Unwrapped {
  const quoted = QUOTED.exec(plain)?.[2] ?? CALLED.exec(plain)?.[1] ?? LABELLED.exec(plain)?.[1]
  if (quoted !== undefined) return unwrap(quoted.trim())
  const milliseconds = ASP.exec(plain)?.[1]
  if (milliseconds !== undefined) return { text: milliseconds, unit: 'ms' }
  const seconds = DISCORD.exec(plain)?.[1] ?? AT_SIGN.exec(plain)?.[1]
  if (seconds !== undefined) return { text: seconds, unit: 's' }
  const [, count, unit] = COUNTED.exec(plain) ?? []
  if (count !== undefined) return unit === undefined ? { text: count } : { text: count, unit: UNITS[unit.toLowerCase()] ?? 's' }
  const [, rest, zone] = NAMED_ZONE.exec(plain) ?? []
  if (rest !== undefined && zone !== undefined) return { text: rest, zone }
  const [, behind, before] = BEIJING.exec(plain) ?? []
  if (behind !== undefined || before !== undefined) return { text: behind ?? before ?? '', zone: 'Asia/Shanghai' }
  return { text: /^[^(]*\d[,;]$/.test(plain) ? plain.slice(0, -1) : plain }
}
