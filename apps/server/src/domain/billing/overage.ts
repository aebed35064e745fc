import { lockAccount } from '../../storage/queries/accounts.ts'
import { insertMeterEvent } from '../../storage/queries/meter-events.ts'
import { findLastPaid, type Order } from '../../storage/queries/orders.ts'
import { holdQuota, listUnbilled, readUsed, setBilled } from '../../storage/queries/quota.ts'
import type { BillingParts } from './billing-parts.ts'
import { addOrder, issueInvoice } from './orders.ts'
import { findPayer } from './payers.ts'
import { toMonth } from './periods.ts'

/** Units of a month may be written so long after it. */
const MONTH_LAG_MS = 30 * 60_000
const DAY_MS = 86_400_000

/** Bills of the extra requests of months that are over; one that fails keeps no other back. */
export async function billMonths(parts: BillingParts): Promise<void> {
  const { database, context, log } = parts
  const month = toMonth(new Date(context.now().getTime() - MONTH_LAG_MS))
  const from = toMonth(new Date(context.now().getTime() - 100 * DAY_MS))
  const open = await database.run((queries) => listUnbilled(queries, { from, before: month }))
  for (const { account_id: accountId, month: past } of open)
    await billMonth(parts, { accountId, month: past }).catch((error: unknown) =>
      log.error({ err: error, account: accountId, month: past }, 'a month could not be billed'),
    )
}

/**
 * Bills the extra requests of a month that are on no invoice yet: each started thousand once, which `tellMeters` tells
 * the provider's meter. Gives the order, if any.
 */
export async function billMonth(
  { database, context, providers }: Pick<BillingParts, 'database' | 'context' | 'providers'>,
  { accountId, month }: { accountId: string; month: string },
): Promise<Order | undefined> {
  return database.transact(async (queries) => {
    await lockAccount(queries, accountId)
    const quota = await holdQuota(queries, { accountId, month })
    if (!quota || quota.extra_price === null) return undefined
    const used = await readUsed(queries, { accountId, month })
    const thousands = Math.ceil(Math.max(0, used - quota.included) / 1_000) - quota.billed_thousands
    const last = await findLastPaid(queries, accountId)
    const provider = providers.get(last?.provider ?? '')
    if (thousands <= 0 || !last || !provider) return undefined
    await setBilled(queries, { accountId, month }, quota.billed_thousands + thousands)
    if (quota.extra_price === 0) return undefined
    const { email, lang, plan_id: planId, period } = last
    const line = { kind: 'extra', month, quantity: thousands, unitPrice: quota.extra_price } as const
    const added = await addOrder(
      queries,
      {
        accountId,
        email,
        lang,
        kind: 'overage',
        planId,
        period,
        provider,
        lines: [{ ...line, amount: thousands * quota.extra_price }],
        month,
        nextAttemptAt: context.now(),
      },
      context,
    )
    await issueInvoice(queries, added, context.now())
    const payer = await findPayer(queries, added)
    const nowMs = context.now().getTime()
    if (provider.meter && payer?.customerRef)
      await insertMeterEvent(queries, {
        orderId: added.id,
        provider: provider.id,
        customerRef: payer.customerRef,
        units: thousands * 1_000,
        askedAtMs: null,
        attempts: 0,
        nextAtMs: nowMs,
        billedAtMs: nowMs,
      })
    return added
  })
}
