import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'

/** A resolver is chosen anew for each name, so several show more of them. */
const NAMES = 6

export default defineEndpoint({
  method: 'POST',
  path: '/v1/dns_leak',
  auth: 'none',
  title: { en: 'Begin a DNS leak test', zh: '开始 DNS 泄露检测' },
  summary: {
    en: 'Returns names that nobody has asked for before. Have the browser or system that you are testing resolve them within ten minutes, then use the id to read which resolvers asked. Keep the id secret: it is not part of the names.',
    zh: '返回若干从未被查询过的域名。请在十分钟内让待检测的浏览器或系统解析这些域名，再凭 id 查看有哪些解析器前来查询。id 不包含在域名中，请勿公开。',
  },
  input: z.object({}),
  output: z.object({
    id: z.string().describe(joinText({ en: 'For reading what was seen', zh: '用于读取观测结果' })),
    names: z.array(z.string()).describe(joinText({ en: 'Names to resolve', zh: '需要解析的名称' })),
    expires_at: z.string().describe(joinText({ en: 'RFC 3339', zh: 'RFC 3339 时间' })),
  }),
  errors: ['not_set_up', 'unavailable'],
  handle({ services: { dnsLeak } }) {
    const { id, token, expiresAt } = dnsLeak.issue()
    const names = Array.from({ length: NAMES }, (_, index) => `${index + 1}.${token}.${dnsLeak.zone}`)
    return { id, names, expires_at: expiresAt.toISOString() }
  },
})
