import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getSession } from '../../http/get-session.ts'
import { pointFields } from '../../http/point-fields.ts'

const { name, tags, country, city, latitude, longitude } = pointFields

export default defineEndpoint({
  method: 'PATCH',
  path: '/v1/points/:id',
  auth: 'session',
  title: { en: 'Change a private point', zh: '修改私有监测点' },
  summary: {
    en: 'Changes its name, tags or place. A connected agent reconnects with them.',
    zh: '修改名称、标签或位置；在线的探测程序会随之重新接入。',
  },
  input: z.object({
    id: z.uuid(),
    name: name.optional(),
    tags: tags.unwrap().optional(),
    country,
    city,
    latitude,
    longitude,
  }),
  output: z.object({ id: z.string() }),
  errors: ['no_such', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input: { id, ...changes }, caller, services }) {
    await services.points.store.change(id, getSession(caller).accountId, changes)
    await services.audit.note(caller, 'point_change', { detail: { id } })
    return { id }
  },
})
