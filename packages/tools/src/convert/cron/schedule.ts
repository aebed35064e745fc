import type { Text } from '@octet/core/text.ts'
import { CronFault } from './fault.ts'

export type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year'
type Time = { readonly hour: number; readonly minute: number }
type Step = { readonly count: number; readonly unit: Unit }

const SIZES: Readonly<Partial<Record<Unit, number>>> = { second: 60, minute: 60, hour: 24, day: 31, month: 12 }
const UNIT_WORDS: Readonly<Record<Unit, Text>> = {
  second: { en: 'seconds', zh: '秒' },
  minute: { en: 'minutes', zh: '分钟' },
  hour: { en: 'hours', zh: '小时' },
  day: { en: 'days', zh: '天' },
  week: { en: 'weeks', zh: '周' },
  month: { en: 'months', zh: '个月' },
  quarter: { en: 'quarters', zh: '个季度' },
  year: { en: 'years', zh: '年' },
}
/** A field begins anew with what holds it. */
const HOLDERS: Readonly<Partial<Record<Unit, Text>>> = {
  second: { en: 'minute', zh: '每分钟' },
  minute: { en: 'hour', zh: '每小时' },
  hour: { en: 'day', zh: '每天' },
  day: { en: 'month', zh: '每月' },
  month: { en: 'year', zh: '每年' },
}

/** What words ask for, put together piece by piece, and the expression that says the same. */
export class Schedule {
  /** The part of the day that was named last: it goes on for the hours behind it. */
  period: string | undefined
  readonly #notes: Text[] = []
  readonly #steps: Step[] = []
  readonly #times: Time[] = []
  readonly #weekdays = new Set<number>()
  readonly #days = new Set<number>()
  readonly #months = new Set<number>()
  readonly #minutes = new Set<number>()
  #day: string | undefined
  #weekday: string | undefined
  #window: { readonly from: Time; readonly to: Time } | undefined

  /** @returns the same expression for the same words; throws {@link CronFault} where no single one says them. */
  write(): { readonly expression: string; readonly notes: readonly Text[] } {
    const [small] = this.#steps.filter(({ unit }) => unit === 'second' || unit === 'minute' || unit === 'hour')
    const fields = [...this.#writeTime(small), ...this.#writeDate()]
    return { expression: fields.join(' '), notes: this.#notes }
  }

  setStep(written: number, unit: Unit): void {
    const step = toLarger({ count: written, unit })
    if (step.count === 0) throw toFault(`every 0 ${UNIT_WORDS[unit].en}`, `每 0 ${UNIT_WORDS[unit].zh}`)
    if (step.count > 1 && (step.unit === 'week' || step.unit === 'year' || step.count >= (SIZES[step.unit] ?? Infinity)))
      throw toFault(
        `cron has no “every ${step.count} ${UNIT_WORDS[step.unit].en}”: no field counts beyond its end`,
        `Cron 无法表示“每 ${step.count} ${UNIT_WORDS[step.unit].zh}”：任何一段都不能跨出自身范围计数`,
      )
    const holder = HOLDERS[step.unit]
    if (holder && step.count > 1 && (step.unit === 'day' || SIZES[step.unit]! % step.count !== 0))
      this.#notes.push({
        en: `cron counts anew with each ${holder.en}, so that the last gap may be shorter than ${step.count} ${UNIT_WORDS[step.unit].en}`,
        zh: `Cron ${holder.zh}重新计数，末次间隔可能不足 ${step.count} ${UNIT_WORDS[step.unit].zh}`,
      })
    this.#steps.push(step)
  }

  addTime(time: Time): void {
    this.#times.push(time)
  }

  addMinute(minute: number): void {
    this.#minutes.add(check(minute, 0, 59))
  }

  addDays(days: readonly number[]): void {
    for (const day of days) this.#days.add(check(day, 1, 31))
  }

  addMonths(months: readonly number[]): void {
    for (const month of months) this.#months.add(check(month, 1, 12))
  }

  addWeekdays(days: readonly number[]): void {
    for (const day of days) this.#weekdays.add(check(day, 1, 7))
  }

  setLastDay(): void {
    this.#day = 'L'
  }

  /** The nth of its kind in the month. */
  setNthWeekday(day: number, nth: number | 'last'): void {
    this.#weekday = nth === 'last' ? `${day % 7}L` : `${day % 7}#${nth}`
  }

  setWindow(from: Time, to: Time): void {
    this.#window = { from, to }
  }

