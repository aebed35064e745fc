import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { renewRecoveryCodes } from '../../domain/account/second-factor.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/account/second_factor/recovery_codes',
  auth: 'session',
  title: { en: 'Make new recovery codes', zh: '重新生成恢复码' },
  summary: {
    en: 'Needs a code of the app, or a recovery code. Those from before no longer work; the new ones are shown this once.',
    zh: '需要身份验证器的验证码或恢复码。旧恢复码随即失效，新恢复码仅显示这一次。',
  },
  input: z.object({
    code: z
      .string()
      .max(50)
      .meta({ label: { en: 'Code', zh: '验证码' } }),
  }),
  output: z.object({ recovery_codes: z.array(z.string()) }),
  errors: ['code_required', 'wrong_code', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    const session = getSession(caller)
    services.brakes.logIn(caller, session.email)
    services.brakes.code(session.accountId)
    const codes = await renewRecoveryCodes(services.storage, session, {
      code: input.code,
      brand: services.config.operator.brand.name,
    })
    services.brakes.repayCode(session.accountId)
    await services.audit.note(caller, 'recovery_codes_new')
    return { recovery_codes: codes }
  },
})
