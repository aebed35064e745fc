import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'

/** Apart from `/readyz`: a server without accounts looks up as ever, and stays behind its balancer. */
export default defineEndpoint({
  method: 'GET',
  path: '/v1/account/ready',
  auth: 'none',
  title: { en: 'Whether accounts work', zh: '账户是否可用' },
  summary: {
    en: '200 when the account database answers and can be written, and its disk has room; 503 otherwise: lookups and tools go on meanwhile.',
    zh: '账户数据库可读写且磁盘有空间时返回 200，否则返回 503；其间查询与工具照常可用。',
  },
  input: z.object({}),
  output: z.object({ state: z.literal('ready') }),
  errors: ['unavailable'],
  async handle({ services }) {
    await services.storage.checkWritable()
    return { state: 'ready' as const }
  },
})
