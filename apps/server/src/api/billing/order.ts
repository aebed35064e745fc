import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { orderView, toOrderView } from '../../domain/billing/order-view.ts'
import { sellerView, toSeller } from '../../domain/billing/seller.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/billing/orders/:id',
  auth: 'session',
  title: { en: 'An order or invoice', zh: '查看订单或账单' },
  summary: {
    en: 'What was ordered, what it costs, and whether it is paid; the invoice once it has a number.',
    zh: '订单内容、金额与支付状态；生成编号后即为账单。',
  },
  input: z.object({ id: z.uuid() }),
  output: orderView.extend({ seller: sellerView }),
  errors: ['no_such', 'session_ended', 'login_required', 'unavailable'],
  handle: async ({ input, caller, services: { billing } }) => ({
    ...toOrderView(await billing.getOrder(getSession(caller).accountId, input.id), caller.lang),
    seller: toSeller(billing.context),
  }),
})
