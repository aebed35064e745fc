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
  summary: { en: 'Whether an address or domain is on mail block lists', zh: '查询 IP 或域名是否在邮件黑名单中' },
  about: {
    en: 'Some 60 lists for IPv4 addresses, those that know IPv6, and those for domains are asked by DNS (RFC 5782) through this server’s resolver. Each list is also asked for its own test entries: one that lists everything, or not even its test entry, is shown as not answering properly, and one that refuses our resolver is never shown as “clean”.\n\nLists that have shut down (SORBS, NiX Spam and others) and those that need a contract (Abusix, invaluement, Sender Score) are not asked. A listing is the opinion of its operator; few lists affect mail delivery, and the page of each says how to be removed.',
    zh: '通过本站解析器以 DNS 方式（RFC 5782）查询约 60 个 IPv4 名单、支持 IPv6 的名单以及域名名单，同时查询各名单自身的测试条目：凡是把一切都列入、或连必列条目都不返回的名单，会标为“应答不正常”；拒绝本站解析器的名单绝不当作“未列入”。\n\n已关停的名单（SORBS、NiX Spam 等）与需签约的名单（Abusix、invaluement、Sender Score）不在其中。是否列入由各名单运营方自行决定，真正影响收发信的只是少数，移除方法见各自页面。',
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
  errors: ['bad_domain', 'bad_address', 'refused_target'],
  accepts: { ip: {}, domain: {}, 'blocklist-command': {} },
  cost: 8, // one per ten lists
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
