import { sql, type Insertable, type Selectable, type UpdateObject } from 'kysely'
import type { Delivery } from '../../domain/jobs/delivery.ts'
import type { Queries } from '../database.ts'
import type { Schema } from '../schema.ts'
import { inDays, inMinutes, NOW } from './clock.ts'
import { isDue, isFree, isHeld, toHoldEnd, toLongestWait, toNextAttempt } from './is-due.ts'

export type Job = Selectable<Schema['jobs']>
/** `page` from 1, of `limit` jobs. */
export type JobPage = { readonly page: number; readonly limit: number }
/** As exact as the times that come back, so that they can be compared. */
const NOW_MS = sql<Date>`date_trunc('milliseconds', now())`

/** Whoever adds or removes jobs of an account waits here for the others to end, also for one whose caller has gone. */
export async function lockJobs(queries: Queries, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${accountId}, 3))`.execute(queries)
}

export function findJob(queries: Queries, id: string): Promise<Job | undefined> {
  return queries.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
}

/** What was sent with an Idempotency-Key. */
export function findRepeated(queries: Queries, idempotency: Buffer): Promise<Job | undefined> {
  return queries.selectFrom('jobs').selectAll().where('idempotency', '=', idempotency).executeTakeFirst()
}

/** Adds a job that is kept for so many days. */
export function insertJob(queries: Queries, job: Omit<Insertable<Schema['jobs']>, 'expires_at'>, days: number): Promise<Job> {
  return queries
    .insertInto('jobs')
    .values({ ...job, expires_at: inDays(days) })
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

/** A page of the jobs of an account, the newest first; of those made at one moment each stands on one page only. */
export function listJobs(queries: Queries, accountId: string, { page, limit }: JobPage): Promise<Job[]> {
  return queries
    .selectFrom('jobs')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
}

type Link = { readonly hash: Buffer; readonly jobId: string }

/** Adds a link to the result of a job that works for so many minutes, and forgets those that have expired. Gives its end; undefined without the job. */
export async function insertJobLink(queries: Queries, { hash, jobId }: Link, minutes: number): Promise<Date | undefined> {
  await queries.deleteFrom('job_links').where('expires_at', '<', NOW).execute()
  const { rows } = await sql<{ end: Date }>`insert into job_links (hash, job_id, expires_at)
    select ${hash}, id, ${inMinutes(minutes)} from jobs where id = ${jobId} for key share
    returning expires_at as end`.execute(queries)
  return rows[0]?.end
}

/** The account of a job that a link to it works for. */
export async function findLinkedAccount(queries: Queries, { hash, jobId }: Link): Promise<string | undefined> {
  const found = await queries
    .selectFrom('job_links')
    .innerJoin('jobs', 'jobs.id', 'job_links.job_id')
    .select('jobs.account_id')
    .where('job_links.hash', '=', hash)
    .where('job_links.job_id', '=', jobId)
    .where('job_links.expires_at', '>', NOW)
    .executeTakeFirst()
  return found?.account_id
}

/** Jobs of an account: one of them, those that wait or run, or all. */
export type JobChoice = { readonly accountId: string; readonly id?: string | undefined; readonly areOpen?: boolean | undefined }

/** Deletes jobs of an account, and tells every server, which have their files. Gives the ids. */
export async function deleteJobs(queries: Queries, { accountId, id, areOpen }: JobChoice): Promise<string[]> {
  const isMeant = id === undefined ? sql`true` : sql`id = ${id}`
  const isOpen = areOpen ? sql`state in ('waiting', 'running')` : sql`true`
  const { rows } = await sql<{
    id: string
  }>`with gone as (delete from jobs where account_id = ${accountId} and ${isMeant} and ${isOpen} returning id)
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
    .set({ webhook_state: 'waiting', webhook_attempts: 0, webhook_next_at: NOW })
    .where('id', '=', id)
    .execute()
}

/** The oldest of some jobs that nobody works on, held until the transaction ends; whose worker is silent for so long has none. */
export async function findUnworked(queries: Queries, ids: readonly string[], lostMs: number): Promise<string | undefined> {
  const found = await queries
    .selectFrom('jobs')
    .select('id')
    .where('id', 'in', ids)
    .where(({ or, and, eb }) =>
      or([
        eb('state', '=', 'waiting'),
        and([eb('state', '=', 'running'), eb('seen_at', '<', sql<Date>`now() - make_interval(secs => ${lostMs / 1_000})`)]),
      ]),
    )
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return found?.id
}

