import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { getSession } from '../../http/get-session.ts'
import { monitorFields } from '../../http/monitor-fields.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/monitors/:id/show',
  auth: 'session',
  title: { en: 'Show a monitor to others', zh: '公开监控' },
  summary: {
    en: 'Gives an id that cannot be guessed: whoever has it sees the state, the availability and the last runs at /monitor/{id}, and as a badge. Called again it changes the title and keeps the id.',
    zh: '返回无法猜测的 ID：持有者可在 /monitor/{id} 或通过徽章查看状态、可用性和最近的运行结果。再次调用可修改标题，ID 不变。',
  },
  input: z.object({
    id: z.uuid(),
    title: monitorFields.name.meta({ label: { en: 'Title for others', zh: '公开标题' } }),
    shows_target: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Show what is measured', zh: '显示测量目标' } }),
  }),
  output: z.object({
    shown_id: z.string().describe(joinText({ en: 'Until it is withdrawn', zh: '撤回前有效' })),
  }),
  errors: ['no_such', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input: { id, title, shows_target: showsTarget }, caller, services }) {
    const { accountId } = getSession(caller)
    return { shown_id: await services.points.monitors.show(accountId, id, { title, showsTarget }) }
  },
})
