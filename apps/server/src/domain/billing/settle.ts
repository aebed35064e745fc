import { AppError } from '@octet/core/errors.ts'
import type { Queries } from '../../storage/database.ts'
import { listExtraMonths } from '../../storage/queries/quota.ts'
import { findOpenInvoice, type Order } from '../../storage/queries/orders.ts'
import type { BillingParts } from './billing-parts.ts'
import { closePeriods } from './close.ts'
import { billMonth } from './overage.ts'

/**
 * Bills what an account has used beyond its plan and asks for the money, as before the account goes. Throws `payment_due`
 * until that is paid, or given up after the last attempt. `whenCounted` is waited for where extra requests cost something.
 */
export async function settleAccount(parts: BillingParts, accountId: string, whenCounted = async () => {}): Promise<void> {
  const months = await parts.database.run((queries) => listExtraMonths(queries, accountId))
  if (months.length > 0) await whenCounted()
  const bills = []
  for (const month of months) bills.push(await billMonth(parts, { accountId, month }))
  if (bills.some((bill) => bill !== undefined)) await closePeriods(parts)
  await parts.database.run((queries) => refuseOpenInvoice(queries, accountId, ['overage']))
}

/** Throws `payment_due` while an invoice of an account waits for its money. */
export async function refuseOpenInvoice(
  queries: Queries,
  accountId: string,
  kinds: readonly Order['kind'][] = ['renewal', 'overage'],
): Promise<void> {
  const open = await findOpenInvoice(queries, accountId, kinds)
  if (open) throw new AppError('payment_due', { invoice: open.invoice_number ?? '' })
}
