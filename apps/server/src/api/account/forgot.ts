import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { emailField } from '../../domain/account/credentials.ts'
import { mailedOutput, toMailed } from '../../http/mailed.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/account/forgot',
  auth: 'none',
  title: { en: 'Forgot the password', zh: '忘记密码' },
  summary: {
    en: 'Mails a link to choose a new password, good for 30 minutes. The answer is the same whether the address is known or not.',
    zh: '发送设置新密码的链接，30 分钟内有效。无论邮箱是否已注册，返回内容相同。',
  },
  input: z.object({ email: emailField }),
  output: mailedOutput,
  errors: ['email_wrong', 'unavailable'],
  cost: 5,
  async handle({ input, caller, services }) {
    services.brakes.mail(caller)
    const outlook = await services.mailCheck.outlook() // before the work for a known address, some of which goes on after it
    await services.accounts.forgot(input.email)
    return toMailed('reset', { outlook, lang: caller.lang })
  },
})
