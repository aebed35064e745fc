import type { Billing } from '../billing/billing.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Meter } from '../usage/meter.ts'

type Parts = { readonly meter: Meter; readonly billing: Billing; readonly jobs: Jobs }

/** What has to be done before an account is deleted, by whomever. Throws `payment_due` where something is left to pay. */
export async function closeAccount({ meter, billing, jobs }: Parts, accountId: string): Promise<void> {
  await meter.flush() // what the last second has used here is not in the tables yet
  await jobs.removeAll(accountId, { areOpen: true }) // first, since what they have not answered goes back and is not billed
  await billing.settle(accountId, () => meter.whenOthersWrote())
  await jobs.removeAll(accountId) // with their files, which no table deletes
}
