import { sql } from 'kysely'
import { AppError } from '@octet/core/errors.ts'
import type { Database } from '../../storage/database.ts'
import type { Billing } from './billing.ts'
import { GIVEN_UP } from './collect.ts'
import type { Order } from './order.ts'
import { lockAccount } from './orders.ts'
import { toMonth } from './periods.ts'

/** What the sandbox can play with an account. */
export const SANDBOX_PLAYS = [
  'refund',
  'dispute',
  'dispute_won',
  'dispute_lost',
  'period_end',
  'month_end',
  'retry',
  'give_up',
] as const
export type SandboxPlay = (typeof SANDBOX_PLAYS)[number]

type Parts = { readonly billing: Billing; readonly database: Database }
type Wanted = { readonly accountId: string; readonly what: SandboxPlay; readonly orderId: string | undefined }

/** Plays what time, banks and people do. Throws `payments_off` without a sandbox, `not_found`, `not_now`. */
export async function playSandbox({ billing, database }: Parts, { accountId, what, orderId }: Wanted): Promise<void> {
  const { sandbox } = billing
  if (!sandbox) throw new AppError('payments_off', { reason: { en: 'there is no sandbox', zh: '未启用沙盒' } })
  switch (what) {
    case 'period_end':
      await endPeriod(database, accountId)
      return billing.close()
    case 'month_end':
      return billing.billMonth(accountId, toMonth(billing.context.now()))
    case 'retry':
    case 'give_up':
      await makeDue(database, { accountId, isLast: what === 'give_up' })
      return billing.close()
    default: {
      const order = await getPaid(billing, { accountId, orderId })
      if (what === 'refund') return void (await billing.refund(order.id))
      const states = { dispute: 'open', dispute_won: 'won', dispute_lost: 'lost' } as const
      return sandbox.dispute(order, states[what])
    }
  }
}

async function getPaid(
  billing: Billing,
  { accountId, orderId }: { accountId: string; orderId: string | undefined },
): Promise<Order> {
  const order = await billing.getOrder(accountId, orderId ?? '00000000-0000-0000-0000-000000000000')
  if (order.paid_at === null || !order.is_sandbox)
    throw new AppError('not_now', { reason: { en: 'the invoice has not been paid', zh: '账单尚未支付' } })
  return order
}

/** Moves all that was bought into the past, so that the paid time ends now. */
function endPeriod(database: Database, accountId: string): Promise<void> {
  return database.transact(async (queries) => {
    await lockAccount(queries, accountId)
    const { rows } = await sql<{ shift: string | null }>`select (ends_at - now())::text as shift from subscriptions
      where account_id = ${accountId} and product = 'api' and order_id is not null and ends_at > now()`.execute(queries)
    const shift = rows[0]?.shift
    if (!shift) throw new AppError('not_now', { reason: { en: 'there is no paid time to end', zh: '没有可结束的付费周期' } })
    await sql`update orders set paid_at = paid_at - ${shift}::interval, covers_from = covers_from - ${shift}::interval,
      covers_until = covers_until - ${shift}::interval where account_id = ${accountId} and is_sandbox`.execute(queries)
    await sql`update subscriptions set ends_at = ends_at - ${shift}::interval, started_at = started_at - ${shift}::interval
      where account_id = ${accountId} and product = 'api'`.execute(queries)
  })
}

function makeDue(database: Database, { accountId, isLast }: { accountId: string; isLast: boolean }): Promise<void> {
  return database.transact(async (queries) => {
    await lockAccount(queries, accountId)
    await queries
      .updateTable('orders')
      .set({ next_attempt_at: sql<Date>`now()`, ...(isLast && { attempts: GIVEN_UP }) })
      .where('account_id', '=', accountId)
      .where('is_sandbox', '=', true)
      .where('state', '=', 'open')
      .where('invoice_number', 'is not', null)
      .where('paid_at', 'is', null)
      .execute()
  })
}