export function startJob(queries: Queries, id: string): Promise<Job> {
  return queries
    .updateTable('jobs')
    .set({ state: 'running', seen_at: NOW_MS, done: 0, failed: 0, answered_units: 0, error: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A run of a job, by when its worker was seen last: nothing is changed once another worker has it. */
type Run = { readonly id: string; readonly seenAt: Date }
/** Lines that are done, those of them that are no address, and units for which there is an answer. */
export type Progress = { readonly done: number; readonly failed: number; readonly answered_units: number }

/** Notes that a job is worked on. Gives when that was; undefined when it was removed or taken. */
export async function touchJob(queries: Queries, run: Run, progress: Progress): Promise<Date | undefined> {
  const row = await updateRun(queries, run, { ...progress, seen_at: NOW_MS })
  return row?.seen_at ?? undefined
}

type Ending = Pick<
  UpdateObject<Schema, 'jobs'>,
  'done' | 'failed' | 'answered_units' | 'state' | 'result_bytes' | 'build' | 'error' | 'is_our_fault'
>

/** Ends a job, and has its receiver told where it has one; false when it was removed or taken. */
export async function endJob(queries: Queries, run: Run, { isTold, ...ending }: Ending & { isTold: boolean }): Promise<boolean> {
  const told = isTold ? { webhook_state: 'waiting' as const, webhook_next_at: NOW } : {}
  return (await updateRun(queries, run, { ...ending, ...told, finished_at: NOW, seen_at: null })) !== undefined
}

/** Leaves a job to the next worker. */
export async function releaseJob(queries: Queries, run: Run): Promise<void> {
  await updateRun(queries, run, { state: 'waiting', seen_at: null })
}

function updateRun(queries: Queries, { id, seenAt }: Run, values: UpdateObject<Schema, 'jobs'>) {
  return queries
    .updateTable('jobs')
    .set(values)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('seen_at', '=', seenAt)
    .returning('seen_at')
    .executeTakeFirst()
}

/** Whether there are jobs past their days. */
export async function hasExpired(queries: Queries): Promise<boolean> {
  return (await queries.selectFrom('jobs').select('id').where('expires_at', '<', NOW).limit(1).executeTakeFirst()) !== undefined
}

/** Marks jobs past their days that nobody has answered as failed through our fault. Gives their ids. */
export async function failExpired(queries: Queries): Promise<string[]> {
  const rows = await queries
    .updateTable('jobs')
    .set({ is_our_fault: true })
    .where('expires_at', '<', NOW)
    .where('state', 'in', ['waiting', 'running'])
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes jobs past their days. Gives their ids. */
export async function deleteExpired(queries: Queries): Promise<string[]> {
  const rows = await queries.deleteFrom('jobs').where('expires_at', '<', NOW).returning('id').execute()
  return rows.map(({ id }) => id)
}

export type Told = { readonly job: Job; readonly secret: Buffer; readonly now: Date }

/**
 * Takes the next job whose receiver is to be told, of an account that is none of those busy: nobody else takes it for a while.
 * One statement, and so whole by itself.
 */
export async function takeTold(queries: Queries, busy: readonly string[]): Promise<Told | undefined> {
  const found = await queries
    .with('due', (from) =>
      from
        .selectFrom('jobs')
        .select('id')
        .where('webhook_state', '=', 'waiting')
        .where('webhook', 'is not', null)
        .where(isFree('account_id', busy))
        .where(isDue('webhook_next_at', toLongestWait('webhook_attempts')))
        .orderBy('webhook_next_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('jobs')
    .from('due')
    .set({ webhook_next_at: toHoldEnd() })
    .whereRef('jobs.id', '=', 'due.id')
    .returningAll('jobs')
    // Receivers refuse what is minutes old, and the clocks of machines differ.
    .returning(({ selectFrom }) => [
      NOW.as('now'),
      selectFrom('keys').select('hash').whereRef('keys.id', '=', 'jobs.key_id').as('secret'),
    ])
    .executeTakeFirst()
  if (!found) return undefined
  const { now, secret, ...job } = found
  return { job, secret: secret ?? Buffer.alloc(0), now }
}

type ToldOutcome = {
  readonly attempts: number
  readonly error: string | null
  readonly deliveries: readonly Delivery[]
  readonly state: 'waiting' | 'sent' | 'failed'
}

/**
 * Notes what came of telling a receiver, and when it is told again if that still waits. What was asked for again meanwhile is told
 * once more.
 */
export async function noteTold(queries: Queries, id: string, { attempts, error, deliveries, state }: ToldOutcome): Promise<void> {
  const tried = { webhook_deliveries: JSON.stringify(deliveries) }
  const job = queries.updateTable('jobs').where('id', '=', id)
  const next = {
    webhook_attempts: attempts,
    webhook_error: error,
    webhook_state: state,
    webhook_next_at: toNextAttempt(attempts),
  }
  const { numUpdatedRows } = await job
    .set({ ...tried, ...next })
    .where(isHeld('webhook_next_at'))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) await job.set(tried).execute()
}
