import { findFieldNames, splitExpression, type CronDialect, type CronFieldName } from '@octet/tools/convert/cron/dialect.ts'

/** A field of an expression: its range, and names that stand for numbers. */
export type FieldSpec = {
  readonly name: FieldName
  readonly min: number
  readonly max: number
  readonly names?: readonly string[]
}
export type FieldName = CronFieldName

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const

const SPECS: Readonly<Record<FieldName, FieldSpec>> = {
  second: { name: 'second', min: 0, max: 59 },
  minute: { name: 'minute', min: 0, max: 59 },
  hour: { name: 'hour', min: 0, max: 23 },
  day: { name: 'day', min: 1, max: 31 },
  month: { name: 'month', min: 1, max: 12, names: MONTHS },
  weekday: { name: 'weekday', min: 0, max: 6, names: WEEKDAYS },
  year: { name: 'year', min: 1970, max: 2199 },
}
/** Quartz and AWS count from Sunday as 1. */
const WEEKDAY_FROM_1: FieldSpec = { ...SPECS.weekday, min: 1, max: 7 }

export type CronField = { readonly spec: FieldSpec; readonly text: string }

/** The fields of an expression as its dialect has them; undefined where their number is none of its forms. Nicknames are written out. */
export function splitCron(expression: string, wanted?: CronDialect): CronField[] | undefined {
  const { parts, dialect } = splitExpression(expression, wanted)
  return findFieldNames(parts.length, dialect)?.map((name, index) => ({
    spec: name === 'weekday' && dialect !== 'unix' ? WEEKDAY_FROM_1 : SPECS[name],
    text: parts[index] ?? '*',
  }))
}

/** The expression with one field changed. */
export const replaceField = (fields: readonly CronField[], at: number, text: string): string =>
  fields.map((field, index) => (index === at ? text.replaceAll(/\s+/g, '') || '*' : field.text)).join(' ')

/** The numbers a field stands for; undefined where it cannot be written as such, as with L, W, # or a fault. */
export function expandField(text: string, spec: FieldSpec): ReadonlySet<number> | undefined {
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const range = readRange(part, spec)
    if (!range) return undefined
    // Sunday has two numbers (POSIX crontab: 0–6; everywhere else 7 too).
    for (let value = range.from; value <= range.to; value += range.step) values.add(spec === SPECS.weekday ? value % 7 : value)
  }
  return values
}

function readRange(part: string, spec: FieldSpec): { from: number; to: number; step: number } | undefined {
  const [, whole = '', , stepText] = /^(\*|\?|[A-Za-z\d]+(-[A-Za-z\d]+)?)(?:\/(\d+))?$/.exec(part) ?? []
  if (whole === '') return undefined
  const step = stepText === undefined ? 1 : Number(stepText)
  const max = spec === SPECS.weekday ? 7 : spec.max
  if (whole === '*' || whole === '?') return step > 0 ? { from: spec.min, to: spec.max, step } : undefined
  const [first = '', last] = whole.split('-')
  const from = readValue(first, spec)
  const to = last !== undefined ? readValue(last, spec) : stepText === undefined ? from : spec.max
  const isRight = step > 0 && from >= spec.min && to <= max && from <= to
  return isRight ? { from, to, step } : undefined
}

function readValue(word: string, { names, min }: FieldSpec): number {
  const named = names?.indexOf(word.toUpperCase()) ?? -1
  return named >= 0 ? named + min : /^\d+$/.test(word) ? Number(word) : Number.NaN
}

/** The shortest way to write some numbers: all, every n, ranges, a list. Nothing chosen means all. */
export function writeField(values: ReadonlySet<number>, { min, max }: FieldSpec): string {
  const sorted = [...values].sort((a, b) => a - b)
  if (sorted.length === 0 || sorted.length === max - min + 1) return '*'
  const step = findStep(sorted, min, max)
  if (step) return `*/${step}`
  return toRuns(sorted)
    .map(([from, to]) => (from === to ? String(from) : to === from + 1 ? `${from},${to}` : `${from}-${to}`))
    .join(',')
}

/** The step of numbers that begin at the least one and go on to the end of the range. */
function findStep(sorted: readonly number[], min: number, max: number): number | undefined {
  const [first = -1, second = -1] = sorted
  const step = second - first
  if (sorted.length < 3 || first !== min || step < 2) return undefined
  const isEven = sorted.every((value, index) => value === min + index * step)
  return isEven && (sorted.at(-1) ?? 0) + step > max ? step : undefined
}

function toRuns(sorted: readonly number[]): [from: number, to: number][] {
  const runs: [number, number][] = []
  for (const value of sorted) {
    const run = runs.at(-1)
    if (run && value === run[1] + 1) run[1] = value
    else runs.push([value, value])
  }
  return runs
}
