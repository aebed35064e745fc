import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getSession } from '../../http/get-session.ts'
import { findSchedule, maintenanceChanges } from '../../http/maintenance-fields.ts'

export default defineEndpoint({
  method: 'PATCH',
  path: '/v1/maintenance/:id',
  auth: 'session',
  title: { en: 'Change a maintenance window', zh: '修改维护时段' },
  summary: {
    en: 'What is left out stays; `once` or `weekly` are given whole, and one takes the place of the other.',
    zh: '未提交的字段保持不变；`once` 或 `weekly` 须完整提交，并取代原有的时间。',
  },
  input: z.object({ id: z.uuid(), ...maintenanceChanges }),
  example: { weekly: { weekdays: [6, 7], from: '22:00', until: '06:00' } },
  output: z.object({ id: z.string() }),
  errors: ['no_such', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    await services.points.maintenance.change(getSession(caller).accountId, input.id, {
      name: input.name,
      monitorIds: input.monitors,
      timeZone: input.time_zone,
      schedule: findSchedule(input),
    })
    return { id: input.id }
  },
})
