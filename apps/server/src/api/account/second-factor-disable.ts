import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { ACCOUNT_MESSAGES } from '../../domain/account/messages.ts'
import { disableTotp } from '../../domain/account/second-factor.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/account/second_factor/disable',
  auth: 'session',
  title: { en: 'Switch the second factor off', zh: '停用两步验证' },
  summary: { en: 'Needs a code of the app, or a recovery code.', zh: '需要身份验证器的验证码或恢复码。' },
  input: z.object({
    code: z
      .string()
      .max(50)
      .meta({ label: { en: 'Code', zh: '验证码' } }),
  }),
  output: z.object({ message: z.string() }),
  errors: ['code_required', 'wrong_code', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    const session = getSession(caller)
    services.brakes.logIn(caller, session.email)
    services.brakes.code(session.accountId)
    await disableTotp(services.storage, session, { code: input.code, brand: services.config.operator.brand.name })
    services.brakes.repayCode(session.accountId)
    await services.audit.note(caller, 'second_factor_off')
    return { message: ACCOUNT_MESSAGES.secondFactorOff[caller.lang] }
  },
})
