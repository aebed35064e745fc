import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/kept-input/:id',
  auth: 'none',
  title: { en: 'A kept input, sealed', zh: '已保存的加密输入' },
  summary: { en: 'What POST /v1/kept-input has kept, as it came.', zh: '由 POST /v1/kept-input 保存的内容，原样返回。' },
  input: z.object({ id: z.string().min(1).max(40) }),
  output: z.object({ sealed: z.string(), expires_at: z.string() }),
  errors: ['no_such', 'unavailable'],
  async handle({ input, services }) {
    const { sealed, end } = await services.keptInputs.get(input.id)
    return { sealed: sealed.toString('base64url'), expires_at: end.toISOString() }
  },
})
