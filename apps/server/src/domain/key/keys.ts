import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '@octet/core/errors.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { toHash } from '../account/secret.ts'
import type { Plans } from '../plan/plans.ts'
import { makeKey, toPrefix } from './key-format.ts'

/** Keys beyond those of the plan that work for a while beside the ones that took their place. */
const MAX_OVERLAPPING = 10
/** Keys of an account that are still listed after their end. */
const MAX_ENDED = 100
/** Longer than a key works beside the one that took its place. */
const ENDS_SOON = sql<boolean>`(revoked_at is not null or coalesce(expires_at <= now() + interval '8 days', false))`
const HAS_ENDED = sql<boolean>`(revoked_at is not null or coalesce(expires_at <= now(), false))`

export type NewKey = {
  readonly name: string
  readonly kind: 'live' | 'test'
  readonly scopes: readonly string[]
  readonly cidrs: readonly string[]
  readonly origins: readonly string[]
  readonly allowQuery: boolean
  /** Requests a month at most; the whole plan unless given. */
  readonly capMonth?: number | null
  readonly expiresAt: Date | null
}

/** What can be changed of a key; what is left out stays. */
export type KeyChange = Partial<Pick<NewKey, 'name' | 'scopes' | 'cidrs' | 'origins' | 'allowQuery' | 'capMonth'>>

/** Keys of accounts: several each, shown once, stored as hash. A change is known on every thread within a second. */
export class Keys {
  readonly #database: Database
  readonly #plans: Plans

  constructor(database: Database, plans: Plans) {
    this.#database = database
    this.#plans = plans
  }

  /** Keys of an account, newest first, as far as they are shown. */
  list(accountId: string) {
    return this.#database.run((queries) =>
      queries
        .selectFrom('keys')
        .select(['id', 'name', 'prefix', 'last4', 'scopes', 'cidrs', 'origins', 'allow_query', 'cap_month'])
        .select(['expires_at', 'revoked_at', 'last_used_at', 'created_at'])
        .where('account_id', '=', accountId)
        .orderBy('created_at', 'desc')
        .execute(),
    )
  }

  /** Makes a key; the first one subscribes to the free plan. Throws `too_many_keys`, `api_not_subscribed`. */
  create(accountId: string, key: NewKey): Promise<{ id: string; key: string }> {
    return this.#database.transact(async (queries) => {
      const limit = await this.#findLimit(queries, accountId)
      if (limit === undefined) throw new AppError('api_not_subscribed')
      if ((await countKeys(queries, accountId)) >= limit) throw new AppError('too_many_keys', { limit })
      return insertKey(queries, accountId, key)
    })
  }

  /** Revokes a key. Throws `no_such` for one that is not the account's. */
  revoke(accountId: string, id: string): Promise<void> {
    return this.#database.transact(async (queries) => {
      const { numUpdatedRows } = await queries
        .updateTable('keys')
        .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw toMissing(id)
      await tellChanged(queries, accountId)
    })
  }

  /** Changes the limits of a key, in force within a second. Throws `no_such` for one that is not the account's. */
  change(accountId: string, id: string, { name, scopes, cidrs, origins, allowQuery, capMonth }: KeyChange): Promise<void> {
    return this.#database.transact(async (queries) => {
      const { numUpdatedRows } = await queries
        .updateTable('keys')
        .set({
          ...(name !== undefined && { name }),
          ...(scopes && { scopes: [...scopes] }),
          ...(cidrs && { cidrs: [...cidrs] }),
          ...(origins && { origins: [...origins] }),
          ...(allowQuery !== undefined && { allow_query: allowQuery }),
          ...(capMonth !== undefined && { cap_month: capMonth }),
          id,
        })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw toMissing(id)
      await tellChanged(queries, accountId)
    })
  }

  /**
   * Makes a key like another one, which ends after an overlap. Where that one was about to end anyhow, or has ended, the new
   * one takes room of the plan. Throws `no_such`, `too_many_rotated`, `key_ends`.
   */
  rotate(accountId: string, id: string, { overlapSeconds }: { overlapSeconds: number }): Promise<{ id: string; key: string }> {
    return this.#database.transact(async (queries) => {
      const limit = (await this.#findLimit(queries, accountId)) ?? 0
      const old = await queries
        .selectFrom('keys')
        .select([ENDS_SOON.as('endsSoon'), 'expires_at'])
        .where('id', '=', id)
        .executeTakeFirst()
      const before = await queries
        .updateTable('keys')
        .set({ expires_at: sql<Date>`least(expires_at, now() + make_interval(secs => ${overlapSeconds}))` })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('revoked_at', 'is', null)
        .returning(['name', 'prefix', 'scopes', 'cidrs', 'origins', 'allow_query', 'cap_month'])
        .executeTakeFirst()
      if (!before) throw toMissing(id)
      const most = limit + MAX_OVERLAPPING
      if ((await countKeys(queries, accountId)) >= most) throw new AppError('too_many_rotated', { limit: most })
      if (old?.endsSoon && (await countKeys(queries, accountId, ENDS_SOON)) >= limit)
        throw new AppError('key_ends', { limit, endsAt: old.expires_at?.toISOString() })
      return insertKey(queries, accountId, {
        ...before,
        kind: before.prefix.startsWith('oct_test_') ? 'test' : 'live',
        allowQuery: before.allow_query,
        capMonth: before.cap_month,
        expiresAt: null,
      })
    })
  }

  /** How many keys the plan has room for; undefined without a plan. */
  async #findLimit(queries: Queries, accountId: string): Promise<number | undefined> {
    // The row of the account is held, so that two calls at once cannot both find room.
    await queries.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow()
    const { free } = this.#plans
    if (free)
      await queries
        .insertInto('subscriptions')
        .values({ account_id: accountId, product: 'api', plan_id: free.id, period: 'monthly' })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    const subscription = await queries
      .selectFrom('subscriptions')
      .select('plan_id')
      .where('account_id', '=', accountId)
      .where('product', '=', 'api')
      .executeTakeFirst()
    return subscription && this.#plans.find(subscription.plan_id)?.keys
  }
}

