import * as z from 'zod'
import { AppError } from '@octet/core/errors.ts'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { OPERATOR_MESSAGES } from '../../domain/operator/messages.ts'
import { getOperator } from '../../http/get-operator.ts'

export default defineEndpoint({
  method: 'PATCH',
  path: '/v1/admin/tools/:id',
  auth: 'session',
  title: { en: 'Switch a tool on or off', zh: '启用或停用工具' },
  summary: {
    en: 'When off, it leaves the navigation and its calls answer 403, on every server within a second; for operators.',
    zh: '停用后，工具从导航中移除，调用返回 403，一秒内在所有服务器生效，仅限管理员。',
  },
  input: z.object({ id: z.string().max(60), off: z.boolean().meta({ label: { en: 'Switched off', zh: '停用' } }) }),
  output: z.object({ message: z.string() }),
  errors: ['forbidden', 'no_such', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    getOperator(caller)
    const { id, off } = input
    if (!services.tools.some((tool) => tool.id === id))
      throw new AppError('no_such', { what: { en: 'tool', zh: '工具' }, got: id })
    await services.switches.set(id, off)
    await services.audit.note(caller, 'tool_switch', { detail: { id, off } })
    return { message: OPERATOR_MESSAGES[off ? 'toolOff' : 'toolOn'][caller.lang] }
  },
})
