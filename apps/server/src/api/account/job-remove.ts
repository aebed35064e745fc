import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getSession } from '../../http/get-session.ts'
import { stoppedSchema } from '../../http/job-schema.ts'

export default defineEndpoint({
  method: 'DELETE',
  path: '/v1/account/jobs/:id',
  auth: 'session',
  title: { en: 'Delete a file of the account', zh: '删除批量文件' },
  summary: {
    en: 'Ends a job and deletes its file and its result. What has not been looked up of it is given back to its month.',
    zh: '结束任务，并删除其文件与结果；尚未查询的部分，所计额度退还到当月。',
  },
  input: z.object({ id: z.uuid() }),
  output: stoppedSchema,
  errors: ['login_required', 'session_ended', 'no_such', 'unavailable'],
  async handle({ input, services, caller }) {
    return { returned_units: await services.jobs.remove(getSession(caller).accountId, input.id) }
  },
})
