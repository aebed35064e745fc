import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getOperator } from '../../http/get-operator.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/admin/overview',
  auth: 'session',
  title: { en: 'Figures of the installation', zh: '站点概况' },
  summary: {
    en: 'Accounts, keys, messages, mails and requests in numbers; for operators.',
    zh: '账户、密钥、留言、邮件与请求的数量，仅限管理员。',
  },
  input: z.object({}),
  output: z.record(z.string(), z.number()),
  errors: ['forbidden', 'session_ended', 'login_required', 'unavailable'],
  handle({ caller, services }) {
    getOperator(caller)
    return services.backOffice.overview()
  },
})
