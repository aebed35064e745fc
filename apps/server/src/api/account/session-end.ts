import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { ACCOUNT_MESSAGES } from '../../domain/account/messages.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'DELETE',
  path: '/v1/account/sessions/:id',
  auth: 'session',
  title: { en: 'Log one device out', zh: '退出指定设备' },
  summary: { en: 'Its token answers 506 within a second.', zh: '其令牌在一秒内返回 506。' },
  input: z.object({ id: z.uuid() }),
  output: z.object({ message: z.string() }),
  errors: ['no_such', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    await services.sessions.endOne(getSession(caller), input.id)
    await services.audit.note(caller, 'session_end', { detail: { id: input.id } })
    return { message: ACCOUNT_MESSAGES.sessionEnded[caller.lang] }
  },
})
