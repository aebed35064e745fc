/** A number of IEEE 754 as diagnostic notation writes it: `1.0`, `1.0e+300`, `NaN` (RFC 8949 §8). */
export function toFloatText(number: number): string {
  if (Object.is(number, -0)) return '-0.0'
  const text = String(number)
  if (!Number.isFinite(number) || text.includes('.')) return text
  return text.includes('e') ? text.replace('e', '.0e') : `${text}.0`
}

/** The same as JSON, which knows no NaN and nothing infinite: `null` for those (RFC 8949 §6.1). */
export function toFloatJson(number: number): string {
  if (!Number.isFinite(number)) return 'null'
  return Object.is(number, -0) ? '-0' : String(number)
}

/** Seconds since 1970 as RFC 3339; undefined outside of the years 0 to 9999. */
export function toInstantText(seconds: number): string | undefined {
  const moment = new Date(seconds * 1000)
  if (Number.isNaN(moment.getTime())) return undefined
  const text = moment.toISOString()
  return /^[+-]/.test(text) ? undefined : text.replace(/\.?0*Z$/, 'Z')
}
