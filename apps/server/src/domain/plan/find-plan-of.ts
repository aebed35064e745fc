import type { Database } from '../../storage/database.ts'
import { findSubscription } from '../../storage/queries/subscriptions.ts'

/** The id of the plan that an account has; undefined for none. */
export async function findPlanOf(database: Database, accountId: string): Promise<string | undefined> {
  return (await database.transact((queries) => findSubscription(queries, accountId)))?.plan_id
}
