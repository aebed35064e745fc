import * as z from 'zod'
import type { Lang } from '@octet/core/text.ts'
import { BILLING_MESSAGES } from './messages.ts'
import { toLineWords } from './order-lines.ts'
import { toOrderState, type Order } from './orders.ts'

/** An order, or invoice, as its owner sees it. Amounts are minor units. */
export const orderView = z.object({
  id: z.string(),
  kind: z.enum(['subscribe', 'upgrade', 'renewal', 'overage']),
  state: z
    .enum(['open', 'action', 'failed', 'paid', 'refunded', 'disputed', 'void', 'uncollectible'])
    .describe('action: the owner has to confirm the payment; failed: the last attempt was refused'),
  message: z.string().describe('For people; empty while nothing has come of it'),
  failure: z.string().nullable(),
  failedAt: z.string().nullable(),
  actionUrl: z.string().nullable(),
  plan: z.string(),
  period: z.enum(['monthly', 'yearly']),
  provider: z.string(),
  isSandbox: z.boolean(),
  currency: z.string(),
  lines: z.array(z.object({ text: z.string(), quantity: z.number(), unitPrice: z.number(), amount: z.number() })),
  net: z.number(),
  tax: z.number(),
  taxName: z.string().nullable(),
  total: z.number(),
  credit: z.number().describe('Paid from what the account had in credit'),
  due: z.number(),
  refunded: z.number(),
  invoice: z.string().nullable(),
  invoicedAt: z.string().nullable(),
  paidAt: z.string().nullable(),
  coversFrom: z.string().nullable(),
  coversUntil: z.string().nullable(),
  createdAt: z.string(),
})

export type OrderView = z.output<typeof orderView>

export function toOrderView(order: Order, lang: Lang): OrderView {
  const state = toOrderState(order)
  return {
    id: order.id,
    kind: order.kind,
    state,
    message: state === 'paid' ? BILLING_MESSAGES.subscribed[lang] : '',
    failure: state === 'failed' ? order.failure : null,
    failedAt: order.failed_at?.toISOString() ?? null,
    actionUrl: state === 'action' ? order.action_url : null,
    plan: order.plan_id,
    period: order.period,
    provider: order.provider,
    isSandbox: order.is_sandbox,
    currency: order.currency,
    lines: order.lines.map((line) => ({ ...toFigures(line), text: toLineWords(line, lang) })),
    net: order.net,
    tax: order.tax,
    taxName: order.tax_name,
    total: order.total,
    credit: order.credit,
    due: order.due,
    refunded: order.refunded,
    invoice: order.invoice_number,
    invoicedAt: order.invoiced_at?.toISOString() ?? null,
    paidAt: order.paid_at?.toISOString() ?? null,
    coversFrom: order.covers_from?.toISOString() ?? null,
    coversUntil: order.covers_until?.toISOString() ?? null,
    createdAt: order.created_at.toISOString(),
  }
}

const toFigures = (line: Order['lines'][number]) =>
  line.kind === 'extra'
    ? { quantity: line.quantity, unitPrice: line.unitPrice, amount: line.amount }
    : { quantity: 1, unitPrice: line.amount, amount: line.amount }
