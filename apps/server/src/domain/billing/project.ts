import type { Queries } from '../../storage/database.ts'
import {
  findOpenRenewals,
  findOrder,
  listCovering,
  listOpenPurchases,
  voidOrders,
  type Order,
} from '../../storage/queries/orders.ts'
import { keepAddressee } from '../../storage/queries/accounts.ts'
import {
  deleteSubscription,
  findSubscription,
  resetSubscription,
  updateSubscription,
  upsertSubscription,
  type Subscription,
} from '../../storage/queries/subscriptions.ts'
import { tellChanged } from '../key/keys.ts'
import { addMail } from '../mail/outbox.ts'
import { toPage, type BillingContext } from './context.ts'
import { toGraceEnd } from './grace.ts'
import { isGranted } from './orders.ts'

/** A provider's clock may be ahead of ours by so much. */
const SKEW_MS = 300_000

/**
 * Makes the subscription of an account follow from its orders: the newest granted one that covers this moment; within
 * the time of grace the one before; else the free plan. What the operator gave stays until an order is paid, which is
 * `paidNow` then: what is told of older orders changes nothing about it.
 */
export async function projectSubscription(
  queries: Queries,
  accountId: string,
  context: BillingContext,
  paidNow?: string,
): Promise<void> {
  const account = await keepAddressee(queries, accountId)
  if (!account) return
  const before = await findSubscription(queries, accountId)
  const order = await findCovering(queries, accountId, context.now())
  if (before && isGiven(before, context) && order?.id !== paidNow) return
  if (before?.order_id && before.order_id !== order?.id) await voidUpgrades(queries, accountId)
  if (order) await follow(queries, { accountId, before, order })
  else if (before?.order_id) {
    const renewal = await findGrace(queries, { accountId, context })
    if (renewal) await wait(queries, { accountId, renewal })
    else {
      await fallBack(queries, { accountId, context })
      const plan = context.plans.find(before.plan_id)?.name ?? before.plan_id
      const link = toPage(context.publicOrigin, account.lang)
      const { lang, email: recipient } = account
      const ended = await findOrder(queries, before.order_id)
      const mark = ended?.is_sandbox ? '[SANDBOX] ' : ''
      await addMail(queries, {
        accountId,
        recipient,
        kind: 'subscription_ended',
        lang,
        brand: context.brand,
        link,
        mark,
        values: { plan },
      })
    }
  } else return
  await tellChanged(queries, accountId)
}

/** A plan that no order pays for, and none that an account comes back to when its time is over. */
const isGiven = ({ order_id: orderId, plan_id: planId }: Subscription, { plans }: BillingContext): boolean =>
  orderId === null && planId !== plans.free?.id

/** An upgrade is reckoned from the time that was paid: when that is over, or given back, its money would buy another thing. */
async function voidUpgrades(queries: Queries, accountId: string): Promise<void> {
  const open = await listOpenPurchases(queries, accountId)
  const upgrades = open.filter(({ kind }) => kind === 'upgrade')
  await voidOrders(
    queries,
    upgrades.map(({ id }) => id),
  )
}

async function findCovering(queries: Queries, accountId: string, now: Date): Promise<Order | undefined> {
  // Only a renewal is meant for later. What was bought begins when it was paid, by a clock that may be far ahead of ours.
  const latestStart = new Date(now.getTime() + SKEW_MS)
  const orders = await listCovering(queries, { accountId, now, latestStart })
  return orders.find(isGranted)
}

type Following = { readonly accountId: string; readonly before: Subscription | undefined; readonly order: Order }

async function follow(queries: Queries, { accountId, before, order }: Following): Promise<void> {
  const isNew = before?.order_id !== order.id
  const values = {
    plan_id: order.plan_id,
    period: order.period,
    order_id: order.id,
    started_at: order.covers_from ?? order.created_at,
    ends_at: order.covers_until,
    past_due_since: null,
    // A purchase, or the new period it was meant for, ends what was arranged before.
    ...(isNew && { next_plan_id: null, next_period: null, cancel_at_end: false }),
  }
  await upsertSubscription(queries, accountId, values)
}

/** The renewal that is open and not yet beyond its time of grace. */
async function findGrace(
  queries: Queries,
  { accountId, context }: { accountId: string; context: BillingContext },
): Promise<Order | undefined> {
  const now = context.now()
  const open = await findOpenRenewals(queries, accountId)
  const renewal = open.find(({ covers_from: from }) => from !== null && from <= now)
  return renewal && toGraceEnd(renewal, context) > now ? renewal : undefined
}

async function wait(queries: Queries, { accountId, renewal }: { accountId: string; renewal: Order }): Promise<void> {
  const isLate = renewal.failures > 0 || renewal.attempts > 1
  await updateSubscription(queries, accountId, { past_due_since: isLate ? renewal.covers_from : null })
}

async function fallBack(queries: Queries, { accountId, context }: { accountId: string; context: BillingContext }): Promise<void> {
  const { free } = context.plans
  if (!free) return deleteSubscription(queries, accountId)
  await resetSubscription(queries, accountId, free.id)
}
