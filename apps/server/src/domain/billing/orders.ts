import { randomUUID } from 'node:crypto'
import type { Queries } from '../../storage/database.ts'
import { changeOrder, insertOrder, takeNumber, type Order } from '../../storage/queries/orders.ts'
import type { Period } from '../plan/plans.ts'
import type { BillingContext } from './context.ts'
import { book, readBalance, type LedgerLine } from './ledger.ts'
import type { OrderKind, OrderLine } from './order-lines.ts'
import type { Provider } from './provider.ts'
import { toSums } from './quote.ts'

export type NewOrder = {
  readonly accountId: string
  readonly email: string
  readonly lang: 'en' | 'zh'
  readonly kind: OrderKind
  readonly planId: string
  readonly period: Period
  readonly provider: Pick<Provider, 'id' | 'isSandbox'>
  readonly lines: readonly OrderLine[]
  /** Undefined while it starts with the payment. */
  readonly covers?: { readonly from: Date; readonly until: Date }
  readonly month?: string
  readonly nextAttemptAt?: Date
}

/** Writes an order at the prices of its lines; what the account has in credit is taken off. */
export async function addOrder(
  queries: Queries,
  order: NewOrder,
  { config: { currency, tax }, now }: Pick<BillingContext, 'config' | 'now'>,
): Promise<Order> {
  const sums = toSums(order.lines, tax)
  const balance = await readBalance(queries, order.accountId, currency)
  return insertOrder(queries, {
    id: randomUUID(),
    account_id: order.accountId,
    email: order.email,
    lang: order.lang,
    kind: order.kind,
    plan_id: order.planId,
    period: order.period,
    provider: order.provider.id,
    is_sandbox: order.provider.isSandbox,
    currency,
    lines: JSON.stringify(order.lines),
    ...sums,
    tax_name: tax ? `${tax.name} ${tax.percent}%` : null,
    credit: Math.min(sums.total, Math.max(0, -balance)),
    covers_from: order.covers?.from ?? null,
    covers_until: order.covers?.until ?? null,
    month: order.month ?? null,
    next_attempt_at: order.nextAttemptAt ?? null,
    created_at: now(),
  })
}

/** Gives an order its number and books what is owed. Doing it again changes nothing. */
export async function issueInvoice(queries: Queries, order: Order, now: Date): Promise<void> {
  if (order.invoice_number !== null) return
  const series = order.is_sandbox ? 'SANDBOX' : `INV-${now.getUTCFullYear()}`
  const number = `${series}-${String(await takeNumber(queries, series)).padStart(6, '0')}`
  await changeOrder(queries, order.id, { invoice_number: number, invoiced_at: now })
  await book(queries, {
    source: `invoice:${order.id}`,
    orderId: order.id,
    accountId: order.account_id,
    currency: order.currency,
    lines: toInvoiceLines(order),
  })
}

/** Gives an invoice up. */
export async function writeOff(queries: Queries, order: Order): Promise<void> {
  await changeOrder(queries, order.id, { state: 'uncollectible', next_attempt_at: null })
  await bookWriteOff(queries, order, 'writeoff')
}

/** Books that an invoice will not be paid, or that it was after all. */
export async function bookWriteOff(queries: Queries, order: Order, kind: 'writeoff' | 'recovered'): Promise<void> {
  const sign = kind === 'writeoff' ? -1 : 1
  await book(queries, {
    source: `${kind}:${order.id}`,
    orderId: order.id,
    accountId: order.account_id,
    currency: order.currency,
    lines: toInvoiceLines(order).map(([account, amount]) => [account, sign * amount]),
  })
}

function toInvoiceLines({ account_id: accountId, kind, total, net, tax }: Order): LedgerLine[] {
  return [
    [`customer:${accountId}`, total],
    [kind === 'overage' ? 'revenue:extra' : 'revenue:plans', -net],
    ['tax', -tax],
  ]
}

/** Whether an order gives what it is for: paid, and the money still here. */
export function isGranted({ state, paid_at: paidAt, refunded, due, dispute }: Order): boolean {
  return state !== 'void' && paidAt !== null && !(refunded > 0 && refunded >= due) && (dispute === null || dispute === 'won')
}

export type OrderState = 'open' | 'action' | 'failed' | 'paid' | 'refunded' | 'disputed' | 'void' | 'uncollectible'

/** The state of an order in one word. */
export function toOrderState(order: Order): OrderState {
  if (order.state === 'void') return 'void' // money that still came for it is credit
  if (order.paid_at !== null) {
    if (order.dispute === 'open' || order.dispute === 'lost') return 'disputed'
    return order.refunded > 0 && order.refunded >= order.due ? 'refunded' : 'paid'
  }
  if (order.state !== 'open') return order.state
  const failedMs = order.failed_at?.getTime() ?? -1
  const actionMs = order.action_at?.getTime() ?? -1
  if (failedMs < 0 && actionMs < 0) return 'open'
  return failedMs >= actionMs ? 'failed' : 'action'
}
