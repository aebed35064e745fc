import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { MESSAGES } from '@octet/core/messages.ts'
import { getOperator } from '../../http/get-operator.ts'

export default defineEndpoint({
  method: 'DELETE',
  path: '/v1/admin/messages/:id',
  auth: 'session',
  title: { en: 'Delete a message', zh: '删除留言' },
  summary: {
    en: 'For good, with the name and address of its sender; for operators. Mails that passed it on are deleted after 30 days.',
    zh: '永久删除，包括留言人的姓名与邮箱，仅限管理员。转发该留言的邮件在 30 天后删除。',
  },
  input: z.object({ id: z.number().int().positive() }),
  output: z.object({ message: z.string() }),
  errors: ['forbidden', 'no_such', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    getOperator(caller)
    await services.backOffice.removeMessage(input.id)
    await services.audit.note(caller, 'message_remove', { detail: input })
    return { message: MESSAGES.message_removed[caller.lang] }
  },
})
