import { sql } from 'kysely'
import type { Queries } from '../database.ts'
import { inDays, NOW } from './clock.ts'

export type NewMap = { readonly id: string; readonly report: string; readonly days: number }

/** Keeps a map for so many days. */
export async function insertMap(queries: Queries, { id, report, days }: NewMap): Promise<void> {
  await queries
    .insertInto('maps')
    .values({ id, report, expires_at: inDays(days) })
    .execute()
}

export async function hasMap(queries: Queries, id: string): Promise<boolean> {
  return (await selectKept(queries, id).select('id').executeTakeFirst()) !== undefined
}

export async function findMap(queries: Queries, id: string): Promise<unknown> {
  return (await selectKept(queries, id).select('report').executeTakeFirst())?.report
}

/** Bytes that all kept maps take, packed as they lie in the database; nobody else adds to them until the transaction ends. */
export async function holdMapBytes(queries: Queries): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('maps', 6))`.execute(queries)
  const { bytes } = await queries
    .selectFrom('maps')
    .select(sql<string>`coalesce(sum(pg_column_size(report)), 0)`.as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

const selectKept = (queries: Queries, id: string) => queries.selectFrom('maps').where('id', '=', id).where('expires_at', '>', NOW)
