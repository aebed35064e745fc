import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/monitors/:id/deliveries',
  auth: 'session',
  title: { en: 'Send a webhook message of a monitor again', zh: '重新投递监控消息' },
  summary: {
    en: 'Sends a message again immediately, with the same `id`, whether or not it was accepted before. At most 30 an hour.',
    zh: '立即重新发送一条消息，`id` 不变，无论此前是否已被接收。每小时最多 30 次。',
  },
  input: z.object({
    id: z.uuid(),
    message: z
      .uuid()
      .describe(joinText({ en: 'Its id', zh: '其 id' }))
      .meta({ label: { en: 'Message', zh: '消息' } }),
  }),
  output: z.null(),
  errors: ['no_such', 'too_many_requests', 'session_ended', 'login_required', 'unavailable'],
  cost: 10,
  async handle({ input: { id, message }, caller, services }) {
    const { accountId } = getSession(caller)
    // What is refused before it is sent costs none of them.
    const beforeSend = () => services.brakes.again(caller, accountId)
    await services.points.monitors.sendAgain(accountId, { id, messageId: message, beforeSend })
    return null
  },
})
