import { sql, type Selectable } from 'kysely'
import type { Queries } from '../database.ts'
import type { Schema } from '../schema.ts'

/** Longer than a key works beside the one that took its place. */
const ENDS_SOON = sql<boolean>`(revoked_at is not null or coalesce(expires_at <= now() + interval '8 days', false))`
const HAS_ENDED = sql<boolean>`(revoked_at is not null or coalesce(expires_at <= now(), false))`

type Owned = { readonly id: string; readonly accountId: string }
export type NewKeyRow = Omit<Selectable<Schema['keys']>, 'revoked_at' | 'last_used_at' | 'created_at'>

/** Keys of an account, newest first, as far as they are shown. */
export function listKeys(queries: Queries, accountId: string) {
  return queries
    .selectFrom('keys')
    .select(['id', 'name', 'prefix', 'last4', 'scopes', 'cidrs', 'origins', 'allow_query', 'cap_month'])
    .select(['expires_at', 'revoked_at', 'last_used_at', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .execute()
}

/** Keys of an account that have not ended. */
export function countKeys(queries: Queries, accountId: string): Promise<number> {
  return countBut(queries, accountId, HAS_ENDED)
}

/** Keys of an account that are not about to end either. */
export function countLasting(queries: Queries, accountId: string): Promise<number> {
  return countBut(queries, accountId, ENDS_SOON)
}

async function countBut(queries: Queries, accountId: string, uncounted: typeof HAS_ENDED): Promise<number> {
  const { count } = await queries
    .selectFrom('keys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where(sql<boolean>`not ${uncounted}`)
    .executeTakeFirstOrThrow()
  return count
}

/** When a key ends, and whether that is soon. */
export function findEnd(queries: Queries, id: string) {
  return queries
    .selectFrom('keys')
    .select([ENDS_SOON.as('endsSoon'), 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function insertKey(queries: Queries, key: NewKeyRow): Promise<void> {
  await queries.insertInto('keys').values(key).execute()
}

/** Revokes a key, and says whether that is what ended it or it had been revoked before; nothing for one that is not the account's. */
export function revokeKey(queries: Queries, { id, accountId }: Owned) {
  return queries
    .updateTable('keys')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning(sql<boolean>`revoked_at = now()`.as('isNow'))
    .executeTakeFirst()
}

type Change = {
  readonly name?: string
  readonly scopes?: readonly string[]
  readonly cidrs?: readonly string[]
  readonly origins?: readonly string[]
  readonly allowQuery?: boolean
  readonly capMonth?: number | null
}

/** Changes a key, what is left out stays; false for one that is not the account's or that is revoked. */
export async function changeKey(
  queries: Queries,
  { id, accountId }: Owned,
  { name, scopes, cidrs, origins, allowQuery, capMonth }: Change,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('keys')
    .set({
      ...(name !== undefined && { name }),
      ...(scopes && { scopes: [...scopes] }),
      ...(cidrs && { cidrs: [...cidrs] }),
      ...(origins && { origins: [...origins] }),
      ...(allowQuery !== undefined && { allow_query: allowQuery }),
      ...(capMonth !== undefined && { cap_month: capMonth }),
      id, // so that there is something to set when nothing changes
    })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Has a key end after some seconds, unless it ends before; undefined for one that is not the account's or that is revoked. */
export function shortenKey(queries: Queries, { id, accountId }: Owned, seconds: number) {
  return queries
    .updateTable('keys')
    .set({ expires_at: sql<Date>`least(expires_at, now() + make_interval(secs => ${seconds}))` })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .returning(['name', 'prefix', 'scopes', 'cidrs', 'origins', 'allow_query', 'cap_month'])
    .executeTakeFirst()
}

/** Forgets keys of an account that have ended, but for the latest: every thread has all keys in memory. */
export async function dropEnded(queries: Queries, accountId: string, kept: number): Promise<void> {
  await sql`delete from keys where id in (
    select id from keys where account_id = ${accountId} and ${HAS_ENDED}
    order by least(revoked_at, expires_at) desc offset ${sql.lit(kept)})`.execute(queries)
}

/** What a request has to know of the keys of an account, or of all keys. */
export function readKeys(queries: Queries, accountId: string | undefined) {
  const all = queries
    .selectFrom('keys')
    .innerJoin('accounts', 'accounts.id', 'keys.account_id')
    .leftJoin('subscriptions', (join) =>
      join.onRef('subscriptions.account_id', '=', 'keys.account_id').on('subscriptions.product', '=', 'api'),
    )
    .select(['keys.id', 'keys.account_id', 'hash', 'scopes', 'cidrs', 'origins', 'allow_query', 'expires_at', 'revoked_at'])
    .select(['cap_month', 'accounts.disabled_at', 'plan_id', 'overage', 'overage_cap'])
  return (accountId === undefined ? all : all.where('keys.account_id', '=', accountId)).execute()
}
