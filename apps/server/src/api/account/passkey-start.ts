import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/account/passkeys/start',
  auth: 'session',
  title: { en: 'Prepare a passkey', zh: '准备通行密钥' },
  summary: {
    en: 'Options for `navigator.credentials.create` (WebAuthn), good for five minutes and one use.',
    zh: '返回用于 `navigator.credentials.create`（WebAuthn）的参数，5 分钟内有效，仅可使用一次。',
  },
  input: z.object({}),
  output: z.object({ options: z.unknown() }),
  errors: ['passkey_wrong', 'session_ended', 'login_required', 'unavailable'],
  async handle({ caller, services }) {
    return { options: await services.passkeys.start(getSession(caller)) }
  },
})
