import type { Temporal } from 'temporal-polyfill'

/** Local times, `2026-12-01T02:00`. */
export type Once = { readonly from: string; readonly until: string }
/** Weekdays of ISO 8601 (1 is Monday) on which it begins, and local times, `22:00`; an end that is earlier is on the next day. */
export type Weekly = { readonly weekdays: readonly number[]; readonly from: string; readonly until: string }
export type MaintenanceSchedule = { readonly once: Once } | { readonly weekly: Weekly }

/** When there is maintenance, in the local time of a zone (IANA name). */
export type MaintenanceTimes = { readonly time_zone: string; readonly schedule: MaintenanceSchedule }

/** As it is kept: since when it is planned, in ISO 8601. */
export type KeptTimes = MaintenanceTimes & { readonly created_at: string }

/** From a moment on until another, which is not within it any more. */
export type Period = { readonly from: Date; readonly until: Date }

const DAYS_OF_WEEK = 7

/**
 * The maintenance that is under way at a moment, else the next one; undefined where none comes any more. Clocks that are put
 * forward or back within it move neither of its local times. One that begins in an hour that is left out begins when the clocks are
 * put forward, and one that ends in it as much later; one that ends in an hour that comes twice ends with the second.
 */
export async function findPeriod({ time_zone: timeZone, schedule }: MaintenanceTimes, now: Date): Promise<Period | undefined> {
  // Loaded by who has such times: few do.
  const { Temporal: temporal } = await import('temporal-polyfill')
  const toPeriod = (from: Temporal.PlainDateTime, until: Temporal.PlainDateTime): Period => ({
    from: new Date(toBegin(from, timeZone).epochMilliseconds),
    until: new Date(until.toZonedDateTime(timeZone, { disambiguation: 'later' }).epochMilliseconds),
  })
  if ('once' in schedule) {
    const { from, until } = schedule.once
    const period = toPeriod(temporal.PlainDateTime.from(from), temporal.PlainDateTime.from(until))
    return period.until > now ? period : undefined
  }
  const { weekdays, from, until } = schedule.weekly
  const today = temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  // From yesterday, whose night may reach into today, to the same day of the next week.
  for (let days = -1; days <= DAYS_OF_WEEK; days++) {
    const day = today.add({ days })
    if (!weekdays.includes(day.dayOfWeek)) continue
    const end = until > from ? day : day.add({ days: 1 })
    const period = toPeriod(
      day.toPlainDateTime(temporal.PlainTime.from(from)),
      end.toPlainDateTime(temporal.PlainTime.from(until)),
    )
    if (period.until > now) return period
  }
  return undefined
}

function toBegin(from: Temporal.PlainDateTime, timeZone: string): Temporal.ZonedDateTime {
  const begin = from.toZonedDateTime(timeZone)
  if (begin.toPlainDateTime().equals(from)) return begin
  return from.toZonedDateTime(timeZone, { disambiguation: 'earlier' }).getTimeZoneTransition('next') ?? begin
}

/** When the maintenance ends that is under way at a moment, the last of them where there are several; null for none. */
export async function findMaintenanceEnd(all: readonly MaintenanceTimes[], now: Date): Promise<Date | null> {
  const periods = await Promise.all(all.map((times) => findPeriod(times, now)))
  const ends = periods.flatMap((period) => (period && period.from <= now ? [period.until] : []))
  return ends.reduce<Date | null>((last, end) => (last === null || end > last ? end : last), null)
}

/**
 * How long within a time there was maintenance, in milliseconds: nothing counts twice, and weeks before a weekly one was planned
 * had none.
 */
export async function measureMaintenance(all: readonly KeptTimes[], { from, until }: Period): Promise<number> {
  const periods = (await Promise.all(all.map((times) => listPeriods(times, { from, until })))).flat()
  let [sum, done] = [0, from.getTime()]
  for (const period of periods.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const end = Math.min(period.until.getTime(), until.getTime())
    sum += Math.max(0, end - Math.max(done, period.from.getTime()))
    done = Math.max(done, end)
  }
  return sum
}

async function listPeriods({ created_at: createdAt, ...times }: KeptTimes, { from, until }: Period): Promise<Period[]> {
  const planned = new Date(createdAt)
  const periods: Period[] = []
  let at = 'weekly' in times.schedule && planned > from ? planned : from
  for (;;) {
    const period = await findPeriod(times, at)
    if (!period || period.from >= until) return periods
    periods.push(period)
    at = period.until
  }
}
