import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { orderView, toOrderView } from '../../domain/billing/order-view.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/billing/subscribe',
  auth: 'session',
  title: { en: 'Subscribe, upgrade or downgrade', zh: '订阅、升级或降级套餐' },
  summary: {
    en: 'The free plan takes effect at once; a larger one when it is paid, with the unused time deducted; a smaller one when the paid time ends. Prices are the server’s, whatever is sent.',
    zh: '免费套餐立即生效；升级在付款后生效并抵扣剩余时间；降级在付费周期结束后生效。价格以服务器为准。',
  },
  input: z.object({
    plan: z
      .string()
      .max(40)
      .meta({ label: { en: 'Plan', zh: '套餐' } }),
    period: z.enum(['monthly', 'yearly']).default('monthly'),
    provider: z.string().max(20).optional(),
  }),
  output: z.object({
    kind: z.enum(['same', 'free', 'later', 'subscribe', 'upgrade']),
    message: z.string(),
    order: orderView.nullable().describe(joinText({ en: 'What has to be paid now', zh: '现在需要支付的金额' })),
    url: z
      .string()
      .nullable()
      .describe(
        joinText({ en: 'Where to pay; null when it is done or goes on here', zh: '付款网址；已完成或在本站继续时为 null' }),
      ),
  }),
  errors: [
    'free_already_subscribed',
    'already_subscribed',
    'payment_due',
    'payments_off',
    'bad_input',
    'session_ended',
    'login_required',
    'unavailable',
  ],
  cost: 3,
  async handle({ input, caller, services: { billing } }) {
    const { lang } = caller
    const choice = { planId: input.plan, period: input.period, providerId: input.provider, lang }
    const { kind, message, order, url } = await billing.subscribe(getSession(caller), choice)
    return { kind, message: message[lang], order: order ? toOrderView(order, lang) : null, url }
  },
})
