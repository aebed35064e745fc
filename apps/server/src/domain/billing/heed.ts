import type { Queries } from '../../storage/database.ts'
import { deleteAskOf, failRefund, insertRefund } from '../../storage/queries/refunds.ts'
import { upsertPayer } from '../../storage/queries/payers.ts'
import {
  changeOrder,
  findOrder,
  findOrderByPayment,
  findRenewal,
  getOrder,
  voidOrders,
  type Order,
} from '../../storage/queries/orders.ts'
import {
  insertEvent,
  listDisputeStates,
  lockPayment,
  takeWaitingEvents,
  upsertDispute,
} from '../../storage/queries/billing-events.ts'
import { lockAccount } from '../../storage/queries/accounts.ts'
import { hasBooking } from '../../storage/queries/ledger.ts'
import { insertAudit } from '../../storage/queries/audit.ts'
import { mailAboutOrder, type BillingContext } from './context.ts'
import { toGraceEnd } from './grace.ts'
import { book, bookBack, readBalance, type LedgerLine } from './ledger.ts'
import { bookWriteOff, issueInvoice, writeOff } from './orders.ts'
import { toShare } from './order-lines.ts'
import { addPeriods } from './periods.ts'
import { projectSubscription } from './project.ts'
import type { ProviderEvent, ProviderId } from './provider.ts'

/** Who says something: a provider, or the credit that an account has here. */
type Speaker = { readonly id: ProviderId | 'credit' }
type Heard = { readonly provider: Speaker; readonly event: ProviderEvent }

/**
 * Takes in what a provider says, once per event. Every fact is kept on its own and everything else follows from all of
 * them, so that events may come late, twice and in any order: the end is the same.
 */
export async function heedEvent(queries: Queries, context: BillingContext, { provider, event }: Heard): Promise<void> {
  const { paymentRef } = event
  // Or what is said of a payment while it is being noted finds no order, and is not found as what has waited for one.
  if (paymentRef !== undefined && provider.id !== 'credit') await lockPayment(queries, { provider: provider.id, paymentRef })
  const found = await findMeant(queries, event)
  if (found) await lockAccount(queries, found.account_id)
  const isNew = await insertEvent(queries, {
    provider: provider.id,
    id: event.id,
    kind: event.kind,
    order_id: found?.id ?? null,
    body: JSON.stringify(event),
    occurred_at: event.occurredAt,
  })
  if (!found || !isNew) return
  const { paid_at: paidBefore } = await getOrder(queries, found.id)
  await take(queries, context, { provider, event, orderId: found.id })
  if (event.kind === 'paid') await takeWaiting(queries, context, { provider, event, orderId: found.id })
  await settleOrder(queries, context, { orderId: found.id, isNewlyPaid: paidBefore === null })
}

/** Pays an order of which nothing is left to pay. */
export function heedCredit(queries: Queries, context: BillingContext, { id, currency }: Order): Promise<void> {
  const event = {
    id,
    kind: 'paid',
    orderId: id,
    paymentRef: `credit_${id}`,
    amount: 0,
    currency,
    occurredAt: context.now(),
  } as const
  return heedEvent(queries, context, { provider: { id: 'credit' }, event })
}

async function findMeant(queries: Queries, { orderId, paymentRef }: ProviderEvent): Promise<Order | undefined> {
  const order = orderId !== undefined && /^[\da-f-]{36}$/i.test(orderId) ? await findOrder(queries, orderId) : undefined
  return order ?? (paymentRef === undefined ? undefined : findOrderByPayment(queries, paymentRef))
}

type Taken = Heard & { readonly orderId: string }

/** What was said of a payment before it was known whose it is. */
async function takeWaiting(queries: Queries, context: BillingContext, { provider, event, orderId }: Taken): Promise<void> {
  const paymentRef = event.paymentRef ?? ''
  const waiting = await takeWaitingEvents(queries, { provider: provider.id, paymentRef, orderId })
  for (const body of waiting) {
    const early = body as ProviderEvent & { occurredAt: string }
    await take(queries, context, { provider, orderId, event: { ...early, occurredAt: new Date(early.occurredAt) } })
  }
}

async function take(queries: Queries, context: BillingContext, { provider, event, orderId }: Taken): Promise<void> {
  const order = await getOrder(queries, orderId)
  switch (event.kind) {
    case 'paid':
      return takePayment(queries, { provider, event, order })
    case 'failed':
      return takeFailure(queries, context, { event, order })
    case 'action': {
      if ((order.action_at?.getTime() ?? -1) > event.occurredAt.getTime()) return
      await changeOrder(queries, order.id, { action_at: event.occurredAt, action_url: event.url ?? null })
      return
    }
    case 'refunded':
      return takeRefund(queries, context, { provider, event, order })
    case 'refund_failed':
      return takeRefundFailure(queries, { provider, event, order })
    case 'disputed':
      return takeDispute(queries, { provider, event, order })
  }
}

