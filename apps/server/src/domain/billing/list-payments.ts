import { sql } from 'kysely'
import type { Queries } from '../../storage/database.ts'
import { toLike } from '../../storage/queries/to-like.ts'
import { PAGE_SIZE, type Page } from '../../storage/queries/back-office.ts'
import { IS_UNDER_WAY } from './refunds.ts'

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
