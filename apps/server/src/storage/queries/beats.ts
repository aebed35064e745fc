import { sql, type Selectable } from 'kysely'
import type { Queries } from '../database.ts'
import type { Schema } from '../schema.ts'
import { inDays, NOW } from './clock.ts'

/** A time in which a part did not work, in seconds before now; without a part: nothing did. */
export type Span = {
  readonly part: string | null
  readonly state: Schema['lapses']['state']
  readonly from: number
  readonly to: number
}

export type Beat = {
  /** For how many seconds before now this server knows what happened. */
  readonly knownSeconds: number
  /** What is written down already must be so old, else another server has been faster. */
  readonly leastSeconds: number
  readonly spans: readonly Span[]
  /** What the clock of the database shows now, as far as this server knows. */
  readonly sentAt: Date | null
}

export type Noted = {
  /** How many seconds ago it has been written down last: 0 if it is done now. Null where the word came late and counts for nothing. */
  readonly ageSeconds: number | null
  readonly now: Date
}

/** A statement is given up after six seconds, and clocks differ a little. */
const LATE_SECONDS = 7
/** Two times that are no farther apart are one; a shorter one is none: a word is on its way for as long. */
const SHORTEST = sql`interval '2 seconds'`

/**
 * Writes down what happened since it was done last, by whichever server, if that is long enough ago. What this server does not
 * know of that time nobody does: no server ran. All by the clock of the database, in one statement; where all is well it
 * moves one row. A database that was held up may come to a statement long after its sender has given it up: that one is left out.
 */
export async function noteBeat(queries: Queries, { knownSeconds, leastSeconds, spans, sentAt }: Beat): Promise<Noted> {
  const isTimely = sentAt ? sql`abs(extract(epoch from now() - ${sentAt}::timestamptz)) < ${LATE_SECONDS}` : sql`true`
  const known = sql`now() - make_interval(secs => ${knownSeconds})`
  // A moment farther ahead than statements wait for each other was written before the clock went back.
  const { rows } = await sql<{ age: number | null; now: Date; isTimely: boolean }>`with beat as (
      insert into beats (since, before, at) select ${known}, ${known}, now() where ${isTimely}
      on conflict (is_only) do update set since = least(beats.since, now()), before = beats.at, at = now()
        where beats.at <= now() - make_interval(secs => ${leastSeconds}) or beats.at > now() + interval '1 minute'
      returning before, at
    ), told as (
      select s.part, s.state, greatest(b.before, b.at - make_interval(secs => s.from_seconds)) as began_at,
        least(b.at, b.at - make_interval(secs => s.to_seconds)) as ended_at
      from beat b, unnest(${spans.map(({ part }) => part)}::text[], ${spans.map(({ state }) => state)}::text[],
        ${spans.map(({ from }) => from)}::float8[], ${spans.map(({ to }) => to)}::float8[])
        as s (part, state, from_seconds, to_seconds)
      union all select null, 'stopped', before, ${known} from beat
    ), lapse as (
      select * from told where ended_at > began_at + ${SHORTEST}
    ), longer as (
      update lapses set ended_at = lapse.ended_at from lapse
      where lapses.part is not distinct from lapse.part and lapses.state = lapse.state
        and lapses.ended_at between lapse.began_at - ${SHORTEST} and lapse.began_at + ${SHORTEST}
      returning lapse.part, lapse.began_at
    ), added as (
      insert into lapses (part, state, began_at, ended_at) select part, state, began_at, ended_at from lapse
      where not exists (select from longer where longer.part is not distinct from lapse.part and longer.began_at = lapse.began_at)
    )
    select now() as now, ${isTimely} as "isTimely", case when exists (select from beat) then 0
      else (select greatest(0, extract(epoch from now() - at))::float8 from beats) end as age`.execute(queries)
  const { now, isTimely: hasCounted, age } = rows[0]!
  return { now, ageSeconds: hasCounted ? (age ?? 0) : null }
}

export type History = {
  readonly since: Date
  readonly until: Date
  /** By the clock of the database, as the others. */
  readonly now: Date
  /** Those that ended last first. */
  readonly lapses: readonly Lapse[]
  /** Whether there are more of them. */
  readonly isCut: boolean
}
export type Lapse = Pick<Selectable<Schema['lapses']>, 'part' | 'state' | 'began_at' | 'ended_at'>

/** Since and until when it is known what worked, and what did not in the last so many days; undefined before the first beat. */
export async function readHistory(queries: Queries, wanted: { days: number; limit: number }): Promise<History | undefined> {
  const beat = await queries
    .selectFrom('beats')
    .select(['since', 'at', NOW.as('now')])
    .executeTakeFirst()
  if (!beat) return undefined
  const lapses = await queries
    .selectFrom('lapses')
    .select(['part', 'state', 'began_at', 'ended_at'])
    .where('ended_at', '>', inDays(-wanted.days))
    .orderBy('ended_at', 'desc')
    .limit(wanted.limit + 1)
    .execute()
  const isCut = lapses.length > wanted.limit
  return { since: beat.since, until: beat.at, now: beat.now, lapses: lapses.slice(0, wanted.limit), isCut }
}