type Fact<K extends ProviderEvent['kind']> = {
  readonly provider: Speaker
  readonly event: Extract<ProviderEvent, { kind: K }>
  readonly order: Order
}

async function takePayment(queries: Queries, { provider, event, order }: Fact<'paid'>): Promise<void> {
  if (event.currency !== order.currency) {
    await insertAudit(queries, {
      account_id: order.account_id,
      address: null,
      action: 'payment_in_other_currency',
      detail: JSON.stringify(event),
    })
    return
  }
  await book(queries, {
    ...toPlace(order),
    source: `payment:${provider.id}:${event.paymentRef}`,
    lines: [
      [`provider:${provider.id}`, event.amount],
      [`customer:${order.account_id}`, -event.amount],
    ],
  })
  if (event.amount < order.due) return
  if (order.paid_at === null && (await isUnfounded(queries, order, event.occurredAt))) await voidOrders(queries, [order.id])
  if (order.paid_at === null || event.occurredAt < order.paid_at)
    await changeOrder(queries, order.id, { paid_at: event.occurredAt, payment_ref: event.paymentRef, next_attempt_at: null })
  if (event.customerRef === undefined && event.methodRef === undefined) return
  await upsertPayer(queries, {
    account_id: order.account_id,
    provider: provider.id,
    customer_ref: event.customerRef ?? null,
    method_ref: event.methodRef ?? null,
    updated_at: event.occurredAt,
  })
}

/**
 * Whether money comes for what is not to be had any more, and is credit then: an upgrade within a time that is over, a
 * renewal that was given up when its time is paid by another one, an order of which credit was to pay a part that is gone.
 */
async function isUnfounded(queries: Queries, order: Order, paidAt: Date): Promise<boolean> {
  const { account_id: accountId, kind, covers_from: from, covers_until: until } = order
  if (kind === 'upgrade' && until !== null && until <= paidAt) return true
  const isGivenUp = order.state === 'uncollectible'
  if (isGivenUp && kind === 'renewal' && from && (await findRenewal(queries, { accountId, from }))?.paid_at) return true
  // What is owed of an invoice is in the balance already.
  if (order.credit === 0 || (order.invoice_number !== null && !isGivenUp)) return false
  return (await readBalance(queries, accountId, order.currency)) > -order.total
}

async function takeFailure(
  queries: Queries,
  context: BillingContext,
  { event, order }: Omit<Fact<'failed'>, 'provider'>,
): Promise<void> {
  const isNewest = order.failed_at === null || order.failed_at <= event.occurredAt
  await changeOrder(queries, order.id, {
    failures: order.failures + 1,
    ...(isNewest && { failed_at: event.occurredAt, failure: event.reason.slice(0, 200) }),
  })
  if (order.paid_at !== null || order.invoice_number === null) return
  const values = { until: toGraceEnd(order, context).toISOString().slice(0, 10) }
  await mailAboutOrder(queries, context, { order, kind: 'payment_failed', reason: event.reason, values })
}

async function takeRefund(
  queries: Queries,
  context: BillingContext,
  { provider, event, order }: Fact<'refunded'>,
): Promise<void> {
  // A sum that brings no more than is known is an earlier one that came late.
  const amount = event.isTotal ? event.amount - order.refunded : event.amount
  if (amount <= 0) return
  const refund = { provider: provider.id, id: event.refundId, order_id: order.id, amount, failed_at: null }
  if (!(await insertRefund(queries, refund))) return
  const refunded = order.refunded + amount
  await changeOrder(queries, order.id, { refunded })
  const customer = `customer:${order.account_id}` as const
  const toEarned = (amount: number) =>
    order.state === 'void' ? ([[customer, amount]] as const) : toRevenueLines(order, order.refunded, amount)
  await book(queries, {
    ...toPlace(order),
    source: `refund:${provider.id}:${event.refundId}`,
    lines: [...toEarned(amount), [`provider:${provider.id}`, -amount]],
  })
  // With the last of the money the plan goes: what credit has paid of it is credit again.
  if (order.state !== 'void' && order.credit > 0 && order.refunded < order.due && refunded >= order.due)
    await book(queries, {
      ...toPlace(order),
      source: toCreditSource(provider, event.refundId),
      lines: [...toRevenueLines(order, refunded, order.credit), [customer, -order.credit]],
    })
  await mailAboutOrder(queries, context, { order, kind: 'payment_refunded', amount })
}

