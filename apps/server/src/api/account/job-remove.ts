import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'DELETE',
  path: '/v1/account/jobs/:id',
  auth: 'session',
  title: { en: 'Delete a file of the account', zh: '删除批量文件' },
  summary: { en: 'Ends a job and deletes its file and its result.', zh: '结束任务，并删除其文件与结果。' },
  input: z.object({ id: z.uuid() }),
  output: z.null(),
  errors: ['login_required', 'session_ended', 'no_such', 'unavailable'],
  async handle({ input, services, caller }) {
    await services.jobs.remove(getSession(caller).accountId, input.id)
    return null
  },
})
