import { sql } from 'kysely'
import type { Queries } from '../database.ts'
import { inSeconds } from './clock.ts'
import { PAGE_SIZE, type Page } from './back-office.ts'
import { toLike } from './to-like.ts'

/** Of a row of `refund_asks` beside its order: the provider has not yet said that the money was given. */
const IS_UNDER_WAY = sql`not exists (select from refunds
  where refunds.provider = orders.provider and refunds.id = refund_asks.refund_id)`

/** What was asked back of an order and the provider has not yet said to have given. */
export async function listAsks(queries: Queries, orderId: string) {
  const { rows } = await sql<{ id: string; amount: number; isAnswered: boolean; isBusy: boolean }>`
    select refund_asks.id, amount, refund_id is not null as "isAnswered", coalesce(busy_until > now(), false) as "isBusy"
    from refund_asks join orders on orders.id = order_id where order_id = ${orderId} and ${IS_UNDER_WAY}`.execute(queries)
  return rows
}

type Ask = { readonly id: string; readonly amount: number; readonly order_id: string }

/** Sets an amount aside, or notes that it is asked for once more; nobody else asks for so many seconds. */
export async function upsertAsk(queries: Queries, ask: Ask, busySeconds: number): Promise<void> {
  const busyUntil = inSeconds(busySeconds)
  await queries
    .insertInto('refund_asks')
    .values({ ...ask, busy_until: busyUntil })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ busy_until: busyUntil }))
    .execute()
}

/** Notes that an ask is over, with the provider's number of the refund if it answered. */
export async function endAsk(queries: Queries, id: string, refundId?: string): Promise<void> {
  await queries
    .updateTable('refund_asks')
    .set({ busy_until: null, ...(refundId !== undefined && { refund_id: refundId }) })
    .where('id', '=', id)
    .execute()
}

export async function deleteAsk(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom('refund_asks').where('id', '=', id).execute()
}

/** Forgets what was asked for under a provider's number of a refund. */
export async function deleteAskOf(queries: Queries, { orderId, refundId }: { orderId: string; refundId: string }): Promise<void> {
  await queries.deleteFrom('refund_asks').where('order_id', '=', orderId).where('refund_id', '=', refundId).execute()
}

type NewRefund = {
  readonly provider: string
  readonly id: string
  readonly order_id: string
  readonly amount: number
  readonly failed_at: Date | null
}

/** Keeps a refund; false when it is known. */
export async function insertRefund(queries: Queries, refund: NewRefund): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('refunds')
    .values(refund)
    .onConflict((conflict) => conflict.columns(['provider', 'id']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows !== 0n
}

/** Notes that a refund has failed and gives its amount; undefined when that is known. */
export async function failRefund(
  queries: Queries,
  { provider, id, failed_at: failedAt }: NewRefund & { readonly failed_at: Date },
): Promise<number | undefined> {
  const given = await queries
    .updateTable('refunds')
    .set({ failed_at: failedAt })
    .where(({ and }) => and({ provider, id }))
    .where('failed_at', 'is', null)
    .returning('amount')
    .executeTakeFirst()
  return given?.amount
}

/** What the provider has taken an order to give back and has not yet confirmed. */
const UNDER_WAY = sql<number>`coalesce((select sum(amount) from refund_asks
  where order_id = orders.id and refund_id is not null and ${IS_UNDER_WAY}), 0)::float8`

/** Payments of all accounts by address or number of the invoice, newest first. Amounts are minor units. */
export function listPayments(queries: Queries, { q, page }: Page & { q: string }) {
  const words = toLike(q)
  const all = queries
    .selectFrom('orders')
    .select(['id', 'email', 'invoice_number as invoice', 'kind', 'plan_id', 'provider', 'is_sandbox', 'currency'])
    .select(['due', 'refunded', 'dispute', 'paid_at', UNDER_WAY.as('under_way')])
    .where('paid_at', 'is not', null)
    .where('invoice_number', 'is not', null)
    .where('due', '>', 0)
  const found = q ? all.where(({ or, eb }) => or([eb('email', 'ilike', words), eb('invoice_number', 'ilike', words)])) : all
  return found
    .orderBy('seq', 'desc')
    .limit(PAGE_SIZE)
    .offset(page * PAGE_SIZE)
    .execute()
}

export type RefundRow = {
  readonly id: string
  readonly invoice: string | null
  readonly email: string
  readonly provider: string
  readonly currency: string
  readonly amount: number
  /** Who asked for it; null for the command line, and for what was given back at the provider itself. */
  readonly operator: string | null
  readonly reason: string | null
  readonly created_at: Date
  /** When the provider said that it has come back. */
  readonly failed_at: Date | null
}

/** Refunds that a provider has confirmed or given up, newest first, with what the audit log knows of who asked and why. */
export async function listRefunds(queries: Queries, { page }: Page): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`select refunds.provider || ':' || refunds.id as id, orders.invoice_number as invoice,
      orders.email, refunds.provider, orders.currency, refunds.amount, accounts.email as operator,
      audit.detail->>'reason' as reason, refunds.created_at, refunds.failed_at
    from refunds join orders on orders.id = refunds.order_id
    left join audit on audit.action = 'refund' and audit.detail->>'refund' = refunds.id
      and audit.detail->>'provider' = refunds.provider
    left join accounts on accounts.id = audit.account_id
    order by refunds.created_at desc, refunds.id limit ${PAGE_SIZE} offset ${page * PAGE_SIZE}`.execute(queries)
  return rows
}
