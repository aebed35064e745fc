import type { Queries } from '../../storage/database.ts'
import { listOpenPurchases, voidOrders, type Order } from '../../storage/queries/orders.ts'
import type { Period, Plan } from '../plan/plans.ts'
import type { BillingContext } from './context.ts'
import { addOrder } from './orders.ts'
import type { Provider } from './provider.ts'
import type { Quote } from './quote.ts'

/** A checkout that was begun can be gone on with for so long. */
const REUSE_MS = 20 * 3_600_000

export type NewCheckout = {
  readonly accountId: string
  readonly email: string
  readonly lang: 'en' | 'zh'
  readonly plan: Plan
  readonly period: Period
  readonly provider: Provider
  readonly quote: Extract<Quote, { kind: 'subscribe' | 'upgrade' }>
}

/** Orders a plan; a checkout that was begun for the same one is gone on with. */
export async function orderPlan(
  queries: Queries,
  context: BillingContext,
  { quote, plan, ...rest }: NewCheckout,
): Promise<Order> {
  const open = await listOpenPurchases(queries, rest.accountId)
  const [last] = open
  const isSame =
    last?.kind === 'subscribe' && last.plan_id === plan.id && last.period === rest.period && last.provider === rest.provider.id
  if (isSame && quote.kind === 'subscribe' && last.created_at.getTime() > context.now().getTime() - REUSE_MS) return last
  // One purchase at a time: money that still comes for an earlier one becomes credit.
  await voidOrders(
    queries,
    open.map(({ id }) => id),
  )
  const covers = quote.kind === 'upgrade' ? { covers: { from: context.now(), until: quote.coversUntil } } : {}
  const { kind, lines } = quote
  return addOrder(queries, { ...rest, kind, lines, planId: plan.id, ...covers }, context)
}
