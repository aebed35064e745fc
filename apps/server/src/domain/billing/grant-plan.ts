import type { Queries } from '../../storage/database.ts'
import { upsertSubscription } from '../../storage/queries/subscriptions.ts'
import { tellChanged } from '../key/keys.ts'

/** Gives an account a plan that no order pays for, without an end; what was arranged before is dropped. */
export async function grantPlan(queries: Queries, { accountId, planId }: { accountId: string; planId: string }): Promise<void> {
  const values = {
    plan_id: planId,
    order_id: null,
    ends_at: null,
    next_plan_id: null,
    next_period: null,
    cancel_at_end: false,
    overage: false,
    overage_cap: 0,
    past_due_since: null,
  }
  await upsertSubscription(queries, accountId, { values: { period: 'monthly', ...values }, update: values })
  await tellChanged(queries, accountId)
}
