import type { Queries } from '../../storage/database.ts'
import { tellChanged } from '../key/keys.ts'
import { isFree, type Plan } from '../plan/plans.ts'
import type { Subscription } from './project.ts'
import type { Wanted } from './quote.ts'

export type SubscriptionChange = Partial<
  Pick<Subscription, 'cancel_at_end' | 'next_plan_id' | 'next_period' | 'overage' | 'overage_cap'>
>

/** Changes what was arranged for a plan; every thread hears of it. */
export async function changeSubscription(queries: Queries, accountId: string, values: SubscriptionChange): Promise<void> {
  await queries
    .updateTable('subscriptions')
    .set(values)
    .where('account_id', '=', accountId)
    .where('product', '=', 'api')
    .execute()
  await tellChanged(queries, accountId)
}

/** Arranges what comes after the paid time: another plan, or for a free one the end. */
export async function arrangeNext(queries: Queries, accountId: string, { plan, period }: Wanted): Promise<void> {
  const isEnd = isFree(plan)
  await changeSubscription(queries, accountId, {
    cancel_at_end: isEnd,
    next_plan_id: isEnd ? null : plan.id,
    next_period: isEnd ? null : period,
  })
}

/** Begins a free plan at once. */
export async function takeFreePlan(queries: Queries, accountId: string, plan: Plan): Promise<void> {
  const values = { plan_id: plan.id, period: 'monthly' as const, order_id: null, ends_at: null, cancel_at_end: false }
  await queries
    .insertInto('subscriptions')
    .values({ account_id: accountId, product: 'api', ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'product']).doUpdateSet({ ...values, overage: false }))
    .execute()
  await tellChanged(queries, accountId)
}
