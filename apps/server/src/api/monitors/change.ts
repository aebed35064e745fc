import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { getSession } from '../../http/get-session.ts'
import { monitorChanges } from '../../http/monitor-fields.ts'
import { readMonitorRequest } from '../../http/read-monitor-request.ts'
import { readWebhook } from '../../http/webhook-fields.ts'

export default defineEndpoint({
  method: 'PATCH',
  path: '/v1/monitors/:id',
  auth: 'session',
  title: { en: 'Change, pause or resume a monitor', zh: '修改、暂停或恢复监控' },
  summary: {
    en: 'What is left out stays; `request` and `rules` are given whole. A changed or resumed monitor runs at once. Another measurement or other rules begin with no state, and the history stays.',
    zh: '未提交的字段保持不变，`request` 与 `rules` 须完整提交。修改或恢复后立即运行一次；更换测量内容或异常条件后状态重新判定，历史保留。',
  },
  input: z.object({ id: z.uuid(), ...monitorChanges }),
  example: { every_minutes: 10, is_active: true },
  output: z.object({
    id: z.string(),
    is_active: z.boolean(),
    webhook_secret: z
      .string()
      .nullable()
      .describe(
        joinText({ en: 'Where the monitor had no webhook before; shown this once', zh: '此前没有 webhook 时返回，仅显示这一次' }),
      ),
  }),
  errors: ['no_such', 'no_point_found', 'refused_target', 'session_ended', 'login_required', 'unavailable'],
  async handle(context) {
    const { input, caller, services } = context
    const { id, request } = input
    const webhook = readWebhook(input)
    const changed = await services.points.monitors.change(getSession(caller).accountId, id, {
      name: input.name,
      request: request && (await readMonitorRequest(request, context)),
      everyMinutes: input.every_minutes,
      rules: input.rules,
      wantsMail: input.wants_mail,
      webhookUrl: webhook === undefined ? undefined : webhook || null,
      chatSecret: input.chat_secret === undefined ? undefined : input.chat_secret || null,
      isActive: input.is_active,
    })
    return { id, is_active: changed.isActive, webhook_secret: changed.webhookSecret }
  },
})