const toCreditSource = ({ id }: Speaker, refundId: string): string => `refund_credit:${id}:${refundId}`

/**
 * An amount of what an invoice has brought in, of which another was taken before, taken out of revenue and tax. Rounded by
 * the sums, so that many parts together are the whole.
 */
function toRevenueLines({ kind, tax, total }: Order, before: number, amount: number): LedgerLine[] {
  const toTaxOf = (sum: number) => (total > 0 ? toShare(Math.min(sum, total), tax, total) : 0)
  const share = toTaxOf(before + amount) - toTaxOf(before)
  return [
    [kind === 'overage' ? 'revenue:extra' : 'revenue:plans', amount - share],
    ['tax', share],
  ]
}

/** Takes a refund back out of the books, or keeps that it failed where nothing was told of it yet. */
async function takeRefundFailure(queries: Queries, { provider, event, order }: Fact<'refund_failed'>): Promise<void> {
  const { refundId: id, occurredAt } = event
  await deleteAskOf(queries, { orderId: order.id, refundId: id })
  const refund = { provider: provider.id, id, order_id: order.id, amount: event.amount, failed_at: occurredAt }
  if (await insertRefund(queries, refund)) return
  const given = await failRefund(queries, refund)
  if (given === undefined) return
  await changeOrder(queries, order.id, { refunded: order.refunded - given })
  await bookBack(queries, `refund:${provider.id}:${id}`, { ...toPlace(order), source: `refund_failed:${provider.id}:${id}` })
  const creditSource = toCreditSource(provider, id)
  if (await hasBooking(queries, creditSource))
    await bookBack(queries, creditSource, { ...toPlace(order), source: `refund_credit_failed:${provider.id}:${id}` })
}

async function takeDispute(queries: Queries, { provider, event, order }: Fact<'disputed'>): Promise<void> {
  const { disputeId: id, amount, state } = event
  const isClosed = state !== 'open'
  await upsertDispute(queries, { provider: provider.id, id, order_id: order.id, amount, state })
  const states = await listDisputeStates(queries, order.id)
  const worst = (['lost', 'open', 'won'] as const).find((one) => states.includes(one)) ?? null
  await changeOrder(queries, order.id, { dispute: worst })
  const cash = `provider:${provider.id}` as const
  await book(queries, {
    ...toPlace(order),
    source: `dispute:${provider.id}:${id}:open`,
    lines: [
      ['disputed', amount],
      [cash, -amount],
    ],
  })
  if (isClosed)
    await book(queries, {
      ...toPlace(order),
      source: `dispute:${provider.id}:${id}:closed`,
      lines: [
        [state === 'won' ? cash : 'losses', amount],
        ['disputed', -amount],
      ],
    })
}

/** Draws the consequences of all that is known about an order. */
async function settleOrder(
  queries: Queries,
  context: BillingContext,
  { orderId, isNewlyPaid }: { orderId: string; isNewlyPaid: boolean },
): Promise<void> {
  const order = await getOrder(queries, orderId)
  if (order.paid_at === null || order.state === 'void') return projectSubscription(queries, order.account_id, context)
  if (order.state === 'uncollectible') {
    await bookWriteOff(queries, order, 'recovered')
    await writeOffOther(queries, order)
    await changeOrder(queries, order.id, { state: 'open' })
  }
  // A new subscription's time begins with its payment; the earliest one that was told counts.
  if (order.kind === 'subscribe' && order.covers_from?.getTime() !== order.paid_at.getTime())
    await changeOrder(queries, order.id, { covers_from: order.paid_at, covers_until: addPeriods(order.paid_at, order.period) })
  await issueInvoice(queries, order, context.now())
  if (isNewlyPaid && order.due > 0)
    await mailAboutOrder(queries, context, { order: await getOrder(queries, orderId), kind: 'receipt' })
  await projectSubscription(queries, order.account_id, context, isNewlyPaid ? orderId : undefined)
}

/** After a cancellation that was taken back two invoices may be for one time; the one that is paid counts. */
async function writeOffOther(queries: Queries, { kind, account_id: accountId, covers_from: from }: Order): Promise<void> {
  const other = kind === 'renewal' && from ? await findRenewal(queries, { accountId, from }) : undefined
  if (other) await writeOff(queries, other)
}

function toPlace({ id, account_id: accountId, currency }: Order) {
  return { orderId: id, accountId, currency }
}
