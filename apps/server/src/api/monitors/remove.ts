import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'DELETE',
  path: '/v1/monitors/:id',
  auth: 'session',
  title: { en: 'Remove a monitor', zh: '删除监控' },
  summary: {
    en: 'Its history goes with it; the measurements stay their 30 days.',
    zh: '历史记录一并删除；测量结果仍按 30 天保留。',
  },
  input: z.object({ id: z.uuid() }),
  output: z.object({ id: z.string() }),
  errors: ['no_such', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input: { id }, caller, services }) {
    await services.points.monitors.remove(getSession(caller).accountId, id)
    return { id }
  },
})
