import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/account/jobs/:id/link',
  auth: 'session',
  title: { en: 'A link to a result', zh: '结果下载链接' },
  summary: {
    en: 'A link to the result of a job that works for ten minutes without a token.',
    zh: '任务结果的下载链接，十分钟内无需令牌即可使用。',
  },
  input: z.object({ id: z.uuid() }),
  output: z.object({ url: z.string(), expires_at: z.string(), name: z.string() }),
  errors: ['login_required', 'session_ended', 'no_such', 'unsupported_value', 'unavailable'],
  async handle({ input: { id }, services, caller }) {
    const { ticket, fileName, expiresAt } = await services.jobs.openLink(getSession(caller).accountId, id)
    return { url: `/v1/account/jobs/${id}/result?ticket=${ticket}`, expires_at: expiresAt.toISOString(), name: fileName }
  },
})
