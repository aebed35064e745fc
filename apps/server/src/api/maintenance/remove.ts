import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'DELETE',
  path: '/v1/maintenance/:id',
  auth: 'session',
  title: { en: 'Remove a maintenance window', zh: '删除维护时段' },
  summary: {
    en: 'Alerts are sent again at once; runs that counted as maintenance stay so.',
    zh: '立即恢复告警；已计为维护的运行不变。',
  },
  input: z.object({ id: z.uuid() }),
  output: z.object({ id: z.string() }),
  errors: ['no_such', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input: { id }, caller, services }) {
    await services.points.maintenance.remove(getSession(caller).accountId, id)
    return { id }
  },
})
