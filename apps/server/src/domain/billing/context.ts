import { toFailureWords } from '@octet/core/payment-failure.ts'
import type { Lang } from '@octet/core/text.ts'
import type { Queries } from '../../storage/database.ts'
import { keepAddressee } from '../../storage/queries/accounts.ts'
import { addMail } from '../mail/outbox.ts'
import type { BillingMailKind } from '../mail/billing-templates.ts'
import type { Plans } from '../plan/plans.ts'
import type { BillingConfig } from './billing-schema.ts'
import type { Order } from '../../storage/queries/orders.ts'
import { toMoneyWords } from './money.ts'

/** What all parts of billing know. */
export type BillingContext = {
  readonly plans: Plans
  readonly config: BillingConfig
  readonly brand: string
  /** Origin of links that leave this server. */
  readonly publicOrigin: string
  readonly now: () => Date
}

export const BILLING_PATH = '/account/billing'

export function toPage(publicOrigin: string, lang: Lang, path = BILLING_PATH): string {
  return `${publicOrigin}${lang === 'zh' ? '/zh' : ''}${path}`
}

type Letter = {
  readonly order: Order
  readonly kind: BillingMailKind
  /** Money that it is about; what is due unless given. */
  readonly amount?: number
  /** Why the provider refused it, in its words. */
  readonly reason?: string
  readonly values?: Readonly<Record<string, string>>
}

/** Puts a mail about an order into the outbox, to the account as it is now; none when it is gone. */
export async function mailAboutOrder(
  queries: Queries,
  context: BillingContext,
  { order, kind, amount = order.due, reason = '', values }: Letter,
): Promise<void> {
  const account = await keepAddressee(queries, order.account_id)
  if (!account) return
  const { email, lang } = account
  await addMail(queries, {
    accountId: order.account_id,
    recipient: email,
    kind,
    lang,
    brand: context.brand,
    link: toPage(context.publicOrigin, lang),
    values: {
      invoice: order.invoice_number ?? '–',
      amount: toMoneyWords(amount, order.currency, lang),
      reason: toFailureWords(reason, lang),
      ...values,
    },
    mark: order.is_sandbox ? '[SANDBOX] ' : '',
  })
}
