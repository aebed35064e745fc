import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { counted } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'

const MAX_BYTES = 32 * 1024 * 1024

export default defineEndpoint({
  method: 'POST',
  path: '/v1/speed/upload',
  auth: 'none',
  title: { en: 'Measure an upload', zh: '上传测速' },
  summary: {
    en: 'Counts the bytes of the body, keeps none of them, and reports how long they took to arrive.',
    zh: '统计请求体的字节数与接收耗时，不保存任何内容。',
  },
  input: z.looseObject({}),
  output: z.object({
    receivedBytes: z.number().meta({ label: { en: 'Received', zh: '已接收' }, unit: 'bytes' }),
    ms: z.number().meta({ label: { en: 'Time', zh: '耗时' }, unit: 'ms' }),
  }),
  errors: ['too_large'],
  rawBody: 'bytes',
  bodyLimitBytes: MAX_BYTES,
  async handle({ body }) {
    const startedAt = performance.now()
    let receivedBytes = 0
    for await (const chunk of body) {
      receivedBytes += chunk.length
      if (receivedBytes > MAX_BYTES)
        throw new AppError('too_large', { field: 'body', limit: counted(MAX_BYTES, 'bytes'), got: { en: 'more', zh: '更多' } })
    }
    return { receivedBytes, ms: Math.round(performance.now() - startedAt) }
  },
})
