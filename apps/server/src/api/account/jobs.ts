import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getSession } from '../../http/get-session.ts'
import { jobSchema } from '../../http/job-schema.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/account/jobs',
  auth: 'session',
  title: { en: 'Files of the account', zh: '账户的批量文件' },
  summary: {
    en: 'The newest jobs of the account, whichever key they came with.',
    zh: '返回账户最近的任务，不限所用密钥。',
  },
  input: z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  output: z.array(jobSchema),
  errors: ['login_required', 'session_ended', 'unavailable'],
  handle: ({ input, services, caller }) => services.jobs.list(getSession(caller).accountId, { ...input, lang: caller.lang }),
})
