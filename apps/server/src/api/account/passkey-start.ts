import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { passwordField } from '../../domain/account/credentials.ts'
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
  input: z.object({ password: passwordField.describe(joinText({ en: 'The current one of the account', zh: '账户的当前密码' })) }),
  output: z.object({ options: z.unknown() }),
  errors: ['password_missing', 'wrong_password', 'passkey_wrong', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    const session = getSession(caller)
    services.brakes.logIn(caller, session.email)
    await services.accounts.checkCurrent(session, input.password)
    return { options: await services.passkeys.start(session) }
  },
})
