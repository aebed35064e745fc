import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { listPayments } from '../../storage/queries/refunds.ts'
import { pageField, toTimes, wordsField } from '../../http/admin-list.ts'
import { getOperator } from '../../http/get-operator.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/admin/payments',
  auth: 'session',
  title: { en: 'Payments', zh: '付款列表' },
  summary: {
    en: 'All payments, newest first, with what was refunded and a search by address or invoice; for operators.',
    zh: '按邮箱或账单号查找，新的在前，含已退金额，仅限管理员。',
  },
  input: z.object({ q: wordsField, page: pageField }),
  output: z.array(z.record(z.string(), z.unknown())),
  errors: ['forbidden', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services: { storage } }) {
    getOperator(caller)
    return (await storage.run((queries) => listPayments(queries, input))).map(toTimes)
  },
})
