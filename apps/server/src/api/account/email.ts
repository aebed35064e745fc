import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { emailField, passwordField } from '../../domain/account/credentials.ts'
import { getSession } from '../../http/get-session.ts'
import { mailedOutput, toMailed } from '../../http/mailed.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/account/email',
  auth: 'session',
  title: { en: 'Change the email address', zh: '更改邮箱' },
  summary: {
    en: 'Mails a link to the new address; it counts once the link is opened. The answer is the same whether the address has an account or not.',
    zh: '向新邮箱发送链接，打开后生效。无论该邮箱是否已注册，返回内容相同。',
  },
  input: z.object({ email: emailField, password: passwordField.describe(joinText({ en: 'The current one', zh: '当前密码' })) }),
  output: mailedOutput,
  errors: ['email_wrong', 'password_missing', 'wrong_password', 'session_ended', 'login_required', 'unavailable'],
  cost: 5,
  async handle({ input, caller, services }) {
    const session = getSession(caller)
    services.brakes.logIn(caller, session.email)
    services.brakes.mail(caller)
    await services.accounts.changeEmail(session, input)
    await services.audit.note(caller, 'email_change')
    const outlook = await services.mailCheck.outlook()
    return toMailed('email_change', { outlook, lang: caller.lang })
  },
})
