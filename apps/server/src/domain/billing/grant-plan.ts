import type { Queries } from '../../storage/database.ts'
import { giveSubscription } from '../../storage/queries/subscriptions.ts'
import { tellChanged } from '../key/keys.ts'

/** Gives an account a plan that no order pays for, without an end; what was arranged before is dropped. */
export async function grantPlan(queries: Queries, { accountId, planId }: { accountId: string; planId: string }): Promise<void> {
  await giveSubscription(queries, accountId, planId)
  await tellChanged(queries, accountId)
}
