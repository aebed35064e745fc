import type { Database, Queries } from '../../storage/database.ts'
import { readReturned, readUsed } from '../../storage/queries/quota.ts'
import { findSubscription } from '../../storage/queries/subscriptions.ts'
import { readTotal, readUsage, type Span } from '../../storage/queries/usage.ts'
import { toExtraUnits, type Plans } from '../plan/plans.ts'

/** Rows of an answer. More hours than that are told by the day; of more days the newest. */
const MAX_ROWS = 10_000

type Wanted = Span & { readonly plans: Plans }

/** Subscription, the month, totals and statistics of an account. Counts are at most about a second old. */
export function readDashboard(database: Database, { accountId, plans, start, end, step }: Wanted) {
  return database.transact(async (queries) => {
    const subscription = await findSubscription(queries, accountId)
    const plan = subscription && plans.find(subscription.plan_id)
    const now = new Date()
    const month = `${now.toISOString().slice(0, 7)}-01`
    const used = await readUsed(queries, { accountId, month })
    const returned = await readReturned(queries, { accountId, month })
    const total = await readTotal(queries, accountId)
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
            limit: plan.requestsPerMonth + (subscription?.overage ? toExtraUnits(plan, subscription.overage_cap) : 0),
            used,
            returned,
            resets_at: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString(),
          }
        : null,
      total_requests: total,
      step: shown,
      statistics: statistics.map(({ hour, ...row }) => ({ ...row, hour: hour.toISOString() })),
    }
  })
}

async function readStatistics(queries: Queries, span: Span) {
  const rows = await readRows(queries, span)
  if (rows.length > MAX_ROWS && span.step === 'hour')
    return { shown: 'day' as const, statistics: toShown(await readRows(queries, { ...span, step: 'day' })) }
  return { shown: span.step, statistics: toShown(rows) }
}

const toShown = <Row>(newestFirst: readonly Row[]): Row[] => newestFirst.slice(0, MAX_ROWS).toReversed()

/** One row more than are shown, if there are so many; the newest first. */
const readRows = (queries: Queries, span: Span) => readUsage(queries, span, MAX_ROWS + 1)
