import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { pageField, toTimes } from '../../http/admin-list.ts'
import { getOperator } from '../../http/get-operator.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/admin/audit',
  auth: 'session',
  title: { en: 'Audit log', zh: '审计日志' },
  summary: { en: 'Who did what, newest first; for operators.', zh: '操作记录，新的在前，仅限管理员。' },
  input: z.object({ page: pageField, action: z.string().max(60).default('') }),
  output: z.array(z.record(z.string(), z.unknown())),
  errors: ['forbidden', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    getOperator(caller)
    return (await services.backOffice.audit(input)).map(toTimes)
  },
})
