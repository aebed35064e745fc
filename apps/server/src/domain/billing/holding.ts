import type { Queries } from '../../storage/database.ts'
import { getOrder, type Order } from '../../storage/queries/orders.ts'
import type { Plans } from '../plan/plans.ts'
import { toShare, type OrderLine } from './order-lines.ts'
import { findPeriodDay } from './period-day.ts'
import { findSubscription } from '../../storage/queries/subscriptions.ts'
import type { Holding } from './quote.ts'

/** What an account has now, with the price of the time it has paid for; undefined without a plan that is still offered. */
export async function findHolding(queries: Queries, plans: Plans, accountId: string): Promise<Holding | undefined> {
  const subscription = await findSubscription(queries, accountId)
  const plan = subscription && plans.find(subscription.plan_id)
  if (!subscription || !plan) return undefined
  const { period, order_id: orderId, ends_at: until } = subscription
  const order = orderId === null ? undefined : await getOrder(queries, orderId)
  const line = order?.lines.find((one) => one.kind === 'plan')
  if (!order || !until || line?.kind !== 'plan') return { plan, period, paid: undefined }
  return { plan, period, paid: { until, price: toKept(order, line), day: await findPeriodDay(queries, order) } }
}

/** The price of a whole period without the share of it that has been given back. */
function toKept({ refunded, net, total }: Order, { price, amount }: Extract<OrderLine, { kind: 'plan' }>): number {
  if (refunded === 0 || amount === 0) return price
  return toShare(price, Math.max(0, amount - toShare(refunded, net, total)), amount)
}
