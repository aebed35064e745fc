import * as z from 'zod'
import type { Lang } from '@octet/core/text.ts'
import { joinText } from '@octet/core/text.ts'
import { BILLING_MESSAGES } from './messages.ts'
import { toLineWords } from './order-lines.ts'
import type { Order } from '../../storage/queries/orders.ts'
import { toOrderState } from './orders.ts'

/** An order, or invoice, as its owner sees it. Amounts are minor units. */
export const orderView = z.object({
  id: z.string(),
  kind: z.enum(['subscribe', 'upgrade', 'renewal', 'overage']),
  state: z.enum(['open', 'action', 'failed', 'paid', 'refunded', 'disputed', 'void', 'uncollectible']).describe(
    joinText({
      en: 'action: the owner has to confirm the payment; failed: the last attempt was refused',
      zh: 'action：需要所有者确认付款；failed：最近一次扣款被拒绝',
    }),
  ),
  message: z
    .string()
    .describe(joinText({ en: 'For people; empty while nothing has come of it', zh: '供人阅读的编号；尚无结果时为空' })),
  failure: z.string().nullable(),
  failed_at: z.string().nullable(),
  action_url: z.string().nullable(),
  plan: z.string(),
  period: z.enum(['monthly', 'yearly']),
  provider: z.string(),
  is_sandbox: z.boolean(),
  currency: z.string(),
  lines: z.array(z.object({ text: z.string(), quantity: z.number(), unit_price: z.number(), amount: z.number() })),
  net: z.number(),
  tax: z.number(),
  tax_name: z.string().nullable(),
  total: z.number(),
  credit: z.number().describe(joinText({ en: 'Paid from what the account had in credit', zh: '从账户余额中支付的金额' })),
  due: z.number(),
  refunded: z.number(),
  invoice: z.string().nullable(),
  invoiced_at: z.string().nullable(),
  paid_at: z.string().nullable(),
  covers_from: z.string().nullable(),
  covers_until: z.string().nullable(),
  created_at: z.string(),
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
    failed_at: order.failed_at?.toISOString() ?? null,
    action_url: state === 'action' ? order.action_url : null,
    plan: order.plan_id,
    period: order.period,
    provider: order.provider,
    is_sandbox: order.is_sandbox,
    currency: order.currency,
    lines: order.lines.map((line) => ({ ...toFigures(line), text: toLineWords(line, lang) })),
    net: order.net,
    tax: order.tax,
    tax_name: order.tax_name,
    total: order.total,
    credit: order.credit,
    due: order.due,
    refunded: order.refunded,
    invoice: order.invoice_number,
    invoiced_at: order.invoiced_at?.toISOString() ?? null,
    paid_at: order.paid_at?.toISOString() ?? null,
    covers_from: order.covers_from?.toISOString() ?? null,
    covers_until: order.covers_until?.toISOString() ?? null,
    created_at: order.created_at.toISOString(),
  }
}

const toFigures = (line: Order['lines'][number]) =>
  line.kind === 'extra'
    ? { quantity: line.quantity, unit_price: line.unitPrice, amount: line.amount }
    : { quantity: 1, unit_price: line.amount, amount: line.amount }
