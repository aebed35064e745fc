import { sql } from 'kysely'
import type { Queries } from '../database.ts'
import { toUsed } from './quota.ts'

/** Who has leased most of what the plan includes in a month, and how much is used. */
export function listNearQuota(queries: Queries, month: string) {
  return queries
    .selectFrom('subscriptions')
    .innerJoin('accounts', 'accounts.id', 'subscriptions.account_id')
    .innerJoin('quotas', (join) => join.onRef('quotas.account_id', '=', 'accounts.id').on('quotas.month', '=', month))
    .where('product', '=', 'api')
    .where(sql<number>`quotas.leased * 10`, '>=', sql<number>`quotas.included * 8`)
    .select(['accounts.id', 'email', 'lang', 'plan_id', 'overage'])
    .select(toUsed(sql.ref('accounts.id'), sql`${month}::date`).as('used'))
    .execute()
}

/** What has been told in a month. */
export function listAlerts(queries: Queries, month: string) {
  return queries.selectFrom('quota_alerts').select(['account_id', 'quota', 'percent']).where('month', '=', month).execute()
}

type Alert = { readonly account_id: string; readonly month: string; readonly quota: number; readonly percent: number }

/** Notes what is told. Gives the percentages that had not been told before. */
export async function insertAlerts(queries: Queries, alerts: readonly Alert[]): Promise<number[]> {
  const added = await queries
    .insertInto('quota_alerts')
    .values(alerts)
    .onConflict((conflict) => conflict.doNothing())
    .returning('percent')
    .execute()
  return added.map(({ percent }) => percent)
}
