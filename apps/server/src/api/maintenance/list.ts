import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getSession } from '../../http/get-session.ts'
import { maintenanceRow } from '../../http/maintenance-fields.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/maintenance',
  auth: 'session',
  title: { en: 'Maintenance windows', zh: '维护时段列表' },
  summary: {
    en: 'Those of the account, each with when it is under way or comes next.',
    zh: '账户的维护时段，以及各自进行中或下一次的时间。',
  },
  input: z.object({}),
  output: z.array(maintenanceRow),
  errors: ['session_ended', 'login_required', 'unavailable'],
  async handle({ caller, services }) {
    const windows = await services.points.maintenance.list(getSession(caller).accountId)
    return windows.map(({ monitorIds: monitors, schedule, period, isUnderWay, ...row }) => ({
      ...row,
      monitors,
      once: 'once' in schedule ? { ...schedule.once } : null,
      weekly: 'weekly' in schedule ? { ...schedule.weekly, weekdays: [...schedule.weekly.weekdays] } : null,
      is_under_way: isUnderWay,
      from: period?.from.toISOString() ?? null,
      until: period?.until.toISOString() ?? null,
    }))
  },
})
