import { sql } from 'kysely'

/** By the clock of the database, as all that it is compared with: those of machines differ. */
export const NOW = sql<Date>`now()`

export const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`
export const inMinutes = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes})`
export const inDays = (days: number) => sql<Date>`now() + make_interval(days => ${days})`
