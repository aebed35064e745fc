const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** How far a time is from now, in the largest unit of which there is at least one, in hours up to two days: «in 3 hours». */
export function toDistance(date: Date, now: Date, lang: 'en' | 'zh'): string {
  const distanceMs = date.getTime() - now.getTime()
  const [unit, unitMs] = UNITS.find(([name, ms]) => Math.abs(distanceMs) >= (name === 'day' ? 2 * ms : ms)) ?? UNITS[3]
  const format = new Intl.RelativeTimeFormat(lang === 'zh' ? 'zh-CN' : 'en', { numeric: 'always' })
  return format.format(Math.trunc(distanceMs / unitMs), unit)
}
