import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { MESSAGES } from '@octet/core/messages.ts'
import { getOperator } from '../../http/get-operator.ts'

export default defineEndpoint({
  method: 'PATCH',
  path: '/v1/admin/messages/:id',
  auth: 'session',
  title: { en: 'Mark a message', zh: '标记留言' },
  summary: { en: 'As answered, or as open again; for operators.', zh: '标记为已处理或重新打开，仅限管理员。' },
  input: z.object({
    id: z.number().int().positive(),
    state: z.enum(['open', 'done']).meta({ label: { en: 'State', zh: '状态' } }),
  }),
  output: z.object({ message: z.string() }),
  errors: ['forbidden', 'no_such', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    getOperator(caller)
    await services.backOffice.setMessage(input.id, input.state)
    await services.audit.note(caller, 'message_state', { detail: input })
    return { message: MESSAGES.saved[caller.lang] }
  },
})
