import type { Text } from '@octet/core/text.ts'
import { billingText } from '../text/billing.ts'
import type { OrderState } from './billing-data.ts'

/** What the state of an invoice is called. */
export const ORDER_STATES: Readonly<Record<OrderState, Text>> = {
  open: billingText.isOpen,
  action: billingText.isOpen,
  failed: billingText.isFailed,
  paid: billingText.isPaid,
  refunded: billingText.isRefunded,
  disputed: billingText.isDisputed,
  void: billingText.isVoid,
  uncollectible: billingText.isUncollectible,
}

/** Whether a payment is awaited. */
export const isDue = (state: OrderState): boolean => state === 'open' || state === 'action' || state === 'failed'

/** Whether something is left to pay, also where nobody waits for it any more. */
export const isPayable = (state: OrderState): boolean => isDue(state) || state === 'uncollectible'
