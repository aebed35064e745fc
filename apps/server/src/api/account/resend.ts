import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { MESSAGES } from '@octet/core/messages.ts'
import { emailField } from '../../domain/account/credentials.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/account/resend',
  auth: 'none',
  title: { en: 'Send the confirmation again', zh: '重新发送确认邮件' },
  summary: { en: 'At most three times an hour. The answer is always the same.', zh: '每小时最多三次，返回内容始终相同。' },
  input: z.object({ email: emailField }),
  output: z.object({ message: z.string() }),
  errors: ['email_wrong', 'unavailable'],
  cost: 5,
  async handle({ input, caller, services }) {
    services.brakes.mail(caller)
    await services.accounts.resend(input.email)
    return { message: MESSAGES.confirmation_sent[caller.lang] }
  },
})
