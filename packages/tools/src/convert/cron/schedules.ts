import type { CronExpression } from './expression.ts'
import type { CronField } from './field.ts'

const MONTHS_OF_31: readonly number[] = [1, 3, 5, 7, 8, 10, 12]
const MONTHS_OF_30: readonly number[] = [4, 6, 9, 11]
const YEARS = Array.from({ length: 230 }, (_, index) => 1970 + index)
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** Months that end on the same day. */
const LENGTHS: readonly { readonly months: readonly number[]; readonly years: readonly number[]; readonly days: number }[] = [
  { months: MONTHS_OF_31, years: YEARS, days: 31 },
  { months: MONTHS_OF_30, years: YEARS, days: 30 },
  { months: [2], years: YEARS.filter((year) => !isLeap(year)), days: 28 },
  { months: [2], years: YEARS.filter(isLeap), days: 29 },
]

/**
 * An expression as patterns of seven plain fields, whose runs together are its runs. One is enough but for `L-3`, which is
 * another day in months of another length.
 */
export function toSchedules({ fields }: CronExpression): string[] {
  const { second, minute, hour, day, month, weekday, year } = fields
  const write = (parts: Readonly<Record<'day' | 'month' | 'year', string>>) =>
    [writeField(second), writeField(minute), writeField(hour), parts.day, parts.month, writeField(weekday), parts.year].join(' ')
  if (!day.beforeLast) return [write({ day: writeField(day), month: writeField(month), year: writeField(year) })]
  const { days, isWorkday } = day.beforeLast
  return LENGTHS.flatMap((length) => {
    const date = length.days - days
    const months = length.months.filter((value) => month.isAny || month.values.has(value))
    const years = length.years.filter((value) => year.isAny || year.values.has(value))
    if (date < 1 || months.length === 0 || years.length === 0) return []
    return [write({ day: `${date}${isWorkday ? 'W' : ''}`, month: months.join(','), year: years.join(',') })]
  })
}

const writeField = ({ isAny, values, marks }: CronField): string =>
  isAny ? '*' : [...[...values].sort((a, b) => a - b), ...marks].join(',')
