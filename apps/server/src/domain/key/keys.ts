import { randomUUID } from 'node:crypto'
import { AppError } from '@octet/core/errors.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { notify } from '../../storage/notify.ts'
import { holdAccount } from '../../storage/queries/accounts.ts'
import * as rows from '../../storage/queries/keys.ts'
import { addSubscription, findSubscription } from '../../storage/queries/subscriptions.ts'
import { toHash } from '../account/secret.ts'
import type { Plans } from '../plan/plans.ts'
import { makeKey, toPrefix } from './key-format.ts'

/** Keys beyond those of the plan that work for a while beside the ones that took their place. */
const MAX_OVERLAPPING = 10
/** Keys of an account that are still listed after their end. */
const MAX_ENDED = 100
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
    return this.#database.run((queries) => rows.listKeys(queries, accountId))
  }

  /** Makes a key; the first one subscribes to the free plan. Throws `too_many_keys`, `api_not_subscribed`. */
  create(accountId: string, key: NewKey): Promise<{ id: string; key: string }> {
    return this.#database.transact(async (queries) => {
      const limit = await this.#findLimit(queries, accountId)
      if (limit === undefined) throw new AppError('api_not_subscribed')
      if ((await rows.countKeys(queries, accountId)) >= limit) throw new AppError('too_many_keys', { limit })
      return insertKey(queries, accountId, key)
    })
  }

  /** Revokes a key; false where it was before. Throws `no_such` for one that is not the account's. */
  revoke(accountId: string, id: string): Promise<boolean> {
    return this.#database.transact(async (queries) => {
      const revoked = await rows.revokeKey(queries, { id, accountId })
      if (!revoked) throw toMissing(id)
      if (revoked.isNow) await tellChanged(queries, accountId)
      return revoked.isNow
    })
  }

  /** Changes the limits of a key, in force within a second. Throws `no_such` for one that is not the account's. */
  change(accountId: string, id: string, change: KeyChange): Promise<void> {
    return this.#database.transact(async (queries) => {
      if (!(await rows.changeKey(queries, { id, accountId }, change))) throw toMissing(id)
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
      const old = await rows.findEnd(queries, id)
      const before = await rows.shortenKey(queries, { id, accountId }, overlapSeconds)
      if (!before) throw toMissing(id)
      const most = limit + MAX_OVERLAPPING
      if ((await rows.countKeys(queries, accountId)) >= most) throw new AppError('too_many_rotated', { limit: most })
      if (old?.endsSoon && (await rows.countLasting(queries, accountId)) >= limit)
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
    await holdAccount(queries, accountId)
    const { free } = this.#plans
    if (free) await addSubscription(queries, accountId, free.id)
    const subscription = await findSubscription(queries, accountId)
    return subscription && this.#plans.find(subscription.plan_id)?.keys
  }
}

async function insertKey(queries: Queries, accountId: string, key: NewKey): Promise<{ id: string; key: string }> {
  await rows.dropEnded(queries, accountId, MAX_ENDED)
  const text = makeKey(key.kind)
  const id = randomUUID()
  await rows.insertKey(queries, {
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
  await tellChanged(queries, accountId)
  return { id, key: text }
}

/** Tells every thread to read the keys of an account anew. */
export async function tellChanged(queries: Queries, accountId: string): Promise<void> {
  await notify(queries, 'octet_keys', accountId)
}

function toMissing(id: string): AppError {
  return new AppError('no_such', { what: { en: 'key', zh: '密钥' }, got: id })
}
