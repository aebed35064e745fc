import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { getSession } from '../../http/get-session.ts'
import { oldHoursField } from '../../http/point-fields.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/points/:id/token',
  auth: 'session',
  title: { en: 'Give a private point a new token', zh: '更换私有监测点的令牌' },
  summary: {
    en: 'The point keeps its id and settings. The old token works until an agent has joined with the new one, for `old_hours` at most; with 0 it ends at once, and so does the connection of its agent. Measurements under way are finished by the old agent.',
    zh: '监测点的 id 与设置不变。旧令牌在探测程序以新令牌接入之前仍有效，至多 `old_hours` 小时；为 0 时立即失效，使用它的探测程序随即断开。进行中的测量由旧程序完成。',
  },
  input: z.object({ id: z.uuid(), old_hours: oldHoursField }),
  output: z.object({
    id: z.string(),
    token: z.string(),
    command: z.string(),
    old_token_until: z
      .string()
      .nullable()
      .describe(joinText({ en: 'Null where the old token has ended', zh: '旧令牌已失效时为 null' })),
  }),
  errors: ['no_such', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input: { id, old_hours: oldHours }, caller, services }) {
    const { accountId } = getSession(caller)
    const { token, oldUntil } = await services.points.store.renew(id, { accountId, oldHours })
    await services.audit.note(caller, 'point_token', { detail: { id } })
    const command = `octet agent --server ${services.config.publicOrigin} --token ${token}`
    return { id, token, command, old_token_until: oldUntil?.toISOString() ?? null }
  },
})
