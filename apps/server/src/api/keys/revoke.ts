import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { ACCOUNT_MESSAGES } from '../../domain/account/messages.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'DELETE',
  path: '/v1/keys/:id',
  auth: 'session',
  title: { en: 'Revoke a key', zh: '吊销密钥' },
  summary: { en: 'The key answers 401 within a second, on every server.', zh: '一秒内在所有服务器上失效，返回 401。' },
  input: z.object({ id: z.uuid() }),
  output: z.object({ message: z.string() }),
  errors: ['no_such', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    const isNow = await services.keys.revoke(getSession(caller).accountId, input.id)
    if (isNow) await services.audit.note(caller, 'key_revoke', { detail: { id: input.id } })
    return { message: ACCOUNT_MESSAGES.keyRevoked[caller.lang] }
  },
})
