import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getKey } from '../../http/get-key.ts'
import { stoppedSchema } from '../../http/job-schema.ts'

export default defineEndpoint({
  method: 'DELETE',
  path: '/v1/jobs/:id',
  auth: 'key',
  title: { en: 'End a job', zh: '结束任务' },
  summary: {
    en: 'Ends a job and deletes its file and its result. What has not been looked up of it is given back to its month.',
    zh: '结束任务，并删除其文件与结果；尚未查询的部分，所计额度退还到当月。',
  },
  input: z.object({ id: z.uuid() }),
  output: stoppedSchema,
  errors: ['key_required', 'bad_key', 'no_such', 'unavailable'],
  isFree: true,
  async handle({ input, services, caller }) {
    return { returned_units: await services.jobs.remove(getKey(caller).accountId, input.id) }
  },
})
