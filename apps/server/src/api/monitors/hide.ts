import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'DELETE',
  path: '/v1/monitors/:id/show',
  auth: 'session',
  title: { en: 'Stop showing a monitor', zh: '撤回公开的监控' },
  summary: {
    en: 'Its page disappears at once; a cached badge may take a minute. If it is shown again, it gets another id.',
    zh: '页面立即失效，被缓存的徽章至多一分钟后失效。再次公开时 ID 不同。',
  },
  input: z.object({ id: z.uuid() }),
  output: z.object({ id: z.string() }),
  errors: ['no_such', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input: { id }, caller, services }) {
    await services.points.monitors.hide(getSession(caller).accountId, id)
    return { id }
  },
})
