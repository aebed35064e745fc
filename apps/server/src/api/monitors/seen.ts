import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/monitors/seen',
  auth: 'session',
  title: { en: 'Mark the news of monitors as read', zh: '将监控动态标为已读' },
  summary: {
    en: 'News up to now no longer counts in `unread` of `/v1/user_info`.',
    zh: '此前的动态不再计入 `/v1/user_info` 的 `unread`。',
  },
  input: z.object({}),
  output: z.object({ unread: z.number() }),
  errors: ['session_ended', 'login_required', 'unavailable'],
  async handle({ caller, services }) {
    await services.points.monitors.noteSeen(getSession(caller).accountId)
    return { unread: 0 }
  },
})
