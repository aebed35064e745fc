import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getKey } from '../../http/get-key.ts'

export default defineEndpoint({
  method: 'DELETE',
  path: '/v1/jobs/:id',
  auth: 'key',
  title: { en: 'End a job', zh: '结束任务' },
  summary: { en: 'Ends a job and deletes its file and its result.', zh: '结束任务，并删除其文件与结果。' },
  input: z.object({ id: z.uuid() }),
  output: z.null(),
  errors: ['key_required', 'bad_key', 'no_such', 'unavailable'],
  isFree: true,
  async handle({ input, services, caller }) {
    await services.jobs.remove(getKey(caller).accountId, input.id)
    return null
  },
})
