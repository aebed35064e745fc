import type { CronExpression } from './expression.ts'
import type { CronField } from './field.ts'

/** Monday first, as systemd writes them; the numbers are those of cron. */
const WEEKDAYS = [
  [1, 'Mon'],
  [2, 'Tue'],
  [3, 'Wed'],
  [4, 'Thu'],
  [5, 'Fri'],
  [6, 'Sat'],
  [0, 'Sun'],
] as const

/** Days of a month as systemd writes them, with the days of the week that have to fit as well. */
type Days = { readonly weekdays: string; readonly days: string }

/**
 * The values of `OnCalendar=` that together run when an expression does (systemd.time(7)); undefined where there are none: a
 * working day near a date has no such form, nor has a zone that is a mere offset.
 */
export function toCalendars({ fields, needsBothDays }: CronExpression, zone: string): string[] | undefined {
  const { second, minute, hour, day, month, weekday, year } = fields
  const alternatives = listDays(day, weekday, needsBothDays)
  if (!alternatives || !/^[A-Za-z_]+(?:\/[\w+-]+)*$/.test(zone)) return undefined
  const time = [hour, minute, second].map((field) => writeField(field, 2)).join(':')
  const [years, months] = [writeField(year, 4), writeField(month, 2)]
  return alternatives.map(({ weekdays, days }) => `${weekdays && `${weekdays} `}${years}-${months}${days} ${time} ${zone}`)
}

function listDays(day: CronField, weekday: CronField, needsBoth: boolean): Days[] | undefined {
  const dates = listDates(day)
  const weekdays = listWeekdays(weekday)
  if (!dates || !weekdays) return undefined
  if (day.isAny) return weekdays
  if (weekday.isAny) return dates.map((days) => ({ weekdays: '', days }))
  if (!needsBoth) return [...dates.map((days) => ({ weekdays: '', days })), ...weekdays]
  // The n-th Monday is a range of days already, which another list of days cannot narrow.
  if (weekday.marks.length > 0) return undefined
  return dates.flatMap((days) => weekdays.map((one) => ({ weekdays: one.weekdays, days })))
}

/** `-` and days from the first, or `~` and days from the last. */
function listDates({ isAny, values, marks, beforeLast }: CronField): string[] | undefined {
  if (isAny) return ['-*']
  if (beforeLast) return beforeLast.isWorkday ? undefined : [`~${pad(beforeLast.days + 1, 2)}`]
  if (marks.some((mark) => mark !== 'L')) return undefined
  return [...(values.size > 0 ? [`-${writeValues([...values], 2)}`] : []), ...(marks.length > 0 ? ['~01'] : [])]
}

function listWeekdays({ isAny, values, marks }: CronField): Days[] | undefined {
  if (isAny) return [{ weekdays: '', days: '-*' }]
  const plain = values.size > 0 ? [{ weekdays: writeWeekdays(values), days: '-*' }] : []
  return [
    ...plain,
    ...marks.map((mark) => {
      const [number, nth = ''] = mark.split('#')
      const weekdays = WEEKDAYS.find(([value]) => value === Number.parseInt(number ?? '', 10))?.[1] ?? ''
      if (mark.endsWith('L')) return { weekdays, days: '~07/1' }
      const last = Number(nth) * 7
      return { weekdays, days: `-${pad(last - 6, 2)}..${pad(Math.min(last, 31), 2)}` }
    }),
  ]
}

function writeWeekdays(values: ReadonlySet<number>): string {
  if (values.size === WEEKDAYS.length) return ''
  const places = WEEKDAYS.flatMap(([value], place) => (values.has(value) ? [place] : []))
  const name = (place: number) => WEEKDAYS[place]?.[1] ?? ''
  return toRuns(places)
    .map(([first, last]) => (last - first < 2 ? range(first, last).map(name).join(',') : `${name(first)}..${name(last)}`))
    .join(',')
}

const writeField = ({ isAny, values }: CronField, digits: number): string => (isAny ? '*' : writeValues([...values], digits))

/** Numbers as a range with a step where they are evenly spaced, else as ranges and single ones. */
function writeValues(values: number[], digits: number): string {
  const sorted = values.toSorted((a, b) => a - b)
  const [first = 0, second = 0] = sorted
  const step = second - first
  const isEven = sorted.length > 2 && step > 1 && sorted.every((value, at) => value === first + at * step)
  if (isEven) return `${pad(first, digits)}..${pad(sorted.at(-1) ?? 0, digits)}/${step}`
  return toRuns(sorted)
    .map(([from, to]) =>
      to - from < 2 ? range(from, to).map((one) => pad(one, digits)) : [`${pad(from, digits)}..${pad(to, digits)}`],
    )
    .flat()
    .join(',')
}

/** First and last of each run of numbers that follow each other. */
function toRuns(sorted: readonly number[]): [first: number, last: number][] {
  const runs: [number, number][] = []
  for (const value of sorted) {
    const run = runs.at(-1)
    if (run && run[1] === value - 1) run[1] = value
    else runs.push([value, value])
  }
  return runs
}

const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, at) => first + at)
const pad = (value: number, digits: number): string => String(value).padStart(digits, '0')
