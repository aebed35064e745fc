import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { pageField, toTimes } from '../../http/admin-list.ts'
import { getOperator } from '../../http/get-operator.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/admin/messages',
  auth: 'session',
  title: { en: 'Messages', zh: '留言' },
  summary: { en: 'What people wrote, newest first; for operators.', zh: '用户留言，新的在前，仅限管理员。' },
  input: z.object({ page: pageField, state: z.enum(['open', 'done']).default('open') }),
  output: z.array(z.record(z.string(), z.unknown())),
  errors: ['forbidden', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    getOperator(caller)
    return (await services.backOffice.messages(input)).map(toTimes)
  },
})
