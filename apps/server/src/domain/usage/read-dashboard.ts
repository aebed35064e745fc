import { sql } from 'kysely'
import type { Database, Queries } from '../../storage/database.ts'
import { readUsed } from '../../storage/quota.ts'
import type { Plans } from '../plan/plans.ts'

/** Rows of an answer. More hours than that are told by the day; of more days the newest. */
const MAX_ROWS = 10_000

type Wanted = {
  readonly accountId: string
  readonly plans: Plans
  readonly start: Date
  readonly end: Date
  readonly step: 'hour' | 'day'
}

/** Subscription, the month, totals and statistics of an account. Counts are at most about a second old. */
export function readDashboard(database: Database, { accountId, plans, start, end, step }: Wanted) {
  return database.transact(async (queries) => {
    const subscription = await queries
      .selectFrom('subscriptions')
      .select(['plan_id', 'period', 'started_at', 'ends_at'])
      .where('account_id', '=', accountId)
      .where('product', '=', 'api')
      .executeTakeFirst()
    const plan = subscription && plans.find(subscription.plan_id)
    const now = new Date()
    const month = `${now.toISOString().slice(0, 7)}-01`
    const used = await readUsed(queries, { accountId, month })
    const quota = await queries
      .selectFrom('quotas')
      .select('returned')
      .where('account_id', '=', accountId)
      .where('month', '=', month)
      .executeTakeFirst()
    const { total } = await queries
      .selectFrom('usage')
      .select(sql<number>`coalesce(sum(requests), 0)::int8`.as('total'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    const { shown, statistics } = await readStatistics(queries, { accountId, start, end, step })
    return {
      subscription: subscription
        ? {
            plan: subscription.plan_id,
            name: plan?.name ?? subscription.plan_id,
            period: subscription.period,
            started_at: subscription.started_at.toISOString(),
            ends_at: subscription.ends_at?.toISOString() ?? null,
          }
        : null,
      month: plan
        ? {
            quota: plan.requestsPerMonth,
            used,
            returned: quota?.returned ?? 0,
            resets_at: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString(),
          }
        : null,
      total_requests: total,
      step: shown,
      statistics: statistics.map(({ hour, ...row }) => ({ ...row, hour: hour.toISOString() })),
    }
  })
}

type Span = Pick<Wanted, 'accountId' | 'start' | 'end' | 'step'>

async function readStatistics(queries: Queries, span: Span) {
  const rows = await readRows(queries, span)
  if (rows.length > MAX_ROWS && span.step === 'hour')
    return { shown: 'day' as const, statistics: toShown(await readRows(queries, { ...span, step: 'day' })) }
  return { shown: span.step, statistics: toShown(rows) }
}

const toShown = <Row>(newestFirst: readonly Row[]): Row[] => newestFirst.slice(0, MAX_ROWS).toReversed()

/** One row more than are shown, if there are so many; the newest first. */
function readRows(queries: Queries, { accountId, start, end, step }: Span) {
  const time = sql<Date>`date_trunc(${sql.lit(step)}, hour at time zone 'utc') at time zone 'utc'`
  return queries
    .selectFrom('usage')
    .select([time.as('hour'), 'key_id', 'product', 'status', sql<number>`sum(requests)::int8`.as('requests')])
    .where('account_id', '=', accountId)
    .where('hour', '>=', new Date(Math.floor(start.getTime() / 3_600_000) * 3_600_000))
    .where('hour', '<=', end)
    .groupBy([time, 'key_id', 'product', 'status'])
    .orderBy(time, 'desc')
    .limit(MAX_ROWS + 1)
    .execute()
}
