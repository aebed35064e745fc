import type { Period } from '../plan/plans.ts'

type Steps = {
  /** Negative counts go back. */
  readonly count?: number
  /** Day of the month that is meant, where a shorter month came between: 31 leads from 28 February to 31 March. */
  readonly day?: number
}

/** The same day a month or a year on, in UTC; the last day of a month that is shorter. */
export function addPeriods(date: Date, period: Period, { count = 1, day = date.getUTCDate() }: Steps = {}): Date {
  const months = (period === 'yearly' ? 12 : 1) * count
  const next = new Date(date)
  next.setUTCDate(1)
  next.setUTCMonth(next.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
  next.setUTCDate(Math.min(day, lastDay))
  return next
}

/** First day of the month of a date, `2026-11-01`. */
export function toMonth(date: Date): string {
  return `${date.toISOString().slice(0, 7)}-01`
}
