import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getKey } from '../../http/get-key.ts'
import { jobSchema } from '../../http/job-schema.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/jobs',
  auth: 'key',
  title: { en: 'Jobs', zh: '任务列表' },
  summary: {
    en: 'The jobs of the account, the newest first, page by page; a page with fewer than `limit` jobs is the last one.',
    zh: '分页返回账户的任务，新的在前；不足 `limit` 个的一页为最后一页。',
  },
  input: z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(100),
  }),
  output: z.array(jobSchema),
  errors: ['key_required', 'bad_key', 'unavailable'],
  isFree: true,
  handle: ({ input, services, caller }) => services.jobs.list(getKey(caller).accountId, { ...input, lang: caller.lang }),
})