async function countKeys(queries: Queries, accountId: string, uncounted = HAS_ENDED): Promise<number> {
  const { count } = await queries
    .selectFrom('keys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where(sql<boolean>`not ${uncounted}`)
    .executeTakeFirstOrThrow()
  return count
}

/** Every thread has all keys in memory: those that ended long ago make room. */
async function dropEnded(queries: Queries, accountId: string): Promise<void> {
  await sql`delete from keys where id in (
    select id from keys where account_id = ${accountId} and ${HAS_ENDED}
    order by least(revoked_at, expires_at) desc offset ${sql.lit(MAX_ENDED)})`.execute(queries)
}

async function insertKey(queries: Queries, accountId: string, key: NewKey): Promise<{ id: string; key: string }> {
  await dropEnded(queries, accountId)
  const text = makeKey(key.kind)
  const id = randomUUID()
  await queries
    .insertInto('keys')
    .values({
      id,
      account_id: accountId,
      name: key.name,
      hash: toHash(text),
      prefix: toPrefix(text),
      last4: text.slice(-4),
      scopes: [...key.scopes],
      cidrs: [...key.cidrs],
      origins: [...key.origins],
      allow_query: key.allowQuery,
      cap_month: key.capMonth ?? null,
      expires_at: key.expiresAt,
    })
    .execute()
  await tellChanged(queries, accountId)
  return { id, key: text }
}

/** Tells every thread to read the keys of an account anew. */
export async function tellChanged(queries: Queries, accountId: string): Promise<void> {
  await sql`select pg_notify('octet_keys', ${accountId})`.execute(queries)
}

function toMissing(id: string): AppError {
  return new AppError('no_such', { what: { en: 'key', zh: '密钥' }, got: id })
}
