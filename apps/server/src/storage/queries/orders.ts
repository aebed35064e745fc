import { sql, type Insertable, type Selectable, type UpdateObject } from 'kysely'
import type { Queries } from '../database.ts'
import type { Schema } from '../schema.ts'

const MAX_LISTED = 500

/** An order; it is an invoice once it has a number. */
export type Order = Selectable<Schema['orders']>

export function insertOrder(queries: Queries, order: Insertable<Schema['orders']>): Promise<Order> {
  return queries.insertInto('orders').values(order).returningAll().executeTakeFirstOrThrow()
}

export function getOrder(queries: Queries, id: string): Promise<Order> {
  return queries.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export function findOrder(queries: Queries, id: string): Promise<Order | undefined> {
  return queries.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findOrderByPayment(queries: Queries, paymentRef: string): Promise<Order | undefined> {
  return queries.selectFrom('orders').selectAll().where('payment_ref', '=', paymentRef).executeTakeFirst()
}

/** Id of the order of an invoice. */
export async function findOrderId(queries: Queries, invoice: string): Promise<string | undefined> {
  return (await queries.selectFrom('orders').select('id').where('invoice_number', '=', invoice).executeTakeFirst())?.id
}

/** The invoices of an account, the newest first. */
export function listInvoices(queries: Queries, accountId: string): Promise<Order[]> {
  return queries
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('invoice_number', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(MAX_LISTED)
    .execute()
}

/** The order that an account paid last. */
export function findLastPaid(queries: Queries, accountId: string): Promise<Order | undefined> {
  return queries
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('paid_at', 'is not', null)
    .orderBy('seq', 'desc')
    .executeTakeFirst()
}

/** An invoice of an account, of some kinds, that waits for its money. */
export function findOpenInvoice(queries: Queries, accountId: string, kinds: readonly Order['kind'][]) {
  return queries
    .selectFrom('orders')
    .select(['invoice_number'])
    .where('account_id', '=', accountId)
    .where('kind', 'in', kinds)
    .where('state', '=', 'open')
    .where('invoice_number', 'is not', null)
    .where('paid_at', 'is', null)
    .executeTakeFirst()
}

/** Orders of plans that give an account something after `now`, the newest first; renewals only if they begin by `latestStart`. */
export function listCovering(
  queries: Queries,
  { accountId, now, latestStart }: { accountId: string; now: Date; latestStart: Date },
): Promise<Order[]> {
  return queries
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '!=', 'overage')
    .where(({ eb, or }) => or([eb('kind', '!=', 'renewal'), eb('covers_from', '<=', latestStart)]))
    .where('covers_until', '>', now)
    .orderBy('seq', 'desc')
    .execute()
}

/** Orders of plans that an account paid up to one of them, the newest first. */
export function listPaidUpTo(queries: Queries, { account_id: accountId, seq }: Order, limit: number): Promise<Order[]> {
  return queries
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['subscribe', 'upgrade', 'renewal'])
    .where('paid_at', 'is not', null)
    .where('seq', '<=', seq)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

/** Purchases of an account that wait for their money, the newest first. */
export function listOpenPurchases(queries: Queries, accountId: string): Promise<Order[]> {
  return queries
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['subscribe', 'upgrade'])
    .where('state', '=', 'open')
    .where('paid_at', 'is', null)
    .orderBy('seq', 'desc')
    .execute()
}

/** The renewals of an account that have not been paid, the newest first. */
export function findOpenRenewals(queries: Queries, accountId: string): Promise<Order[]> {
  return queries
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', 'renewal')
    .where('state', '=', 'open')
    .where('paid_at', 'is', null)
    .orderBy('seq', 'desc')
    .execute()
}

/** The renewal of an account for the time that begins at a moment; undefined also when it was given up. */
export function findRenewal(
  queries: Queries,
  { accountId, from }: { accountId: string; from: Date },
): Promise<Order | undefined> {
  return queries
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', 'renewal')
    .where('state', '=', 'open')
    .where('covers_from', '=', from)
    .executeTakeFirst()
}

/** Open orders whose time for an attempt has come, the longest waiting first. */
export function listDue(queries: Queries, now: Date, limit: number): Promise<{ id: string; account_id: string }[]> {
  return queries
    .selectFrom('orders')
    .select(['id', 'account_id'])
    .where('next_attempt_at', '<=', now)
    .where('state', '=', 'open')
    .where('paid_at', 'is', null)
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute()
}

type OrderValues = Omit<UpdateObject<Schema, 'orders'>, 'id' | 'seq' | 'lines' | 'due'>

export async function changeOrder(queries: Queries, id: string, values: OrderValues): Promise<void> {
  await queries.updateTable('orders').set(values).where('id', '=', id).execute()
}

/** Notes which attempt comes next and when, unless the order has been paid meanwhile. */
export async function setAttempt(queries: Queries, id: string, { attempts, at }: { attempts: number; at: Date }): Promise<void> {
  await queries
    .updateTable('orders')
    .set({ attempts, next_attempt_at: at })
    .where('id', '=', id)
    .where('paid_at', 'is', null)
    .execute()
}

/** Changes when an attempt is made, unless another moment has been set for it or the order has been paid meanwhile. */
export async function replaceAttempt(queries: Queries, id: string, { from, to }: { from: Date; to: Date }): Promise<void> {
  await queries
    .updateTable('orders')
    .set({ next_attempt_at: to })
    .where('id', '=', id)
    .where('next_attempt_at', '=', from)
    .where('paid_at', 'is', null)
    .execute()
}

export async function voidOrders(queries: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await queries.updateTable('orders').set({ state: 'void' }).where('id', 'in', ids).execute()
}

/** The next number of a series, without gaps: it is taken in the transaction that uses it. */
export async function takeNumber(queries: Queries, series: string): Promise<number> {
  const { rows } = await sql<{ value: string }>`insert into billing_settings (name, value) values (${`number:${series}`}, '1')
    on conflict (name) do update set value = (billing_settings.value::int8 + 1)::text returning value`.execute(queries)
  return Number(rows[0]?.value)
}
