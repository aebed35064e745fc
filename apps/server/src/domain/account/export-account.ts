import type { Database } from '../../storage/database.ts'
import { readAccountData } from '../../storage/queries/account-data.ts'
import { toOrderState } from '../billing/orders.ts'
import { toFaultFields } from '../jobs/job-fault.ts'

/** Everything that is stored about an account, without hashes and secrets. */
export function exportAccount(database: Database, accountId: string): Promise<Record<string, unknown>> {
  return database.transact(async (queries) => {
    const { account, jobs, orders, ...data } = await readAccountData(queries, accountId)
    return {
      account,
      ...data,
      // What is stored as open may be paid: invoices say the same.
      orders: orders.map((order) => ({ ...order, state: toOrderState(order) })),
      jobs: jobs.map((job) => ({ ...job, ...toFaultFields(job.error, account?.lang ?? 'en') })),
    }
  })
}
