import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { OPERATOR_MESSAGES } from '../../domain/operator/messages.ts'
import { getOperator } from '../../http/get-operator.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/admin/mails/:id/retry',
  auth: 'session',
  title: { en: 'Send a mail again', zh: '重发邮件' },
  summary: {
    en: 'One that was given up, or waits for more than eight minutes, is tried at once; for operators.',
    zh: '立即重试已放弃或需等待八分钟以上的邮件，仅限管理员。',
  },
  input: z.object({ id: z.number().int().positive() }),
  output: z.object({ message: z.string() }),
  errors: ['forbidden', 'no_such', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    getOperator(caller)
    await services.backOffice.retryMail(input.id)
    await services.audit.note(caller, 'mail_retry', { detail: { id: input.id } })
    return { message: OPERATOR_MESSAGES.mailRetried[caller.lang] }
  },
})
