import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/account/sessions',
  auth: 'session',
  title: { en: 'Logged-in devices', zh: '登录设备' },
  summary: {
    en: 'The sessions of the account, newest first; this one is marked.',
    zh: '账户的全部会话，新的在前，并标出当前会话。',
  },
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      agent: z.string().describe(joinText({ en: 'What the browser or program called itself', zh: '浏览器或程序自报的名称' })),
      address: z.string().describe(joinText({ en: 'Where the login came from', zh: '登录来源' })),
      created_at: z.string(),
      expires_at: z.string(),
      is_current: z.boolean(),
    }),
  ),
  errors: ['session_ended', 'login_required', 'unavailable'],
  async handle({ caller, services }) {
    const session = getSession(caller)
    const rows = await services.sessions.list(session)
    return rows.map(({ id, hash, agent, address, created_at: createdAt, expires_at: expiresAt }) => ({
      id,
      agent,
      address,
      created_at: createdAt.toISOString(),
      expires_at: expiresAt.toISOString(),
      is_current: hash.equals(session.hash),
    }))
  },
})
