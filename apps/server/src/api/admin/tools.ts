import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { getOperator } from '../../http/get-operator.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/admin/tools',
  auth: 'session',
  title: { en: 'Switches of the tools', zh: '工具开关' },
  summary: { en: 'Which tools are on; for operators.', zh: '各工具的启用状态，仅限管理员。' },
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      route: z.string(),
      title: z.object({ en: z.string(), zh: z.string() }),
      is_off: z.boolean(),
      is_fixed: z
        .boolean()
        .describe(
          joinText({ en: 'Off by the operator’s file, which no switch overrides', zh: '由管理员在配置文件中停用，开关无法覆盖' }),
        ),
    }),
  ),
  errors: ['forbidden', 'session_ended', 'login_required', 'unavailable'],
  handle({ caller, services }) {
    getOperator(caller)
    return services.tools.map(({ id, route, title }) => ({
      id,
      route,
      title: { en: title.en, zh: title.zh },
      is_off: services.switches.isOff(id),
      is_fixed: services.switches.isFixed(id),
    }))
  },
})
