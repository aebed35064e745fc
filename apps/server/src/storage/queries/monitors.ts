import { sql, type Insertable, type UpdateObject } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Delivery } from '../../domain/jobs/delivery.ts'
import type { Queries } from '../database.ts'
import type { RecentRun } from '../point-schema.ts'
import type { Schema } from '../schema.ts'
import { NOW } from './clock.ts'
import { isDue, isFree, isHeld, toHoldEnd, toLongestWait, toNextAttempt } from './is-due.ts'
import { selectMaintenance } from './maintenance.ts'

/** So many runs are kept one by one. */
const RECENT_RUNS = 30
const SHOWN_EVENTS = 20
/** Of a monitor: that the account it belongs to is not locked. */
const IS_UNLOCKED = sql<boolean>`not exists (select from accounts where id = account_id and disabled_at is not null)`

const LATER = sql`make_interval(mins => every_minutes)`
/** A run that was taken a moment late does not move those behind it; what is more than a turn late begins a new row. */
const NEXT_RUN = sql<Date>`case when next_at + ${LATER} > now() and next_at <= now() then next_at + ${LATER} else now() + ${LATER} end`

type Owned = { readonly id: string; readonly accountId: string }

export async function insertMonitor(queries: Queries, monitor: Insertable<Schema['monitors']>): Promise<void> {
  await queries.insertInto('monitors').values(monitor).execute()
}

