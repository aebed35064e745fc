import type { Queries } from '../../storage/database.ts'
import { listBookings } from '../../storage/queries/ledger.ts'
import { findTerms, readUsed } from '../../storage/queries/quota.ts'
import { isFree } from '../plan/plans.ts'
import type { BillingContext } from './context.ts'
import { toMonth } from './periods.ts'
import { findSubscription } from '../../storage/queries/subscriptions.ts'

export type SubscriptionState = 'none' | 'free' | 'active' | 'past_due' | 'cancelled'

/** The subscription of an account with the month so far: `cancelled` goes on until it expires. */
export async function readSubscription(queries: Queries, accountId: string, context: BillingContext) {
  const row = await findSubscription(queries, accountId)
  const plan = row && context.plans.find(row.plan_id)
  const month = toMonth(context.now())
  const used = await readUsed(queries, { accountId, month })
  const next = row?.next_plan_id ? context.plans.find(row.next_plan_id) : undefined
  // As the bill counts: beyond the largest plan of the month, at the price that was agreed to, whatever has changed since.
  const terms = await findTerms(queries, { accountId, month })
  const extra = Math.max(0, used - (terms?.included ?? used))
  const state: SubscriptionState =
    !row || !plan ? 'none' : isFree(plan) ? 'free' : row.past_due_since ? 'past_due' : row.cancel_at_end ? 'cancelled' : 'active'
  return {
    plan: plan?.id ?? null,
    name: plan?.name ?? null,
    state,
    period: plan && row && !isFree(plan) ? row.period : null,
    started_at: row?.started_at.toISOString() ?? null,
    expires_at: row?.ends_at?.toISOString() ?? null,
    is_paid: row?.order_id !== null && row?.order_id !== undefined,
    cancel_at_end: row?.cancel_at_end ?? false,
    next: next ? { plan: next.id, name: next.name, period: row?.next_period ?? 'monthly' } : null,
    databases: plan?.databases ?? [],
    overage: {
      is_on: row?.overage ?? false,
      cap: row?.overage_cap ?? 0,
      extra_per_1000: plan?.extraPer1000 ?? null,
      requests: extra,
      amount: Math.ceil(extra / 1_000) * (terms?.extra_price ?? 0),
    },
    usage: {
      quota: plan?.requestsPerMonth ?? 0,
      used,
      resets_at: new Date(Date.UTC(context.now().getUTCFullYear(), context.now().getUTCMonth() + 1, 1)).toISOString(),
    },
    currency: context.config.currency,
  }
}

/** The bookings that touch an account, newest first, with what it owed after each. */
export async function readLedger(queries: Queries, accountId: string) {
  const name = `customer:${accountId}`
  const rows = await listBookings(queries, { accountId, name })
  return rows.map(({ source, accounts, amounts, created_at: at, invoice_number: invoice, ...row }) => ({
    ...row,
    source,
    kind: source.split(':', 1)[0] ?? '',
    invoice,
    created_at: at.toISOString(),
    lines: accounts.map((account, index) => ({
      account: account === name ? 'customer' : account,
      amount: Number(amounts[index]),
    })),
  }))
}
