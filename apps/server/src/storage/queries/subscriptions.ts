import { sql, type UpdateObject } from 'kysely'
import type { Queries } from '../database.ts'
import type { Schema } from '../schema.ts'
import { NOW } from './clock.ts'

/** Columns of a subscription that change. */
export type SubscriptionValues = Omit<UpdateObject<Schema, 'subscriptions'>, 'account_id' | 'product'>
export type Subscription = NonNullable<Awaited<ReturnType<typeof findSubscription>>>

/** The plan that an account has for the API. */
export function findSubscription(queries: Queries, accountId: string) {
  return queries
    .selectFrom('subscriptions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('product', '=', 'api')
    .executeTakeFirst()
}

/** Every plan of an account, with its end; null for none. */
export function listSubscriptions(queries: Queries, accountId: string) {
  return queries.selectFrom('subscriptions').select(['plan_id', 'ends_at']).where('account_id', '=', accountId).execute()
}

/** Gives a plan to an account that has none. */
export async function addSubscription(queries: Queries, accountId: string, planId: string): Promise<void> {
  await queries
    .insertInto('subscriptions')
    .values({ account_id: accountId, product: 'api', plan_id: planId, period: 'monthly' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type NewSubscription = SubscriptionValues & { readonly plan_id: string; readonly period: 'monthly' | 'yearly' }

/** Gives a plan to an account in the place of the one it has. */
export async function upsertSubscription(queries: Queries, accountId: string, values: NewSubscription): Promise<void> {
  await queries
    .insertInto('subscriptions')
    .values({ account_id: accountId, product: 'api', ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'product']).doUpdateSet(values))
    .execute()
}

export async function updateSubscription(queries: Queries, accountId: string, values: SubscriptionValues): Promise<void> {
  await queries
    .updateTable('subscriptions')
    .set(values)
    .where('account_id', '=', accountId)
    .where('product', '=', 'api')
    .execute()
}

export async function deleteSubscription(queries: Queries, accountId: string): Promise<void> {
  await queries.deleteFrom('subscriptions').where('account_id', '=', accountId).where('product', '=', 'api').execute()
}

/** What no order pays for has no end, and nothing that was arranged. */
const WITHOUT_ORDER = {
  period: 'monthly',
  order_id: null,
  ends_at: null,
  next_plan_id: null,
  next_period: null,
  cancel_at_end: false,
  overage: false,
  overage_cap: 0,
  past_due_since: null,
} as const

/** Gives an account a plan that no order pays for. */
export async function giveSubscription(queries: Queries, accountId: string, planId: string): Promise<void> {
  await upsertSubscription(queries, accountId, { plan_id: planId, ...WITHOUT_ORDER })
}

/** Puts an account back on a plan that no order pays for, from now on. */
export async function resetSubscription(queries: Queries, accountId: string, planId: string): Promise<void> {
  await updateSubscription(queries, accountId, { plan_id: planId, started_at: NOW, ...WITHOUT_ORDER })
}

/** Paid plans that end by a moment, each with its provider and the renewal that there is; the earliest end first. */
export function listEnding(queries: Queries, until: Date) {
  return queries
    .selectFrom('subscriptions')
    .leftJoin('orders as paid', 'paid.id', 'subscriptions.order_id')
    .leftJoin('orders as next', (join) =>
      join
        .onRef('next.account_id', '=', 'subscriptions.account_id')
        .onRef('next.covers_from', '=', 'subscriptions.ends_at')
        .on('next.kind', '=', 'renewal')
        .on('next.state', '=', 'open'),
    )
    .select(['subscriptions.account_id', 'ends_at', 'cancel_at_end', 'paid.provider', 'next.id as next_id'])
    .where('product', '=', 'api')
    .where('order_id', 'is not', null)
    .where('ends_at', '<=', until)
    .orderBy('ends_at')
    .execute()
}

/** Plans that are held now and are none of those known, with how many accounts have each. */
export function listLostPlans(queries: Queries, known: readonly string[]) {
  return queries
    .selectFrom('subscriptions')
    .select(({ fn }) => ['plan_id as plan', fn.count<number>('account_id').distinct().as('accounts')])
    .where('plan_id', 'not in', known)
    .where(sql<boolean>`(ends_at is null or ends_at > now())`)
    .groupBy('plan_id')
    .orderBy('plan_id')
    .execute()
}
