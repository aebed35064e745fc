import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { orderView, toOrderView } from '../../domain/billing/order-view.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/billing/pay',
  auth: 'session',
  title: { en: 'Pay an open invoice', zh: '支付待付账单' },
  summary: {
    en: 'Starts the payment of an open invoice, such as a renewal whose card was refused.',
    zh: '为未付账单（例如扣款失败的续费）发起支付。',
  },
  input: z.object({ order: z.uuid().meta({ label: { en: 'Order', zh: '订单' } }) }),
  output: z.object({ order: orderView, url: z.string().nullable() }),
  errors: ['no_such', 'not_now', 'payments_off', 'session_ended', 'login_required', 'unavailable'],
  cost: 3,
  async handle({ input, caller, services: { billing } }) {
    const { order, url } = await billing.pay(getSession(caller).accountId, input.order)
    return { order: toOrderView(order, caller.lang), url }
  },
})
