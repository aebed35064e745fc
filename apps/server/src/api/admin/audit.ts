import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { pageField, toTimes, wordsField } from '../../http/admin-list.ts'
import { getOperator } from '../../http/get-operator.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/admin/audit',
  auth: 'session',
  title: { en: 'Audit log', zh: '审计日志' },
  summary: {
    en: 'Who did what, newest first, with a search by account, address or action; for operators.',
    zh: '操作记录，按账户、地址或操作查找，新的在前，仅限管理员。',
  },
  input: z.object({ q: wordsField, page: pageField, action: z.string().max(60).default('') }),
  output: z.array(z.record(z.string(), z.unknown())),
  errors: ['forbidden', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    getOperator(caller)
    return (await services.backOffice.audit(input)).map(toTimes)
  },
})
