import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { pageField, toTimes } from '../../http/admin-list.ts'
import { getOperator } from '../../http/get-operator.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/admin/corrections',
  auth: 'session',
  title: { en: 'Corrections', zh: '数据纠错' },
  summary: {
    en: 'Proposed corrections of address data, newest first; for operators.',
    zh: '用户提交的数据纠错，新的在前，仅限管理员。',
  },
  input: z.object({ page: pageField }),
  output: z.array(z.record(z.string(), z.unknown())),
  errors: ['forbidden', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    getOperator(caller)
    return (await services.backOffice.corrections(input)).map(toTimes)
  },
})
