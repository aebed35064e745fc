import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { toDeliveryFault } from '../../domain/jobs/delivery-fault.ts'
import { getSession } from '../../http/get-session.ts'
import { monitorRow } from '../../http/monitor-fields.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/monitors',
  auth: 'session',
  title: { en: 'Monitors', zh: '监控列表' },
  summary: { en: 'The monitors of the account with their states.', zh: '账户的全部监控及其状态。' },
  input: z.object({}),
  output: z.array(monitorRow),
  errors: ['session_ended', 'login_required', 'unavailable'],
  async handle({ caller, services }) {
    const rows = await services.points.monitors.list(getSession(caller).accountId)
    return rows.map(({ shown_id: shownId, shown_title: title, shows_target: showsTarget, ...row }) => ({
      ...row,
      shown: shownId === null || title === null ? null : { id: shownId, title, shows_target: showsTarget },
      last_call: row.last_call && { ...row.last_call, error: toDeliveryFault(row.last_call.error, caller.lang) },
      state_since: row.state_since.toISOString(),
      maintenance_until: row.maintenance_until?.toISOString() ?? null,
      next_at: row.next_at.toISOString(),
      last_run_at: row.last_run_at?.toISOString() ?? null,
    }))
  },
})
