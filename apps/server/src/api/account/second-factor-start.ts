import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { makeTotp } from '../../domain/account/second-factor.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/account/second_factor/start',
  auth: 'session',
  title: { en: 'Prepare a second factor', zh: '准备两步验证' },
  summary: {
    en: 'Gives a secret for an authenticator app; nothing changes yet.',
    zh: '返回供身份验证器使用的密钥，此时尚未生效。',
  },
  input: z.object({}),
  output: z.object({ secret: z.string(), url: z.string().describe('otpauth: URL for a QR code') }),
  errors: ['session_ended', 'login_required', 'unavailable'],
  handle: ({ caller, services }) => makeTotp({ email: getSession(caller).email, brand: services.config.operator.brand.name }),
})