  noteHolidays(): void {
    this.#notes.push({
      en: 'cron knows no public holidays: Monday through Friday',
      zh: 'Cron 不识别法定节假日与调休：工作日即周一至周五',
    })
  }

  #writeTime(step: Step | undefined): string[] {
    if (step && this.#times.length > 0)
      throw toFault(
        `“every ${step.count} ${UNIT_WORDS[step.unit].en}” and a time of day do not go together; name a span such as 9:00 to 18:00`,
        `“每 ${step.count} ${UNIT_WORDS[step.unit].zh}”不能与单个时刻并用，请写时段，如 9:00 到 18:00`,
      )
    if (step) return this.#writeStep(step)
    if (this.#window) throw toFault('of a span of hours say how often, such as every 15 minutes', '时段须说明频率，如每 15 分钟')
    if (this.#minutes.size > 0)
      throw toFault('of minutes alone say of which hour, such as every hour', '只有分钟时须说明小时，如每小时')
    const minutes = new Set(this.#times.map(({ minute }) => minute))
    const hours = new Set(this.#times.map(({ hour }) => hour))
    const all = new Set(this.#times.map(({ hour, minute }) => hour * 60 + minute))
    if (minutes.size * hours.size > all.size)
      throw toFault('times with different minutes need an expression each', '分钟不同的多个时刻须各写一条表达式')
    return [toList(minutes), toList(hours)].map((list) => list || '0')
  }

  #writeStep({ count, unit }: Step): string[] {
    const hours = this.#writeWindow(unit)
    const every = count === 1 ? '*' : `*/${count}`
    if (unit === 'second') return [every, '*', hours]
    if (unit === 'minute') return [every, hours]
    const minute = toList(this.#minutes) || String(this.#window?.from.minute ?? 0)
    return [minute, count === 1 ? hours : `${hours}/${count}`]
  }

  /** The hours of a span; its end is the last run where each hour has one. */
  #writeWindow(unit: Unit): string {
    if (!this.#window) return '*'
    const { from, to } = this.#window
    const isHourly = unit === 'hour'
    if (!isHourly && (from.minute !== 0 || (to.minute !== 0 && to.minute !== 59)))
      throw toFault('a span that begins or ends within an hour needs several expressions', '不从整点起止的时段须写多条表达式')
    const last = isHourly ? (to.minute < from.minute ? to.hour - 1 : to.hour) : to.minute === 59 ? to.hour : to.hour - 1
    const end = (last + 24) % 24
    if (!isHourly && to.minute === 0)
      this.#notes.push({ en: `the last hour begins at ${end}:00`, zh: `最后一个小时从 ${end}:00 开始` })
    if (end === from.hour) return String(end)
    return end > from.hour ? `${from.hour}-${end}` : `${from.hour}-23,${end === 0 ? '0' : `0-${end}`}`
  }

  #writeDate(): string[] {
    const units = new Set(this.#steps.map(({ unit }) => unit))
    const days = this.#steps.find(({ unit, count }) => unit === 'day' && count > 1)
    const months = this.#steps.find(({ unit, count }) => unit === 'month' && count > 1)
    const isDated = this.#days.size > 0 || this.#day !== undefined
    const isOnWeekday = this.#weekdays.size > 0 || this.#weekday !== undefined
    if (isDated && isOnWeekday)
      throw toFault(
        'a day of the month and one of the week together: cron takes either of them; write two expressions or choose one',
        '同时指定了日期与星期：Cron 会任一满足即执行，请二选一或写成两条',
      )
    if (this.#steps.length + this.#times.length + this.#months.size + Number(isDated || isOnWeekday) === 0)
      throw toFault('words that say when', '须说明时间')
    if (units.has('week') && !isOnWeekday) this.#noteFirst('Sunday, as @weekly does', '周日（与 @weekly 相同）')
    const isMonthly = ['month', 'quarter', 'year'].some((unit) => units.has(unit as Unit)) || this.#months.size > 0
    const isFirst = isMonthly && !isDated && !isOnWeekday && !units.has('day') && !this.#isWithinDay()
    if (isFirst && this.#times.length > 0) this.#noteFirst('the first of the month', '1 号')
    const month =
      toList(this.#months) || (months ? `*/${months.count}` : units.has('quarter') ? '*/3' : units.has('year') ? '1' : '*')
    if (units.has('year') && this.#months.size === 0) this.#noteFirst('January', '1 月')
    return [
      this.#day ?? (toList(this.#days) || (days ? `*/${days.count}` : isFirst ? '1' : '*')),
      month,
      this.#weekday ?? (writeWeekdays(this.#weekdays) || (units.has('week') ? '0' : '*')),
    ]
  }

  #isWithinDay(): boolean {
    return this.#steps.some(({ unit }) => unit === 'second' || unit === 'minute' || unit === 'hour')
  }

  #noteFirst(en: string, zh: string): void {
    this.#notes.push({ en: `no day is named; taken for ${en}`, zh: `未指明日期，按${zh}处理` })
  }
}

/** 60 minutes are an hour, 24 hours a day, 7 days a week, 12 months a year. */
function toLarger({ count, unit }: Step): Step {
  const [size, larger]: readonly [number, Unit] | [] =
    ({ second: [60, 'minute'], minute: [60, 'hour'], hour: [24, 'day'], month: [12, 'year'] } as const)[unit as 'second'] ?? []
  return size && larger && count % size === 0 && count > 0 ? toLarger({ count: count / size, unit: larger }) : { count, unit }
}

function check(value: number, min: number, max: number): number {
  if (value < min || value > max)
    throw toFault(`from ${min} to ${max}, not ${value}`, `应在 ${min} 与 ${max} 之间，而非 ${value}`)
  return value
}

const toFault = (en: string, zh: string): CronFault => new CronFault({ en, zh })

/** Numbers as a list, three and more in a row as a range. */
function toList(values: ReadonlySet<number>): string {
  const runs: number[][] = []
  for (const value of [...values].sort((a, b) => a - b))
    if (runs.at(-1)?.at(-1) === value - 1) runs.at(-1)!.push(value)
    else runs.push([value])
  return runs.map((run) => (run.length > 2 ? `${run[0]}-${run.at(-1)}` : run.join(','))).join(',')
}

/** Days of the week as cron has them: Sunday is 0. */
const writeWeekdays = (days: ReadonlySet<number>): string =>
  days.size === 7 ? '*' : toList(new Set([...days].map((day) => day % 7)))
