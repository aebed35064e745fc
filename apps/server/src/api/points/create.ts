import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { hasWholePlace, WHOLE_PLACE } from '../../domain/points/whole-place.ts'
import { getSession } from '../../http/get-session.ts'
import { pointFields } from '../../http/point-fields.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/points',
  auth: 'session',
  title: { en: 'Add a private point', zh: '添加私有监测点' },
  summary: {
    en: 'A point that only the account may measure from. The token is shown this once and stored as a hash; the command joins the point.',
    zh: '添加仅供本账户使用的监测点。令牌仅显示这一次，系统只保存其哈希；运行返回的命令即可接入。',
  },
  input: z.object(pointFields).refine(hasWholePlace, WHOLE_PLACE),
  output: z.object({ id: z.string(), token: z.string(), command: z.string() }),
  errors: ['too_many_points', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    const { id, token } = await services.points.store.add({ ...input, accountId: getSession(caller).accountId })
    await services.audit.note(caller, 'point_add', { detail: { id } })
    return { id, token, command: `octet agent --server ${services.config.publicOrigin} --token ${token}` }
  },
})
