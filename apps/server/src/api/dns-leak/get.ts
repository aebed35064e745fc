import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { judgeResolvers, RELATIONS, VERDICTS } from '../../domain/dns-leak/judge-resolvers.ts'

const ID = /^[\da-v]{58}$/

const place = {
  address: z.string(),
  country: z
    .string()
    .nullable()
    .describe(joinText({ en: 'ISO 3166-1 alpha-2', zh: 'ISO 3166-1 两位国家代码' })),
  city: z.string().nullable(),
  asn: z.number().nullable(),
  network: z
    .string()
    .nullable()
    .describe(joinText({ en: 'Name of the autonomous system', zh: '自治系统名称' })),
}
const resolver = z.object({
  ...place,
  transports: z.array(z.enum(['udp', 'tcp'])),
  subnets: z.array(z.string()).describe(
    joinText({
      en: 'What it told of its client’s address (EDNS client subnet, RFC 7871)',
      zh: '它透露的客户端地址（EDNS 客户端子网，RFC 7871）',
    }),
  ),
  relation: z.enum(RELATIONS).describe(
    joinText({
      en: 'own: in the network of the caller, or another one of its provider. public: run by a known public resolver. elsewhere: neither. unknown: a network is not known',
      zh: 'own：位于调用者的网络或其运营商的其他网络。public：属于已知的公共解析服务。elsewhere：两者都不是。unknown：网络未知',
    }),
  ),
  public_resolver: z.string().nullable(),
})

export default defineEndpoint({
  method: 'GET',
  path: '/v1/dns_leak/:id',
  auth: 'none',
  title: { en: 'The resolvers of a DNS leak test', zh: 'DNS 泄露检测的结果' },
  summary: {
    en: 'The resolvers that have asked so far, with place and network, each compared with the network the caller comes from, and what that means. Kept for ten minutes.',
    zh: '返回目前已前来查询的解析器及其位置与网络，逐一与调用者所在网络比较，并说明含义。结果保留十分钟。',
  },
  input: z.object({
    id: z
      .string()
      .regex(ID, { error: joinText({ en: 'the id that POST /v1/dns_leak gave', zh: 'POST /v1/dns_leak 返回的 id' }) }),
  }),
  output: z.object({
    verdict: z
      .enum(VERDICTS)
      .describe(
        joinText({ en: 'The most telling relation; none while nobody has asked', zh: '最能说明问题的关系；尚无查询时没有' }),
      ),
    summary: z.string(),
    caller: z.object(place),
    resolvers: z.array(resolver),
    expires_at: z.string().describe(joinText({ en: 'RFC 3339', zh: 'RFC 3339 时间' })),
  }),
  errors: ['no_such'],
  handle({ input: { id }, caller, services }) {
    const { ticket, resolvers } = services.dnsLeak.read(id)
    const lookUp = services.ip.lookup.bind(services.ip)
    const judged = judgeResolvers({ visitor: caller.address, resolvers, lang: caller.lang, lookUp })
    return {
      verdict: judged.verdict,
      summary: judged.summary,
      caller: judged.visitor,
      resolvers: judged.resolvers.map(({ publicResolver, ...row }) => ({ ...row, public_resolver: publicResolver })),
      expires_at: ticket.expiresAt.toISOString(),
    }
  },
})
