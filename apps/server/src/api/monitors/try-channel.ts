import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { toDeliveryFault } from '../../domain/jobs/delivery-fault.ts'
import { toMailSetUp } from '../../domain/mail/has-outbox.ts'
import { getSession } from '../../http/get-session.ts'
import { monitorFields } from '../../http/monitor-fields.ts'
import { readWebhook, toWebhookFields } from '../../http/webhook-fields.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/monitors/test',
  auth: 'session',
  title: { en: 'Send a test alert', zh: '发送测试告警' },
  summary: {
    en: 'Sends a test message (`event`: `monitor.test`) to a webhook or to the email address of the account at once, and says what the receiver answered. With `monitor` it goes where the alerts of that monitor go; a `webhook_url` is tried in its place, also before there is a monitor, when `x-octet-signature` is left out since there is no secret yet. Ten an hour.',
    zh: '立即向 webhook 或账户邮箱发送一条测试消息（`event` 为 `monitor.test`），并返回接收方的应答。提交 `monitor` 时发往该监控的告警地址；提交 `webhook_url` 时改发到该网址，尚未添加监控时也可使用，此时还没有密钥，因而不带 `x-octet-signature`。每小时十次。',
  },
  input: z.object({
    channel: z
      .enum(['webhook', 'mail'])
      .default('webhook')
      .meta({ label: { en: 'Channel', zh: '通知方式' } }),
    monitor: z
      .uuid()
      .optional()
      .meta({ label: { en: 'Monitor', zh: '监控' } })
      .describe(joinText({ en: 'Its id: what is left out is taken from it', zh: '其 ID；未提交的内容取自该监控' })),
    ...toWebhookFields({ en: 'Where to, unless where the monitor sends its alerts', zh: '发往何处；未提交时为该监控的告警地址' }),
    chat_secret: monitorFields.chat_secret,
  }),
  example: { webhook_url: 'https://example.com/hook' },
  output: z.object({
    is_taken: z
      .boolean()
      .nullable()
      .describe(
        joinText({
          en: 'Whether the receiver took it; null for an email that has not left yet, of which `error` says why',
          zh: '接收方是否已接收；邮件尚未发出时为 null，原因见 `error`',
        }),
      ),
    status: z
      .int()
      .nullable()
      .describe(joinText({ en: 'HTTP status; null without an answer', zh: 'HTTP 状态码；没有应答时为 null' })),
    answer: z
      .string()
      .nullable()
      .describe(joinText({ en: 'What the receiver said, 500 characters at most', zh: '接收方返回的内容，最多 500 个字符' })),
    error: z
      .string()
      .nullable()
      .describe(joinText({ en: 'Why it was not taken; null when it was', zh: '未被接收的原因；已接收时为 null' })),
    took_ms: z
      .int()
      .describe(joinText({ en: 'From the first packet to the answer, in milliseconds', zh: '从发起连接到应答的毫秒数' })),
    sent: z
      .string()
      .nullable()
      .describe(
        joinText({ en: 'The body of the message, without signatures; null of email', zh: '消息正文，不含签名；邮件为 null' }),
      ),
  }),
  errors: ['no_such', 'refused_target', 'too_many_requests', 'session_ended', 'login_required', 'unavailable'],
  cost: 10,
  async handle({ input, caller, services, signal }) {
    const { accountId } = getSession(caller)
    const webhookUrl = readWebhook(input)
    // What is refused before it is sent costs none of them.
    const beforeSend = () => services.brakes.trial(caller, accountId)
    const { monitors } = services.points
    const { tookMs, isTaken, error, ...end } = await (input.channel === 'mail'
      ? monitors.tryMail(accountId, { monitorId: input.monitor, setUp: toMailSetUp(services.config), signal, beforeSend })
      : monitors.tryWebhook(accountId, { monitorId: input.monitor, webhookUrl, chatSecret: input.chat_secret, beforeSend }))
    return { is_taken: isTaken, ...end, error: toDeliveryFault(error, caller.lang), took_ms: tookMs }
  },
})
