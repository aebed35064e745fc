import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'DELETE',
  path: '/v1/points/:id',
  auth: 'session',
  title: { en: 'Remove a private point', zh: '删除私有监测点' },
  summary: {
    en: 'Revokes its token; a connected agent is disconnected at once.',
    zh: '吊销其令牌；在线的探测程序会立即断开。',
  },
  input: z.object({ id: z.uuid() }),
  output: z.object({ id: z.string() }),
  errors: ['no_such', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input: { id }, caller, services }) {
    await services.points.store.remove(id, getSession(caller).accountId)
    await services.audit.note(caller, 'point_remove', { detail: { id } })
    return { id }
  },
})
