import type { Lang } from '@octet/core/text.ts'
import { toLocale } from '../../day-words.ts'

const STEPS = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const satisfies readonly (readonly [Intl.RelativeTimeFormatUnit, number])[]

/** How long ago something was: “3 days ago”, “now” within a minute. */
export function toAgo(ms: number, lang: Lang): string {
  const [unit, unitMs] = STEPS.find(([, size]) => ms >= size) ?? ['second', Infinity]
  return new Intl.RelativeTimeFormat(toLocale(lang), { numeric: 'auto' }).format(-Math.floor(ms / unitMs), unit)
}