export async function countMonitors(queries: Queries, accountId: string): Promise<number> {
  const { count } = await queries
    .selectFrom('monitors')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

/** Monitors of an account with their last call, the oldest first. */
export function listMonitors(queries: Queries, accountId: string) {
  return queries
    .selectFrom('monitors')
    .select(['id', 'name', 'request', 'every_minutes', 'rules', 'wants_mail', 'webhook_url', 'is_active', 'state'])
    .select(['state_since', 'next_at', 'last_measurement', 'last_run_at', 'last_words', 'recent_runs'])
    .select(['silent_runs', 'silent_since'])
    .select(NOW.as('now'))
    .select(sql<boolean>`chat_secret is not null`.as('has_chat_secret'))
    .select(selectMaintenance)
    .select(['shown_id', 'shown_title', 'shows_target'])
    .select(({ selectFrom }) =>
      jsonObjectFrom(
        selectFrom('monitor_calls')
          .select(['monitor_calls.state', 'attempts', 'error'])
          .whereRef('monitor_id', '=', 'monitors.id')
          .orderBy('monitor_calls.created_at', 'desc')
          .limit(1),
      ).as('last_call'),
    )
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
}

export async function hasMonitor(queries: Queries, { id, accountId }: Owned): Promise<boolean> {
  const own = await queries
    .selectFrom('monitors')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return own !== undefined
}

/** Where messages of an account go, those of a monitor where one is asked for; undefined for one that is not the account's. */
export function findReceiver(queries: Queries, { accountId, monitorId }: { accountId: string; monitorId: string | undefined }) {
  return queries
    .selectFrom('accounts')
    .leftJoin('monitors', (join) => join.onRef('account_id', '=', 'accounts.id').on('monitors.id', '=', monitorId ?? null))
    .select(['email', 'lang', 'name', 'webhook_url', 'webhook_secret', 'chat_secret'])
    .select(NOW.as('now'))
    .where('accounts.id', '=', accountId)
    .$if(monitorId !== undefined, (query) => query.where('monitors.id', 'is not', null))
    .executeTakeFirst()
}

/** A monitor of the account, held until the transaction ends; undefined for one that is not the account's. */
export function holdOwnMonitor(queries: Queries, { id, accountId }: Owned) {
  return queries
    .selectFrom('monitors')
    .select(['is_active', 'request', 'webhook_url', 'webhook_secret', 'chat_secret'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
}

type Changes = Pick<
  UpdateObject<Schema, 'monitors'>,
  'name' | 'request' | 'every_minutes' | 'rules' | 'wants_mail' | 'webhook_url' | 'webhook_secret' | 'chat_secret' | 'is_active'
>

/**
 * Changes what is not undefined, due at once where it runs; with `isAnew` nothing is known of its state, nor of runs of what it was,
 * and with it or `isResumed` a silence is another one.
 */
export async function changeMonitor(
  queries: Queries,
  id: string,
  { isAnew, isResumed, ...changes }: Changes & { isAnew: boolean; isResumed: boolean },
): Promise<void> {
  if (isAnew) await queries.deleteFrom('monitor_days').where('monitor_id', '=', id).execute()
  await queries
    .updateTable('monitors')
    .set({
      ...changes,
      streak: 0,
      silent_runs: 0,
      ...((isAnew || isResumed) && { is_silence_told: false, silent_since: null }),
      ...(changes.is_active === true && { next_at: NOW }),
      ...(isAnew && { state: 'unknown', state_since: NOW, last_words: null, last_measurement: null, recent_runs: '[]' }),
    })
    .where('id', '=', id)
    .execute()
}

/** False for one that is not the account's. */
export async function deleteMonitor(queries: Queries, { id, accountId }: Owned): Promise<boolean> {
  const { numDeletedRows } = await queries
    .with('freed', (from) =>
      from
        .updateTable('maintenance_windows')
        .set({ monitor_ids: sql<string[]>`array_remove(monitor_ids, ${id}::uuid)` })
        .where('account_id', '=', accountId)
        .where(sql<boolean>`${id}::uuid = any(monitor_ids)`),
    )
    .deleteFrom('monitors')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Takes one that is due, so that nobody else runs it too, and notes when it is due again: what was missed while nobody ran
 * is not made up for. Those that others take at this moment are passed over. One statement, and so whole by itself.
 */
export function takeDueMonitor(queries: Queries) {
  return queries
    .with('due', (from) =>
      from
        .selectFrom('monitors')
        .select('id')
        .where('is_active', '=', true)
        // A locked account sends nothing and hears nothing until it is let in again.
        .where(IS_UNLOCKED)
        .where(isDue('next_at', sql`60 * every_minutes + 1`))
        .orderBy('next_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('monitors')
    .from('due')
    .set({ next_at: NEXT_RUN, last_run_at: NOW })
    .whereRef('monitors.id', '=', 'due.id')
    .returning(['monitors.id', 'account_id', 'request'])
    .executeTakeFirst()
}

/** Keeps why a run that was due did not begin. */
export async function noteOmitted(
  queries: Queries,
  id: string,
  kept: Pick<UpdateObject<Schema, 'monitors'>, 'last_words' | 'silent_runs' | 'is_silence_told' | 'silent_since'>,
): Promise<void> {
  await queries
    .updateTable('monitors')
    .set({ ...kept, last_measurement: null })
    .where('id', '=', id)
    .execute()
}

/** A monitor whose run is judged, held until the transaction ends. */
export function holdMonitor(queries: Queries, id: string) {
  return queries
    .selectFrom('monitors')
    .innerJoin('accounts', 'accounts.id', 'monitors.account_id')
    .select([
      'monitors.id',
      'account_id',
      'name',
      'request',
      'rules',
      'state',
      'streak',
      'wants_mail',
      'webhook_url',
      'email',
      'lang',
    ])
    .select(['is_active', 'state_since', 'last_run_at', 'every_minutes', 'recent_runs'])
    .select(['silent_runs', 'is_silence_told', 'silent_since'])
    .select(NOW.as('now'))
    .select(selectMaintenance)
    .where('monitors.id', '=', id)
    .forUpdate('monitors')
    .executeTakeFirst()
}

type Judged = Pick<
  UpdateObject<Schema, 'monitors'>,
  'state' | 'streak' | 'last_measurement' | 'last_words' | 'silent_runs' | 'is_silence_told' | 'silent_since'
>

type Run = Required<Omit<RecentRun, 'at'>>

/**
 * Keeps what a run has come to, also in the sums of its day; with `isTurned` the state is of this moment. With `dueAgain` the next
 * run is then at the latest.
 */
export async function keepOutcome(
  queries: Queries,
  id: string,
  { isTurned, run, dueAgain, ...judged }: Judged & { isTurned: boolean; run: Run; dueAgain: Date | null },
): Promise<void> {
  const { kind, ms, inMaintenance } = run
  const counter = inMaintenance ? 'maintenance' : kind
  const more = inMaintenance ? sql`, 'inMaintenance', true` : sql``
  const one = sql`jsonb_build_array(jsonb_build_object('at', now(), 'kind', ${kind}::text, 'ms', ${ms}::float8${more}))`
  const last = sql.lit(`$[0 to ${RECENT_RUNS - 1}]`)
  await queries
    .with('counted', (into) =>
      into
        .insertInto('monitor_days')
        .values({ monitor_id: id, day: sql`(now() at time zone 'utc')::date`, [counter]: 1 })
        .onConflict((conflict) =>
          conflict.columns(['monitor_id', 'day']).doUpdateSet({ [counter]: sql`monitor_days.${sql.ref(counter)} + 1` }),
        ),
    )
    .updateTable('monitors')
    .set({ ...judged, ...(isTurned && { state_since: NOW }) })
    .$if(dueAgain !== null, (query) => query.set({ next_at: sql<Date>`least(next_at, ${dueAgain}::timestamptz)` }))
    .set({ recent_runs: sql<string>`jsonb_path_query_array(${one} || recent_runs, ${last})` })
    .where('id', '=', id)
    .execute()
}

export type Showing = { readonly shownId: string; readonly title: string; readonly showsTarget: boolean }

/** Shows a monitor of the account, under the id that it has been shown by before if there is one. Gives that id; undefined for one that is not the account's. */
export async function showMonitor(
  queries: Queries,
  { id, accountId }: Owned,
  { shownId, title, showsTarget }: Showing,
): Promise<string | undefined> {
  const shown = await queries
    .updateTable('monitors')
    .set({ shown_id: sql<string>`coalesce(shown_id, ${shownId})`, shown_title: title, shows_target: showsTarget })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('shown_id')
    .executeTakeFirst()
  return shown?.shown_id ?? undefined
}

/** False for one that is not the account's. */
export async function hideMonitor(queries: Queries, { id, accountId }: Owned): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('monitors')
    .set({ shown_id: null, shown_title: null, shows_target: false })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type ShownRow = NonNullable<Awaited<ReturnType<typeof findShownMonitor>>>

/** A monitor by the id that it is shown under, with its days, the newest first. Those of locked accounts are shown to nobody. */
export function findShownMonitor(queries: Queries, shownId: string, days: number) {
  return queries
    .selectFrom('monitors')
    .select(['shown_title', 'shows_target', 'request', 'every_minutes', 'is_active', 'state', 'state_since', 'recent_runs'])
    .select(['silent_runs', 'silent_since'])
    .select(NOW.as('now'))
    .select(selectMaintenance)
    .select(sql<string>`(now() at time zone 'utc')::date`.as('today'))
    .select(({ selectFrom }) => [
      jsonArrayFrom(
        selectFrom('monitor_days')
          .select(['day', 'good', 'bad', 'unknown', 'maintenance'])
          .whereRef('monitor_id', '=', 'monitors.id')
          .where('day', '>', sql<string>`(now() at time zone 'utc')::date - ${sql.lit(days)}::int`)
          .orderBy('day', 'desc'),
      ).as('days'),
      jsonArrayFrom(
        selectFrom('monitor_events')
          .select(['kind', 'created_at'])
          .whereRef('monitor_id', '=', 'monitors.id')
          .where('kind', 'in', ['good', 'bad'])
          .$narrowType<{ kind: 'good' | 'bad' }>()
          .orderBy('created_at', 'desc')
          .limit(SHOWN_EVENTS),
      ).as('events'),
    ])
    .where('shown_id', '=', shownId)
    .where(IS_UNLOCKED)
    .executeTakeFirst()
}

/** Whether there is a monitor that is shown under this id. */
export async function isMonitorShown(queries: Queries, shownId: string): Promise<boolean> {
  const row = await queries
    .selectFrom('monitors')
    .select('id')
    .where('shown_id', '=', shownId)
    .where(IS_UNLOCKED)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertMonitorEvent(queries: Queries, event: Insertable<Schema['monitor_events']>): Promise<void> {
  await queries.insertInto('monitor_events').values(event).execute()
}

/** How often monitors of an account have turned bad or good again since it last looked. */
export async function countUnread(queries: Queries, accountId: string): Promise<number> {
  const { count } = await queries
    .selectFrom('monitor_events')
    .innerJoin('monitors', 'monitors.id', 'monitor_events.monitor_id')
    .innerJoin('accounts', 'accounts.id', 'monitors.account_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('accounts.id', '=', accountId)
    .whereRef('monitor_events.created_at', '>', 'accounts.news_seen_at')
    .executeTakeFirstOrThrow()
  return count
}

/** What has come until now is read. */
export async function noteSeen(queries: Queries, accountId: string): Promise<void> {
  await queries.updateTable('accounts').set({ news_seen_at: NOW }).where('id', '=', accountId).execute()
}

/** When a monitor turned bad and good again, had no results and had some again, newest first. */
export function listMonitorEvents(queries: Queries, monitorId: string, limit: number) {
  return queries
    .selectFrom('monitor_events')
    .select(['kind', 'words', 'measurement_id', 'created_at'])
    .where('monitor_id', '=', monitorId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function insertMonitorCall(queries: Queries, call: Insertable<Schema['monitor_calls']>): Promise<void> {
  await queries.insertInto('monitor_calls').values(call).execute()
}

/** Messages to the webhook of a monitor with what became of them, newest first. */
export function listMonitorCalls(queries: Queries, monitorId: string, limit: number) {
  return queries
    .selectFrom('monitor_calls')
    .innerJoin('monitors', 'monitors.id', 'monitor_id')
    .select([
      'monitor_calls.id',
      'body',
      'monitor_calls.state',
      'monitor_calls.next_at',
      'deliveries',
      'monitor_calls.created_at',
    ])
    .select('webhook_url')
    .where('monitor_id', '=', monitorId)
    .orderBy('monitor_calls.created_at', 'desc')
    .limit(limit)
    .execute()
}

type KeptCall = { readonly id: string; readonly monitorId: string }

/** Whether a message is kept of a monitor. */
export async function hasMonitorCall(queries: Queries, { id, monitorId }: KeptCall): Promise<boolean> {
  const found = await queries
    .selectFrom('monitor_calls')
    .select('id')
    .where('id', '=', id)
    .where('monitor_id', '=', monitorId)
    .executeTakeFirst()
  return found !== undefined
}

/** Has a message sent at once, and as often as a new one if it is not taken. */
export async function resendMonitorCall(queries: Queries, { id, monitorId }: KeptCall): Promise<void> {
  await queries
    .updateTable('monitor_calls')
    .set({ state: 'waiting', attempts: 0, next_at: NOW })
    .where('id', '=', id)
    .where('monitor_id', '=', monitorId)
    .execute()
}

export type DueCall = NonNullable<Awaited<ReturnType<typeof takeMonitorCall>>>

/**
 * Takes the next message that is due, of an account that is none of those busy: nobody else takes it for a while. One
 * statement, and so whole by itself.
 */
export function takeMonitorCall(queries: Queries, busy: readonly string[]) {
  return (
    queries
      .with('due', (from) =>
        from
          .selectFrom('monitor_calls')
          .innerJoin('monitors', 'monitors.id', 'monitor_calls.monitor_id')
          .select(['monitor_calls.id', 'account_id', 'webhook_url', 'webhook_secret', 'chat_secret'])
          .where('monitor_calls.state', '=', 'waiting')
          .where(isFree('account_id', busy))
          .where(isDue('monitor_calls.next_at', toLongestWait('monitor_calls.attempts')))
          .orderBy('monitor_calls.next_at')
          .limit(1)
          .forUpdate('monitor_calls')
          .skipLocked(),
      )
      .updateTable('monitor_calls')
      .from('due')
      .set({ next_at: toHoldEnd() })
      .whereRef('monitor_calls.id', '=', 'due.id')
      .returning([
        'monitor_calls.id',
        'body',
        'attempts',
        'deliveries',
        'due.account_id',
        'due.webhook_url',
        'due.webhook_secret',
        'due.chat_secret',
      ])
      // Receivers refuse what is minutes old, and the clocks of machines differ.
      .returning(NOW.as('now'))
      .executeTakeFirst()
  )
}

type CallOutcome = {
  readonly attempts: number
  readonly error: string | null
  readonly deliveries: readonly Delivery[]
  readonly state: 'waiting' | 'sent' | 'failed'
}

/**
 * Notes what came of a message, and when it is sent again if it still waits. One that was asked for again while it was on its way
 * is sent once more: its owner may have asked since nothing came.
 */
export async function noteMonitorCall(
  queries: Queries,
  id: string,
  { attempts, error, deliveries, state }: CallOutcome,
): Promise<void> {
  const tried = { deliveries: JSON.stringify(deliveries) }
  const call = queries.updateTable('monitor_calls').where('id', '=', id)
  const { numUpdatedRows } = await call
    .set({ ...tried, attempts, error, state, next_at: toNextAttempt(attempts) })
    .where(isHeld('next_at'))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) await call.set(tried).execute()
}
