import { sql } from 'kysely'
import type { Queries } from '../database.ts'
import { inDays, NOW } from './clock.ts'

export type NewKeptInput = {
  readonly id: string
  readonly sealed: Buffer
  readonly removalHash: Buffer
  readonly days: number
}

/** Keeps a sealed input for so many days. Gives the moment at which it ends. */
export async function insertKeptInput(queries: Queries, { id, sealed, removalHash, days }: NewKeptInput): Promise<Date> {
  const { expires_at: end } = await queries
    .insertInto('kept_inputs')
    .values({ id, sealed, removal_hash: removalHash, expires_at: inDays(days) })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return end
}

/** A sealed input that has not ended. */
export function findKeptInput(queries: Queries, id: string): Promise<{ sealed: Buffer; expires_at: Date } | undefined> {
  return queries
    .selectFrom('kept_inputs')
    .select(['sealed', 'expires_at'])
    .where('id', '=', id)
    .where('expires_at', '>', NOW)
    .executeTakeFirst()
}

/** Removes an input whose word for that has this hash. Gives whether there was one. */
export async function deleteKeptInput(queries: Queries, id: string, removalHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('kept_inputs')
    .where('id', '=', id)
    .where('removal_hash', '=', removalHash)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Bytes that all kept inputs take together, to which nobody else adds until the transaction ends; the database knows their sizes without reading them. */
export async function holdKeptBytes(queries: Queries): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('kept_inputs', 6))`.execute(queries)
  const { bytes } = await queries
    .selectFrom('kept_inputs')
    .select(sql<string>`coalesce(sum(octet_length(sealed)), 0)`.as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes)
}
