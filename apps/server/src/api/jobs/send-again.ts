import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getKey } from '../../http/get-key.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/jobs/:id/deliveries',
  auth: 'key',
  title: { en: 'Send a webhook message again', zh: '重新投递 webhook' },
  summary: {
    en: 'Sends the message of an ended job again immediately, with the same `id`, whether or not it was accepted before. At most 30 an hour.',
    zh: '立即重新发送已结束任务的消息，`id` 不变，无论此前是否已被接收。每小时最多 30 次。',
  },
  input: z.object({ id: z.uuid() }),
  output: z.null(),
  errors: ['key_required', 'bad_key', 'no_such', 'unsupported_value', 'too_many_requests', 'unavailable'],
  isFree: true,
  cost: 10,
  async handle({ input, services, caller }) {
    const { accountId } = getKey(caller)
    await services.jobs.sendAgain(accountId, input.id, { beforeSend: () => services.brakes.again(caller, accountId) })
    return null
  },
})
