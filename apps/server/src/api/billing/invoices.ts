import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { orderView, toOrderView } from '../../domain/billing/order-view.ts'
import { getSession } from '../../http/get-session.ts'
import { listInvoices } from '../../storage/queries/orders.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/billing/invoices',
  auth: 'session',
  title: { en: 'Invoices', zh: '账单列表' },
  summary: { en: 'All invoices of the account, newest first.', zh: '账户的全部账单，最新的在前。' },
  input: z.object({}),
  output: z.object({ invoices: z.array(orderView) }),
  errors: ['session_ended', 'login_required', 'unavailable'],
  async handle({ caller, services: { storage } }) {
    const { accountId } = getSession(caller)
    const orders = await storage.run((queries) => listInvoices(queries, accountId))
    return { invoices: orders.map((order) => toOrderView(order, caller.lang)) }
  },
})
