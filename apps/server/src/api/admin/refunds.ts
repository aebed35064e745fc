import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { listRefunds } from '../../storage/queries/refunds.ts'
import { pageField, toTimes } from '../../http/admin-list.ts'
import { getOperator } from '../../http/get-operator.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/admin/refunds',
  auth: 'session',
  title: { en: 'Refunds', zh: '退款列表' },
  summary: {
    en: 'Refunds that a provider has confirmed, newest first, with who asked and why; for operators.',
    zh: '支付渠道已确认的退款，新的在前，含操作人和原因，仅限管理员。',
  },
  input: z.object({ page: pageField }),
  output: z.array(z.record(z.string(), z.unknown())),
  errors: ['forbidden', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services: { storage } }) {
    getOperator(caller)
    return (await storage.run((queries) => listRefunds(queries, input))).map(toTimes)
  },
})
