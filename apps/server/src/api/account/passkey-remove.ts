import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { ACCOUNT_MESSAGES } from '../../domain/account/messages.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'DELETE',
  path: '/v1/account/passkeys/:id',
  auth: 'session',
  title: { en: 'Remove a passkey', zh: '移除通行密钥' },
  summary: { en: 'It can no longer be used to log in.', zh: '移除后不能再用于登录。' },
  input: z.object({ id: z.string().max(2_000) }),
  output: z.object({ message: z.string() }),
  errors: ['no_such', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    await services.passkeys.remove(getSession(caller), input.id)
    await services.audit.note(caller, 'passkey_remove')
    return { message: ACCOUNT_MESSAGES.passkeyRemoved[caller.lang] }
  },
})
