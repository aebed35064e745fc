import type { Temporal, Zoned } from '../time/temporal.ts'
import type { Place } from './read-places.ts'

/** Moments in milliseconds since 1970, the end beyond. */
export type Span = { readonly from: number; readonly to: number }
/** How an hour is for somebody: at work, partly so, awake or asleep. */
export type HourState = 'work' | 'part' | 'awake' | 'night'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Working hours may begin on the day before, and days differ by up to 26 hours around the world. */
const DAYS_AROUND = 2
/** Between these hours of a day most people are awake. */
const [WAKE_HOUR, SLEEP_HOUR] = [7, 22]
const STEP_MS = 15 * MINUTE_MS
/** A minute that somebody gets up for counts as so many beside their work. */
const NIGHT_COST = 5
const MOST_SUGGESTIONS = 3

type Choices = { readonly temporal: Temporal; readonly withWeekends: boolean }

/** When somebody works in the days around one, as moments. */
export function listWork(place: Place, around: Zoned, { withWeekends }: Choices): Span[] {
  const date = around.withTimeZone(place.zone).toPlainDate()
  const spans: Span[] = []
  for (let days = -DAYS_AROUND; days <= DAYS_AROUND; days++) {
    const day = date.add({ days })
    if (!withWeekends && day.dayOfWeek > 5) continue
    // By the clock: where it is put forward or back in between, work still begins and ends at the hours named.
    const [from, to] = [place.hours.start, place.hours.end].map(
      (minutes) => day.toPlainDateTime().add({ minutes }).toZonedDateTime(place.zone).epochMilliseconds,
    )
    spans.push({ from: from!, to: to! })
  }
  return spans
}

/** What several lists of spans have in common, in order. */
export function intersect(lists: readonly (readonly Span[])[]): Span[] {
  return lists.reduce<readonly Span[]>(
    (common, list) =>
      common.flatMap((span) =>
        list.flatMap((other) => {
          const both = { from: Math.max(span.from, other.from), to: Math.min(span.to, other.to) }
          return both.from < both.to ? [both] : []
        }),
      ),
    [{ from: -Infinity, to: Infinity }],
  ) as Span[]
}

/** How an hour from a moment on is for somebody who works in these spans. */
export function judgeHour(local: Zoned, work: readonly Span[]): HourState {
  const from = local.epochMilliseconds
  const common = intersect([[{ from, to: from + HOUR_MS }], work]).reduce((sum, span) => sum + span.to - span.from, 0)
  if (common > 0) return common === HOUR_MS ? 'work' : 'part'
  return isAwake(local) ? 'awake' : 'night'
}

const isAwake = ({ hour }: Zoned): boolean => hour >= WAKE_HOUR && hour < SLEEP_HOUR

type Day = { readonly day: Span; readonly minutes: number; readonly temporal: Temporal }

/**
 * Where nobody's working hours meet: the beginnings that cost least, a quarter of an hour outside of them counting one, and
 * {@link NIGHT_COST} at night. Those that overlap a better one are left out.
 */
export function suggest(places: readonly { zone: string; work: readonly Span[] }[], { day, minutes, temporal }: Day): Span[] {
  const steps = Math.ceil((minutes * MINUTE_MS) / STEP_MS)
  const count = Math.floor((day.to - day.from) / STEP_MS)
  const costs = Array.from({ length: count + steps }, (_, index) =>
    places.reduce((sum, place) => sum + costOf(place, day.from + index * STEP_MS, temporal), 0),
  )
  const starts = Array.from({ length: count }, (_, index) => ({
    from: day.from + index * STEP_MS,
    cost: costs.slice(index, index + steps).reduce((sum, cost) => sum + cost, 0),
  })).sort((a, b) => a.cost - b.cost || a.from - b.from)
  const found: Span[] = []
  for (const { from } of starts) {
    const span = { from, to: from + minutes * MINUTE_MS }
    if (found.length < MOST_SUGGESTIONS && found.every((other) => intersect([[span], [other]]).length === 0)) found.push(span)
  }
  return found
}

function costOf({ zone, work }: { zone: string; work: readonly Span[] }, at: number, temporal: Temporal): number {
  if (work.some(({ from, to }) => from <= at && at < to)) return 0
  return isAwake(temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)) ? 1 : NIGHT_COST
}
