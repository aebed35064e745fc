import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getKey } from '../../http/get-key.ts'
import { jobSchema } from '../../http/job-schema.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/jobs',
  auth: 'key',
  title: { en: 'Jobs', zh: '任务列表' },
  summary: { en: 'The last 100 jobs of the account, the newest first.', zh: '账户最近 100 个任务，新的在前。' },
  input: z.object({}),
  output: z.array(jobSchema),
  errors: ['key_required', 'bad_key', 'unavailable'],
  isFree: true,
  handle: ({ services, caller }) => services.jobs.list(getKey(caller).accountId, caller.lang),
})
