import * as z from 'zod'
import { joinText } from '@octet/core/text.ts'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { passwordField } from '../../domain/account/credentials.ts'
import { enableTotp } from '../../domain/account/second-factor.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/account/second_factor/enable',
  auth: 'session',
  title: { en: 'Switch the second factor on', zh: '启用两步验证' },
  summary: {
    en: 'The first code puts it in force. The recovery codes are shown this once.',
    zh: '输入首个验证码后生效。恢复码仅显示这一次。',
  },
  input: z.object({
    secret: z
      .string()
      .regex(
        /^[A-Z2-7]{32}$/,
        joinText({
          en: 'the secret that was shown: 32 letters A–Z and digits 2–7',
          zh: '显示过的密钥：32 个字母 A–Z 或数字 2–7',
        }),
      )
      .meta({ label: { en: 'Secret', zh: '密钥' } }),
    code: z
      .string()
      .max(20)
      .meta({ label: { en: 'Code', zh: '验证码' } }),
    password: passwordField.describe(joinText({ en: 'The current one of the account', zh: '账户的当前密码' })),
  }),
  output: z.object({ recovery_codes: z.array(z.string()) }),
  errors: ['password_missing', 'wrong_password', 'wrong_code', 'forbidden', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    const session = getSession(caller)
    services.brakes.logIn(caller, session.email)
    const current = await services.accounts.checkCurrent(session, input.password)
    const codes = await enableTotp(services.storage, current, { ...input, brand: services.config.operator.brand.name })
    await services.audit.note(caller, 'second_factor_on')
    return { recovery_codes: codes }
  },
})
