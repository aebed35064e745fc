import { blockListReportSchema } from '@octet/core/probe/dnsbl.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { parseTarget } from '../../lib/target.ts'

export default defineTool({
  id: 'dnsbl',
  route: '/lookup/dnsbl',
  group: 'lookup',
  rank: 13,
  icon: 'ShieldX',
  title: { en: 'Block list check', zh: '黑名单查询' },
  summary: { en: 'Whether an address or domain stands on mail block lists', zh: '查询 IP 或域名是否在邮件黑名单中' },
  about: {
    en: 'Each list is asked by DNS (RFC 5782) through this server’s resolver. A list that refuses our resolver is shown as such, never as “clean”. A listing is the opinion of its operator; the page of the list says how to be removed.',
    zh: '通过本站解析器以 DNS 方式逐一查询（RFC 5782）。若名单拒绝本站解析器会如实标注，绝不当作“未列入”。是否列入由各名单运营方自行决定，移除方法见其主页。',
  },
  keywords: [
    'rbl',
    'blacklist',
    'spam',
    'spamhaus',
    'reputation',
    '黑名单',
    '垃圾邮件',
    '信誉',
    'is my ip blacklisted',
    'blacklisted',
    'IP黑名单',
    '拉黑',
    'email spam',
  ],
  needs: ['probe'],
  accepts: { ip: {}, domain: {} },
  cost: 4,
  input: z.object({
    target: z
      .string()
      .min(1)
      .max(2048)
      .meta({
        label: { en: 'Address or domain', zh: 'IP 或域名' },
        placeholder: { en: '8.8.8.8 or example.com', zh: '8.8.8.8 或 example.com' },
        main: true,
      }),
  }),
  output: blockListReportSchema,
  examples: [
    { name: { en: 'An address', zh: '地址' }, input: { target: '8.8.8.8' } },
    { name: { en: 'A domain', zh: '域名' }, input: { target: 'example.com' } },
  ],
  run: ({ target }, { probe, signal }) => probe.blockLists.check(parseTarget(target).host, { signal }),
})
