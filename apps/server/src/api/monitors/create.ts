import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getSession } from '../../http/get-session.ts'
import { monitorFields } from '../../http/monitor-fields.ts'
import { readMonitorRequest } from '../../http/read-monitor-request.ts'
import { readWebhook } from '../../http/webhook-fields.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/monitors',
  auth: 'session',
  title: { en: 'Add a monitor', zh: '添加监控' },
  summary: {
    en: 'Repeats a measurement and tells by mail and webhook when it turns bad and when it is good again. The state changes only after `confirmations` runs in a row. Webhooks carry `x-octet-timestamp` and `x-octet-signature`: `sha256=` and the HMAC-SHA256 of `<timestamp>.<body>` with the secret, which is shown this once. The `id` in the body stays the same when a message is sent again, so that a second one can be dropped; one about a recovery says `bad_since`. Slack, Discord, Google Chat, Microsoft Teams workflows, Feishu, Lark, DingTalk and WeCom are sent its `text` in their own form, signed with `chat_secret` where the robot of DingTalk, Feishu or Lark has one. `me` among the locations stays where you are when you add it. Each run costs its credits from the account’s allowance. With the `type` `domain` it asks the registry once a day when the registration of a domain ends.',
    zh: '定时重复测量，异常及恢复时以邮件和 webhook 通知；连续 `confirmations` 次结果一致才会改变状态。Webhook 附带 `x-octet-timestamp` 与 `x-octet-signature`：`sha256=` 加上以密钥对 `<timestamp>.<body>` 计算的 HMAC-SHA256，密钥仅显示这一次。正文中的 `id` 在重发时不变，可据此去重；恢复消息附 `bad_since`。发往 Slack、Discord、Google Chat、Microsoft Teams 工作流、飞书、Lark、钉钉、企业微信时，按其格式发送 `text`；钉钉、飞书、Lark 机器人设有密钥时，以 `chat_secret` 加签。地点 `me` 固定为添加时您所在的位置。每次运行从账户额度中扣除费用。`type` 为 `domain` 时，每天向注册局查询一次域名注册何时到期。',
  },
  input: z.object(monitorFields),
  example: {
    name: 'Web site',
    request: { type: 'http', target: 'https://example.com', locations: 'world', limit: 3 },
    every_minutes: 5,
    wants_mail: true,
  },
  output: z.object({ id: z.string(), webhook_secret: z.string().nullable() }),
  errors: ['too_many_monitors', 'no_point_found', 'refused_target', 'session_ended', 'login_required', 'unavailable'],
  async handle(context) {
    const { input, caller, services } = context
    const { id, webhookSecret } = await services.points.monitors.add(getSession(caller).accountId, {
      name: input.name,
      request: await readMonitorRequest(input.request, context),
      everyMinutes: input.every_minutes,
      rules: input.rules,
      wantsMail: input.wants_mail,
      webhookUrl: readWebhook(input) || null,
      chatSecret: input.chat_secret || null,
    })
    return { id, webhook_secret: webhookSecret }
  },
})
