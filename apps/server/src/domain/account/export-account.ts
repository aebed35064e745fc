import type { Database } from '../../storage/database.ts'
import { readAccountData } from '../../storage/queries/account-data.ts'
import { toFaultFields } from '../jobs/job-fault.ts'

/** Everything that is stored about an account, without hashes and secrets. */
export function exportAccount(database: Database, accountId: string): Promise<Record<string, unknown>> {
  return database.transact(async (queries) => {
    const { account, jobs, ...data } = await readAccountData(queries, accountId)
    return { account, ...data, jobs: jobs.map((job) => ({ ...job, ...toFaultFields(job.error, account?.lang ?? 'en') })) }
  })
}
