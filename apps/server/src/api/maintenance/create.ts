import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getSession } from '../../http/get-session.ts'
import { getSchedule, maintenanceFields } from '../../http/maintenance-fields.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/maintenance',
  auth: 'session',
  title: { en: 'Add a maintenance window', zh: '添加维护时段' },
  summary: {
    en: 'A time in which monitors go on measuring and tell nobody, once or every week, by the clocks of a time zone. What they find then counts as neither good nor bad, and is shown as maintenance; what is still bad at its end is told then. 20 at most.',
    zh: '在此时段内监控照常测量，但不发送告警；可设为单次或每周，按所选时区的时钟。期间的结果既不算正常也不算异常，显示为维护；结束时仍异常的，届时告警。最多 20 个。',
  },
  input: z.object(maintenanceFields),
  example: { name: 'Updates', time_zone: 'Europe/Berlin', weekly: { weekdays: [7], from: '02:00', until: '04:00' } },
  output: z.object({ id: z.string() }),
  errors: ['too_many_windows', 'no_such', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    const id = await services.points.maintenance.add(getSession(caller).accountId, {
      name: input.name,
      monitorIds: input.monitors,
      timeZone: input.time_zone,
      schedule: getSchedule(input),
    })
    return { id }
  },
})
