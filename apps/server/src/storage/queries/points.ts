import { sql, type Insertable, type RawBuilder, type UpdateObject } from 'kysely'
import type { Queries } from '../database.ts'
import type { Schema } from '../schema.ts'
import { inSeconds, NOW } from './clock.ts'

const COLUMNS = ['id', 'name', 'account_id', 'tags', 'country', 'city', 'latitude', 'longitude'] as const
const MAX_LISTED = 5_000

export async function insertPoint(queries: Queries, point: Insertable<Schema['points']>): Promise<void> {
  await queries.insertInto('points').values(point).execute()
}

export async function countPoints(queries: Queries, accountId: string): Promise<number> {
  const { count } = await queries
    .selectFrom('points')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * The point of a token, its newest or the one before while that works, and the time by the clock of the database: those of
 * machines differ.
 */
export function findPoint(queries: Queries, tokenHash: Buffer) {
  return queries
    .selectFrom('points')
    .select([...COLUMNS, sql<number>`(extract(epoch from clock_timestamp()) * 1000)::int8`.as('askedAtMs')])
    .where(isTokenOf(sql`${tokenHash}::bytea`))
    .executeTakeFirst()
}

/**
 * Notes that a point was there; one that came with its newest token needs the one before no more. False where the token works
 * no more.
 */
export async function touchPoint(
  queries: Queries,
  id: string,
  { version, tokenHash }: { version: string; tokenHash: Buffer },
): Promise<boolean> {
  const ifOlder = <T>(column: string) => sql<T | null>`case when token_hash <> ${tokenHash} then ${sql.ref(column)} end`
  const { numUpdatedRows } = await queries
    .updateTable('points')
    .set({
      version,
      last_seen_at: NOW,
      old_token_hash: ifOlder<Buffer>('old_token_hash'),
      old_token_until: ifOlder<Date>('old_token_until'),
    })
    .where('id', '=', id)
    .where(isTokenOf(sql`${tokenHash}::bytea`))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether a token is the newest of a point, or the one before while that works. */
const isTokenOf = (hash: RawBuilder<unknown>) =>
  sql<boolean>`(token_hash = ${hash} or old_token_hash = ${hash} and old_token_until > now())`

export type NewToken = { readonly hash: Buffer; readonly end: string; readonly oldHours: number }

/** Gives a point, of an account where one is given, another token; until when the one before works, or undefined for no such point. */
export function renewToken(queries: Queries, { id, accountId }: { id: string; accountId?: string }, token: NewToken) {
  const { hash, end, oldHours } = token
  return queries
    .updateTable('points')
    .set({
      token_hash: hash,
      token_end: end,
      old_token_hash: oldHours > 0 ? sql<Buffer>`token_hash` : null,
      old_token_until: oldHours > 0 ? inSeconds(oldHours * 3_600) : null,
    })
    .where('id', '=', id)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId!))
    .returning('old_token_until')
    .executeTakeFirst()
}

/** Points of the operator (`null`) or of an account, oldest first. */
export function listPoints(queries: Queries, accountId: string | null) {
  return queries
    .selectFrom('points')
    .select([...COLUMNS, 'token_end', 'version', 'last_seen_at', 'created_at'])
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .orderBy('created_at')
    .limit(MAX_LISTED)
    .execute()
}

type UsedToken = { readonly id: string; readonly tokenHash: Buffer }

/** Those of some points that there are and whose token works. */
export async function filterPoints(queries: Queries, tokens: readonly UsedToken[]): Promise<string[]> {
  const [ids, hashes] = [tokens.map(({ id }) => id), tokens.map(({ tokenHash }) => tokenHash)]
  const { rows } = await sql<{ id: string }>`select points.id from points
    join unnest(${ids}::uuid[], ${hashes}::bytea[]) as used (id, hash) on used.id = points.id
    where ${isTokenOf(sql.ref('used.hash'))}`.execute(queries)
  return rows.map(({ id }) => id)
}

/** Deletes a point, of an account where one is given; false when there is none. */
export async function deletePoint(queries: Queries, id: string, accountId?: string): Promise<boolean> {
  const all = queries.deleteFrom('points').where('id', '=', id)
  const { numDeletedRows } = await (accountId === undefined ? all : all.where('account_id', '=', accountId)).executeTakeFirst()
  return numDeletedRows > 0n
}

type Change = Pick<UpdateObject<Schema, 'points'>, 'name' | 'tags' | 'country' | 'city' | 'latitude' | 'longitude'>

/** Changes a point of an account; false when it has none of that id. */
export async function changePoint(
  queries: Queries,
  { id, accountId }: { id: string; accountId: string },
  change: Change,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('points')
    .set({ name: sql<string>`name`, ...change }) // so that there is something to set when nothing changes
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
