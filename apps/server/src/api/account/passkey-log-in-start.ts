import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/account/passkeys/log_in_start',
  auth: 'none',
  title: { en: 'Prepare a login by passkey', zh: '准备通行密钥登录' },
  summary: {
    en: 'Options for `navigator.credentials.get` (WebAuthn), good for five minutes and one use; the same for everybody.',
    zh: '返回用于 `navigator.credentials.get`（WebAuthn）的参数，5 分钟内有效，仅可使用一次，对所有人相同。',
  },
  input: z.object({}),
  output: z.object({ options: z.unknown() }),
  errors: ['unavailable'],
  cost: 5,
  async handle({ services }) {
    return { options: await services.passkeys.startLogIn() }
  },
})
