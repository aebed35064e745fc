import { AppError } from '@octet/core/errors.ts'
import type { ComparedResolver } from '@octet/core/probe/dns.ts'
import { resolverTestSchema } from '@octet/core/probe/resolver-test.ts'
import type { Lang } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { PUBLIC_RESOLVERS, type PublicResolver } from '../public-dns/resolvers.ts'

const BY = {
  udp: { en: 'UDP', zh: 'UDP' },
  tls: { en: 'DNS over TLS', zh: 'DoT' },
  https: { en: 'DNS over HTTPS', zh: 'DoH' },
} as const
type By = keyof typeof BY

const MAX_RESOLVERS = 30
const COST_PER_RESOLVER = 1

export default defineTool({
  id: 'resolver-test',
  route: '/lookup/resolver',
  group: 'ip',
  rank: 61,
  icon: 'ServerBolt',
  title: { en: 'DNS resolver test', zh: 'DNS 解析器检测' },
  summary: {
    en: 'How fast a resolver answers, and whether it is honest and validates DNSSEC',
    zh: '检测解析器的速度、是否劫持、是否验证 DNSSEC',
  },
  about: {
    en: 'Queries come from this server, not from your device: a resolver near here may be far from you, and one run by your provider may refuse strangers. Time is the median of three queries for the root name servers, which every cache holds.\n\nHonesty: a name whose addresses are known, and a random unregistered name under .com, which must be answered with NXDOMAIN. DNSSEC: iana.org is signed correctly, dnssec-failed.org incorrectly on purpose. Resolvers that filter may show as changing answers.',
    zh: '从本站服务器发出询问，而非您的设备：离本站近的解析器未必离您近，运营商的解析器也可能拒绝外部请求。耗时取三次询问根域名服务器的中位数，这些记录在任何缓存中都有。\n\n是否劫持：询问一个地址已知的域名，以及 .com 下一个无人注册的随机域名，后者必须返回 NXDOMAIN。DNSSEC：iana.org 签名正确，dnssec-failed.org 特意签错。带过滤功能的解析器可能显示为答案被改动。',
  },
  keywords: ['dns', 'resolver', 'hijack', 'nxdomain', 'dnssec', 'ecs', 'latency', '劫持', '解析器', '测速', '污染', 'speed'],
  needs: ['probe'],
  cost: ({ resolvers, by }) => Math.max(2, COST_PER_RESOLVER * toResolvers(resolvers, by).length),
  input: z.object({
    resolvers: z
      .string()
      .max(2000)
      .default('')
      .meta({
        label: { en: 'Resolvers', zh: '解析器' },
        placeholder: {
          en: 'leave empty for well-known ones; or 1.1.1.1, tls://dns.google',
          zh: '留空检测常用解析器；或 1.1.1.1, tls://dns.google',
        },
        main: true,
      }),
    by: z
      .enum(['udp', 'tls', 'https'])
      .default('udp')
      .meta({ label: { en: 'Transport', zh: '传输方式' }, options: BY }),
  }),
  output: z.object({
    resolvers: z.array(resolverTestSchema).meta({ label: { en: 'Resolvers', zh: '解析器' }, widget: 'table' }),
    isComplete: z.boolean().meta({ widget: 'hidden' }),
  }),
  examples: [
    { name: { en: 'Well-known resolvers', zh: '常用解析器' }, input: {} },
    { name: { en: 'Two over TLS', zh: '两个 DoT' }, input: { resolvers: 'tls://dns.google, tls://one.one.one.one' } },
  ],
  async *run({ resolvers, by }, { probe, signal, lang }) {
    for await (const rows of probe.dns.testResolvers({ resolvers: toResolvers(resolvers, by, lang), signal }))
      yield { resolvers: rows, isComplete: rows.every(({ state }) => state !== 'waiting') }
  },
})

/** Ids of the table, or addresses and URLs of others; all that can be reached this way when none is named. */
function toResolvers(text: string, by: By, lang: Lang = 'en'): ComparedResolver[] {
  const parts = [...new Set(text.split(/[\s,;，；、]+/).filter(Boolean))]
  if (parts.length > MAX_RESOLVERS)
    throw new AppError('bad_input', {
      field: 'resolvers',
      expected: { en: `at most ${MAX_RESOLVERS} resolvers`, zh: `最多 ${MAX_RESOLVERS} 个解析器` },
      got: parts.length,
    })
  if (parts.length === 0) return PUBLIC_RESOLVERS.flatMap((one) => toCompared(one, by, lang)).slice(0, MAX_RESOLVERS)
  return parts.flatMap((part) => {
    const known = PUBLIC_RESOLVERS.find(({ id }) => id === part.toLowerCase())
    if (!known) return [{ id: part, name: part, server: part, country: null }]
    const compared = toCompared(known, by, lang)
    if (compared.length > 0) return compared
    const expected = { en: `resolvers with ${BY[by].en}`, zh: `支持 ${BY[by].zh} 的解析器` }
    throw new AppError('bad_input', { field: 'resolvers', expected, got: part })
  })
}

function toCompared({ id, name, country, ipv4, ipv6, dot, doh }: PublicResolver, by: By, lang: Lang): ComparedResolver[] {
  const servers: Readonly<Record<By, string | undefined>> = {
    udp: ipv4[0] ?? ipv6[0],
    tls: dot && `tls://${dot}`,
    https: doh,
  }
  const server = servers[by]
  return server ? [{ id, name: name[lang], server, ipv6: ipv6[0], country }] : []
}
