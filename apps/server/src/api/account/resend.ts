import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { emailField } from '../../domain/account/credentials.ts'
import { mailedOutput, toMailed } from '../../http/mailed.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/account/resend',
  auth: 'none',
  title: { en: 'Send the confirmation again', zh: '重新发送确认邮件' },
  summary: { en: 'At most three times an hour. The answer is always the same.', zh: '每小时最多三次，返回内容始终相同。' },
  input: z.object({ email: emailField }),
  output: mailedOutput,
  errors: ['email_wrong', 'unavailable'],
  cost: 5,
  async handle({ input, caller, services }) {
    services.brakes.mail(caller)
    const outlook = await services.mailCheck.outlook() // before the work for a known address, some of which goes on after it
    await services.accounts.resend(input.email)
    return toMailed('confirmation', { outlook, lang: caller.lang })
  },
})
