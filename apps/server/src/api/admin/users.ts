import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getOperator } from '../../http/get-operator.ts'
import { pageField, toTimes, wordsField } from '../../http/admin-list.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/admin/users',
  auth: 'session',
  title: { en: 'Accounts', zh: '账户列表' },
  summary: {
    en: 'All accounts, newest first, with a search by address or phone; for operators.',
    zh: '按邮箱或手机号查找，新的在前，仅限管理员。',
  },
  input: z.object({ q: wordsField, page: pageField }),
  output: z.array(z.record(z.string(), z.unknown())),
  errors: ['forbidden', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    getOperator(caller)
    return (await services.backOffice.users(input)).map(toTimes)
  },
})
