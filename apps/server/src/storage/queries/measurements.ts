import { sql, type Insertable } from 'kysely'
import type { Queries } from '../database.ts'
import type { Schema } from '../schema.ts'
import { inDays } from './clock.ts'

/** From when on an Idempotency-Key still counts. */
const SINCE = sql<Date>`now() - interval '1 day'`

type NewRow = Omit<Insertable<Schema['measurements']>, 'expires_at'>

/** Keeps a measurement for so many days; false when an earlier one has its Idempotency-Key. */
export async function insertMeasurement(queries: Queries, row: NewRow, days: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('measurements')
    .values({ ...row, expires_at: inDays(days) })
    .onConflict((conflict) => conflict.column('idempotency').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows !== 0n
}

/** What was begun within a day with an Idempotency-Key, and the hash of that call. */
export function findByIdempotency(queries: Queries, key: Buffer) {
  return queries
    .selectFrom('measurements')
    .select(['id', 'request_hash'])
    .where('idempotency', '=', key)
    .where('created_at', '>', SINCE)
    .executeTakeFirst()
}

/** A key counts for a day; the measurement that had it stays. */
export async function freeOldKey(queries: Queries, key: Buffer): Promise<void> {
  await queries
    .updateTable('measurements')
    .set({ idempotency: null })
    .where('idempotency', '=', key)
    .where('created_at', '<=', SINCE)
    .execute()
}

export async function finishMeasurement(queries: Queries, id: string, body: Buffer): Promise<void> {
  await queries.updateTable('measurements').set({ body, is_finished: true }).where('id', '=', id).execute()
}

export async function findBody(queries: Queries, id: string): Promise<Buffer | undefined> {
  return (await queries.selectFrom('measurements').select('body').where('id', '=', id).executeTakeFirst())?.body
}

/** Bodies of the newest measurements of an account. */
export async function listBodies(queries: Queries, accountId: string, limit: number): Promise<Buffer[]> {
  const rows = await queries
    .selectFrom('measurements')
    .select('body')
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ body }) => body)
}
