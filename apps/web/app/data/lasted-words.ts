import { fillText, type Lang } from '@octet/core/text.ts'
import { availabilityText } from '../text/availability.ts'

const UNITS = [
  [86_400, availabilityText.daysLong],
  [3_600, availabilityText.hoursLong],
  [60, availabilityText.minutes],
  [1, availabilityText.seconds],
] as const

/** How long something lasted, in its two largest units: “6 h 2 min”, “15 s”. */
export function toLastedWords(seconds: number, lang: Lang): string {
  const first = UNITS.findIndex(([size]) => seconds >= size)
  if (first < 0) return fillText(availabilityText.seconds[lang], { count: seconds })
  let left = seconds
  return UNITS.slice(first, first + 2)
    .flatMap(([size, words]) => {
      const count = Math.floor(left / size)
      left -= count * size
      return count > 0 ? [fillText(words[lang], { count })] : []
    })
    .join(' ')
}
