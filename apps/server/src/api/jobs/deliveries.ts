import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { toDeliveries } from '../../domain/jobs/delivery-fault.ts'
import { deliveriesFields } from '../../http/delivery-schema.ts'
import { getKey } from '../../http/get-key.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/jobs/:id/deliveries',
  auth: 'key',
  title: { en: 'Webhook deliveries of a job', zh: '查询 webhook 投递记录' },
  summary: {
    en: 'What the webhook of an ended job is sent, the last attempts with what the receiver said, and when the next one is.',
    zh: '返回已结束任务的 webhook 消息内容、最近几次投递及接收方的应答，以及下次投递时间。',
  },
  input: z.object({ id: z.uuid() }),
  output: z.object(deliveriesFields),
  errors: ['key_required', 'bad_key', 'no_such', 'unsupported_value', 'unavailable'],
  isFree: true,
  async handle({ input, services: { jobs, config }, caller }) {
    const told = await jobs.getDeliveries(getKey(caller).accountId, input.id, config.publicOrigin)
    return { ...told, deliveries: toDeliveries(told.deliveries, caller.lang) }
  },
})
