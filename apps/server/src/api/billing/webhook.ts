import * as z from 'zod'
import { Answer, defineEndpoint } from '@octet/core/endpoint.ts'
import { counted } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'

const MAX_BYTES = 512 * 1024

export default defineEndpoint({
  method: 'POST',
  path: '/v1/billing/webhook/:provider',
  auth: 'none',
  title: { en: 'Messages of payment providers', zh: '支付渠道通知' },
  summary: {
    en: 'Receives messages of a payment provider, if it has signed them. Each event counts once, in whatever order they arrive.',
    zh: '接收支付渠道的签名通知。每个事件只计一次，与到达顺序无关。',
  },
  input: z.looseObject({ provider: z.string().max(20) }),
  output: z.string(),
  errors: ['bad_signature', 'not_found', 'unavailable'],
  rawBody: 'event',
  bodyLimitBytes: MAX_BYTES,
  cost: 0,
  async handle({ input, body, header, services: { billing } }) {
    const answer = await billing.receive(input.provider, { body: await readText(body), header })
    return new Answer(answer.body, { type: answer.type })
  },
})

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of body) {
    sizeBytes += chunk.length
    if (sizeBytes > MAX_BYTES)
      throw new AppError('too_large', { field: 'body', limit: counted(MAX_BYTES, 'bytes'), got: { en: 'more', zh: '更多' } })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
