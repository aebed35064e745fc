import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
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
  output: z.object({
    secret: z.string(),
    url: z.string().describe(joinText({ en: 'otpauth: URL for a QR code', zh: '用于生成二维码的 otpauth: 网址' })),
  }),
  errors: ['session_ended', 'login_required', 'unavailable'],
  handle: ({ caller, services }) => makeTotp({ email: getSession(caller).email, brand: services.config.operator.brand.name }),
})
