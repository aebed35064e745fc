import * as z from 'zod'
import { Answer, defineEndpoint } from '@octet/core/endpoint.ts'
import { exportAccount } from '../../domain/account/export-account.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/account/export',
  auth: 'session',
  title: { en: 'Export my data', zh: '导出我的数据' },
  summary: {
    en: 'Everything stored about the account, as a JSON file; secrets only as far as they are shown anywhere.',
    zh: '以 JSON 文件导出账户的全部存储数据，不含任何密钥与密码内容。',
  },
  input: z.object({}),
  output: z.unknown(),
  answer: { media: ['application/json'], isBare: true },
  errors: ['session_ended', 'login_required', 'unavailable'],
  cost: 5,
  async handle({ caller, services }) {
    const data = await exportAccount(services.storage, getSession(caller).accountId)
    await services.audit.note(caller, 'export')
    return new Answer(`${JSON.stringify(data, null, 2)}\n`, {
      type: 'application/json; charset=utf-8',
      headers: { 'content-disposition': 'attachment; filename="octet-account.json"' },
    })
  },
})
