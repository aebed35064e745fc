import type { Text } from '@octet/core/text.ts'
import { billingText } from '../text/billing.ts'

const ACCOUNTS: Readonly<Record<string, Text>> = {
  customer: billingText.accountCustomer,
  'provider:alipay': billingText.alipay,
  'provider:sandbox': billingText.accountSandbox,
  'provider:stripe': billingText.stripe,
  'revenue:plans': billingText.accountPlans,
  'revenue:extra': billingText.accountExtra,
  tax: billingText.tax,
  disputed: billingText.isDisputed,
  losses: billingText.isUncollectible,
}

/** What one side of a booking is called; a provider that this page does not know by its own name. */
export function toAccountWords(account: string): Text {
  const own = account.replace(/^provider:/, '')
  return ACCOUNTS[account] ?? { en: own, zh: own }
}
