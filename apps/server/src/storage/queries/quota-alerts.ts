import { sql } from 'kysely'
import type { Queries } from '../database.ts'
import { toUsed } from './quota.ts'

/**
 * Who has leased most of a month, and how much is used: of what the plan includes, or of what there is since it is a
 * smaller one.
 */
export function listNearQuota(queries: Queries, month: string) {
  return queries
    .selectFrom('subscriptions')
    .innerJoin('accounts', 'accounts.id', 'subscriptions.account_id')
    .innerJoin('quotas', (join) => join.onRef('quotas.account_id', '=', 'accounts.id').on('quotas.month', '=', month))
    .where('product', '=', 'api')
    .where(sql<number>`quotas.leased * 10`, '>=', sql<number>`least(quotas.included, quotas.quota) * 8`)
    .select(['accounts.id', 'email', 'lang', 'plan_id', 'overage', 'overage_cap', 'included'])
    .select(toUsed(sql.ref('accounts.id'), sql`${month}::date`).as('used'))
    .execute()
}

/** What has been told in a month. */
export function listAlerts(queries: Queries, month: string) {
  return queries.selectFrom('quota_alerts').select(['account_id', 'quota', 'percent']).where('month', '=', month).execute()
}

type Alert = { readonly account_id: string; readonly month: string; readonly quota: number; readonly percent: number }

/** Notes what is told. Gives what had not been told before. */
export function insertAlerts(queries: Queries, alerts: readonly Alert[]): Promise<Omit<Alert, 'month'>[]> {
  return queries
    .insertInto('quota_alerts')
    .values(alerts)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['account_id', 'quota', 'percent'])
    .execute()
}
