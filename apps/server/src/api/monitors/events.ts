import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getSession } from '../../http/get-session.ts'
import { monitorEvent } from '../../http/monitor-fields.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/monitors/:id/events',
  auth: 'session',
  title: { en: 'History of a monitor', zh: '监控历史' },
  summary: { en: 'When it turned bad and good again, newest first, 100 at most.', zh: '异常与恢复记录，最新在前，最多 100 条。' },
  input: z.object({ id: z.uuid() }),
  output: z.array(monitorEvent),
  errors: ['no_such', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input: { id }, caller, services }) {
    const rows = await services.points.monitors.listEvents(getSession(caller).accountId, id)
    return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
  },
})
