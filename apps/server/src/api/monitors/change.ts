import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'PATCH',
  path: '/v1/monitors/:id',
  auth: 'session',
  title: { en: 'Pause or resume a monitor', zh: '暂停或恢复监控' },
  summary: { en: 'A resumed monitor runs at once.', zh: '恢复后立即运行一次。' },
  input: z.object({ id: z.uuid(), is_active: z.boolean().meta({ label: { en: 'Running', zh: '运行' } }) }),
  output: z.object({ id: z.string(), is_active: z.boolean() }),
  errors: ['no_such', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input: { id, is_active: isActive }, caller, services }) {
    await services.points.monitors.setActive(getSession(caller).accountId, id, isActive)
    return { id, is_active: isActive }
  },
})
