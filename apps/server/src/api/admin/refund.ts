import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { getOperator } from '../../http/get-operator.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/admin/refunds',
  auth: 'session',
  title: { en: 'Refund an invoice', zh: '退款' },
  summary: {
    en: 'Refunds a paid invoice, everything that is left of it unless an amount is given; for operators.',
    zh: '退还已支付账单的款项，未指定金额时退还全部余额，仅限管理员。',
  },
  input: z.object({
    invoice: z
      .string()
      .max(60)
      .meta({ label: { en: 'Invoice', zh: '账单编号' } }),
    amount: z
      .number()
      .int()
      .positive()
      .optional()
      .describe(joinText({ en: 'In the smallest unit of the currency', zh: '以货币的最小单位计' })),
    reason: z
      .string()
      .trim()
      .max(200)
      .optional()
      .describe(joinText({ en: 'For the list of refunds; the payer does not see it', zh: '仅用于退款列表，付款人看不到' })),
  }),
  output: z.object({ refund: z.string(), amount: z.number(), currency: z.string(), provider: z.string() }),
  errors: ['forbidden', 'not_now', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    getOperator(caller)
    const { invoice, amount, reason } = input
    const given = await services.billing.refundInvoice(invoice, amount)
    await services.audit.note(caller, 'refund', { detail: { invoice, ...given, ...(reason && { reason }) } })
    return given
  },
})
