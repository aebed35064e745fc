import type { Queries } from '../../storage/database.ts'
import { lockAccount } from '../../storage/queries/accounts.ts'
import { findOpenRenewals } from '../../storage/queries/orders.ts'
import { grantPlan } from './grant-plan.ts'
import { writeOff } from './orders.ts'

/** Gives an account a plan as the operator's gift: no order, no end. What was to go on for money goes on for nothing, or not at all. */
export async function givePlan(queries: Queries, { accountId, planId }: { accountId: string; planId: string }): Promise<void> {
  await lockAccount(queries, accountId)
  for (const renewal of await findOpenRenewals(queries, accountId)) await writeOff(queries, renewal)
  await grantPlan(queries, { accountId, planId })
}
