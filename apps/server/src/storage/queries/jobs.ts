import { sql, type Insertable, type Selectable } from 'kysely'
import type { Queries } from '../database.ts'
import type { Schema } from '../schema.ts'

export type Job = Selectable<Schema['jobs']>
const MAX_LISTED = 100

/** Whoever adds or removes jobs of an account waits here for the others to end, also for one whose caller has gone. */
export async function lockJobs(queries: Queries, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${accountId}, 3))`.execute(queries)
}

export function findJob(queries: Queries, id: string): Promise<Job | undefined> {
  return queries.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Adds a job that is kept for so many days. */
export function insertJob(queries: Queries, job: Omit<Insertable<Schema['jobs']>, 'expires_at'>, days: number): Promise<Job> {
  return queries
    .insertInto('jobs')
    .values({ ...job, expires_at: sql<Date>`now() + make_interval(days => ${days})` })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Jobs of an account that wait or run. */
export async function countOpen(queries: Queries, accountId: string): Promise<number> {
  const { count } = await queries
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow()
  return count
}

/** The jobs of an account, the newest first. */
export function listJobs(queries: Queries, accountId: string): Promise<Job[]> {
  return queries
    .selectFrom('jobs')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(MAX_LISTED)
    .execute()
}

/** Deletes a job of an account, or all of them, and tells every server, which have their files. Gives the ids. */
export async function deleteJobs(queries: Queries, accountId: string, id?: string): Promise<string[]> {
  const which = id === undefined ? sql`true` : sql`id = ${id}`
  const { rows } = await sql<{
    id: string
  }>`with gone as (delete from jobs where account_id = ${accountId} and ${which} returning id)
    select id, pg_notify('octet_jobs_gone', id::text) from gone`.execute(queries)
  return rows.map((row) => row.id)
}

/** A job of an account whose receiver is told that it has ended, or was. */
export function findTold(queries: Queries, accountId: string, id: string): Promise<Job | undefined> {
  return queries
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('webhook', 'is not', null)
    .where('webhook_state', '!=', 'none')
    .executeTakeFirst()
}

/** Has the end of a job told at once, and as often as that of a new one if it is not taken. */
export async function retellJob(queries: Queries, id: string): Promise<void> {
  await queries
    .updateTable('jobs')
    .set({ webhook_state: 'waiting', webhook_attempts: 0, webhook_next_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}
