import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { jobSchema } from '../../http/job-schema.ts'
import { getKey } from '../../http/get-key.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/jobs/:id',
  auth: 'key',
  title: { en: 'The state of a job', zh: '查询任务进度' },
  summary: {
    en: 'State, progress and size of the result; `returned_units` says what was given back for a job that failed through a fault of this service.',
    zh: '返回任务的状态、进度与结果大小；`returned_units` 为因本服务故障而失败的任务所退还的额度。',
  },
  input: z.object({ id: z.uuid() }),
  output: jobSchema,
  errors: ['key_required', 'bad_key', 'no_such', 'unavailable'],
  isFree: true,
  handle: ({ input, services, caller }) => services.jobs.get(getKey(caller).accountId, input.id, caller.lang),
})
