import { AppError } from '@octet/core/errors.ts'
import type { Database } from '../../storage/database.ts'
import { makeDue, shiftPaidTime } from '../../storage/queries/sandbox.ts'
import type { Order } from '../../storage/queries/orders.ts'
import { lockAccount } from '../../storage/queries/accounts.ts'
import type { Billing } from './billing.ts'
import { GIVEN_UP } from './collect.ts'
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
      await tryNow(database, { accountId, isLast: what === 'give_up' })
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
  if (order.due === 0)
    throw new AppError('not_now', { reason: { en: 'credit has paid the whole invoice', zh: '账单已全部由余额支付' } })
  return order
}

/** Moves all that was bought into the past, so that the paid time ends now. */
function endPeriod(database: Database, accountId: string): Promise<void> {
  return database.transact(async (queries) => {
    await lockAccount(queries, accountId)
    if (!(await shiftPaidTime(queries, accountId)))
      throw new AppError('not_now', { reason: { en: 'there is no paid time to end', zh: '没有可结束的付费周期' } })
  })
}

function tryNow(database: Database, { accountId, isLast }: { accountId: string; isLast: boolean }): Promise<void> {
  return database.transact(async (queries) => {
    await lockAccount(queries, accountId)
    await makeDue(queries, accountId, isLast ? GIVEN_UP : undefined)
  })
}
