import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/stun',
  auth: 'none',
  title: { en: 'The STUN server of this site', zh: '本站的 STUN 服务器' },
  summary: {
    en: 'Where browsers ask by WebRTC which address they come from, null where the operator has set none up. It answers binding requests (RFC 8489) and nothing else.',
    zh: '浏览器通过 WebRTC 查询自身出口地址时所用的 STUN 服务器；管理员未设置时为 null。仅应答绑定请求（RFC 8489）。',
  },
  input: z.object({}),
  output: z.object({ url: z.string().nullable() }),
  errors: [],
  handle: ({ services }) => ({ url: services.config.operator.stun?.url ?? null }),
})
