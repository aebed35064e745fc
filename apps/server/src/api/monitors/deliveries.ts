import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { toSentBody } from '../../domain/jobs/chat-webhook.ts'
import { toDeliveries } from '../../domain/jobs/delivery-fault.ts'
import { deliveriesFields } from '../../http/delivery-schema.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/monitors/:id/deliveries',
  auth: 'session',
  title: { en: 'Webhook deliveries of a monitor', zh: '监控 webhook 投递记录' },
  summary: {
    en: 'The last 20 messages, newest first: what was sent, each attempt with what the receiver said, and when the next one is.',
    zh: '最近 20 条消息，最新在前：发送内容、每次投递及接收方的应答，以及下次投递时间。',
  },
  input: z.object({ id: z.uuid() }),
  output: z.array(z.object({ id: z.string(), created_at: z.string(), ...deliveriesFields })),
  errors: ['no_such', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input: { id }, caller, services }) {
    const rows = await services.points.monitors.listMessages(getSession(caller).accountId, id)
    return rows.map(({ body, webhook_url: url, created_at: at, next_at: nextAt, deliveries, ...row }) => ({
      ...row,
      deliveries: toDeliveries(deliveries, caller.lang),
      created_at: at.toISOString(),
      next_at: row.state === 'waiting' ? nextAt.toISOString() : null,
      sent: toSentBody(url ?? '', body),
    }))
  },
})
