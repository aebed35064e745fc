import { sql, type RawBuilder } from 'kysely'

/**
 * Whether the time in a column has come, by the clock of the database. One that is farther away than it can have been
 * set, `longest` seconds, was set before the clock went back, and has come too.
 */
export function isDue(column: string, longest: RawBuilder<unknown>): RawBuilder<boolean> {
  const at = sql.ref(column)
  return sql<boolean>`(${at} <= now() or ${at} > now() + make_interval(secs => ${longest}))`
}

/** Seconds after which the attempt after so many is made at the latest, where each waits twice as long from 15 s on. */
export function toLongestWait(attemptsColumn: string): RawBuilder<unknown> {
  return sql`15 * 2 ^ ${sql.ref(attemptsColumn)} + 1`
}
