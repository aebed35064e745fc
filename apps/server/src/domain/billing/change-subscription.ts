import type { Queries } from '../../storage/database.ts'
import { updateSubscription, type Subscription } from '../../storage/queries/subscriptions.ts'
import { tellChanged } from '../key/keys.ts'
import { isFree } from '../plan/plans.ts'
import type { Wanted } from './quote.ts'

export type SubscriptionChange = Partial<
  Pick<Subscription, 'cancel_at_end' | 'next_plan_id' | 'next_period' | 'overage' | 'overage_cap'>
>

/** Changes what was arranged for a plan; every thread hears of it. */
export async function changeSubscription(queries: Queries, accountId: string, values: SubscriptionChange): Promise<void> {
  await updateSubscription(queries, accountId, values)
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
