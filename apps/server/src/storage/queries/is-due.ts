import { sql, type RawBuilder } from 'kysely'

/** A message that is on its way belongs to who sends it for so long; one whose process has ended is taken by another then. */
const HOLD_SECONDS = 120

/**
 * Whether the time in a column has come, by the clock of the database. One that is farther away than it can have been
 * set, `longest` seconds, was set before the clock went back, and has come too.
 */
export function isDue(column: string, longest: RawBuilder<unknown>): RawBuilder<boolean> {
  const at = sql.ref(column)
  return sql<boolean>`(${at} <= now() or ${at} > now() + make_interval(secs => ${longest}))`
}

/** A message whose time came so many days ago and that nobody took is not worth sending any more. */
const STALE_DAYS = 3

/** Whether the time in a column came too long ago. */
export function isStale(column: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} < now() - make_interval(days => ${sql.lit(STALE_DAYS)})`
}

/** Whether the account in a column is none of those busy. */
export function isFree(column: string, busy: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} != all(${[...busy]}::uuid[])`
}

/** Seconds after which the attempt after so many is made at the latest, where each waits twice as long from 15 s on. */
export function toLongestWait(attemptsColumn: string, holdSeconds = HOLD_SECONDS): RawBuilder<unknown> {
  return sql`greatest(15 * 2 ^ ${sql.ref(attemptsColumn)}, ${sql.lit(holdSeconds)}) + 1`
}

/** When the attempt after so many is made: 15 s after the first, and twice as long each time, `longestSeconds` at most. */
export function toNextAttempt(attempts: number, longestSeconds = Infinity): RawBuilder<Date> {
  return sql<Date>`now() + make_interval(secs => ${Math.min(longestSeconds, 15 * 2 ** (attempts - 1))})`
}

/** Until when a message that is on its way is left alone. */
export function toHoldEnd(holdSeconds = HOLD_SECONDS): RawBuilder<Date> {
  return sql<Date>`now() + make_interval(secs => ${sql.lit(holdSeconds)})`
}

/** Whether a message that was taken is on its way still, and was not asked for again. */
export function isHeld(column: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} > now()`
}
