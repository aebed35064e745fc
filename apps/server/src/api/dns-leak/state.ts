import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/dns_leak',
  auth: 'none',
  title: { en: 'Whether there is a DNS leak test', zh: 'DNS 泄露检测是否可用' },
  summary: {
    en: 'The test needs a zone of the operator’s own. `off`: none is configured. `silent`: one is, but its name server does not run. `ready`: begin with POST.',
    zh: '检测需要管理员自有的 DNS 区域。`off`：未配置；`silent`：已配置，但权威服务器未运行；`ready`：可用 POST 开始检测。',
  },
  input: z.object({}),
  output: z.object({ state: z.enum(['off', 'silent', 'ready']), zone: z.string().nullable() }),
  errors: [],
  handle: ({ services: { dnsLeak } }) => ({ state: dnsLeak.state, zone: dnsLeak.zone }),
})
