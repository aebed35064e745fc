import { routingReportSchema } from '@octet/core/probe/routing.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { findRoutingTarget } from './routing-target.ts'
import { TARGET_ERRORS } from '../../lib/target.ts'

export default defineTool({
  id: 'routing',
  route: '/ip/routing',
  group: 'ip',
  rank: 32,
  icon: 'Sitemap',
  verb: 'look-up',
  title: { en: 'BGP route and RPKI', zh: 'BGP 路由与 RPKI' },
  summary: {
    en: 'Who announces a network, and whether RPKI and the routing registries agree',
    zh: '查询网段由谁宣告，以及 RPKI 与路由登记库（IRR）是否一致',
  },
  about: {
    en: 'BGP data comes from Team Cymru’s DNS zone; route objects and ROAs come by WHOIS from rr.ntt.net, which mirrors the routing registries and leaves out route objects that conflict with a ROA. Origin validation follows RFC 6811.\n\nNeighbours are the ASes seen next to the origin in IPv4 BGP paths. Upstreams, peers and customers, for IPv6 as well, are what operators declare in their aut-num objects (RPSL), which may be out of date. Answers are cached for five minutes.',
    zh: 'BGP 数据来自 Team Cymru 的 DNS 区；路由对象与 ROA 通过 WHOIS 取自 rr.ntt.net，它镜像各路由登记库，并略去与 ROA 冲突的路由对象。源验证遵循 RFC 6811。\n\n相邻 AS 指 IPv4 的 BGP 路径中与源 AS 相邻者。上游、对等与下游（含 IPv6）取自运营者登记的 aut-num 对象（RPSL），可能已过时。应答缓存五分钟。',
  },
  keywords: [
    'bgp',
    'rpki',
    'roa',
    'irr',
    'origin',
    'prefix',
    'hijack',
    'asn',
    'upstream',
    '路由',
    '宣告',
    '劫持',
    '源验证',
    '上游',
    'as number',
    'asn lookup',
    '自治系统',
  ],
  needs: ['probe', 'ip'],
  errors: [...TARGET_ERRORS, 'unsupported_value'],
  accepts: { ip: {}, cidr: {}, asn: {} },
  cost: 3,
  input: z.object({
    target: z
      .string()
      .min(1)
      .max(2048)
      .meta({
        label: { en: 'Address, network, AS or domain', zh: 'IP、网段、AS 或域名' },
        placeholder: { en: '8.8.8.8 · 1.1.1.0/24 · AS13335', zh: '8.8.8.8 · 1.1.1.0/24 · AS13335' },
        main: true,
      }),
  }),
  output: routingReportSchema,
  examples: [
    { name: { en: 'An address', zh: '地址' }, input: { target: '8.8.8.8' } },
    { name: { en: 'A network', zh: 'IP 网段' }, input: { target: '2606:4700::/32' } },
    { name: { en: 'An AS', zh: '自治系统' }, input: { target: 'AS13335' } },
  ],
  run: async ({ target }, { probe, ip, signal }) =>
    probe.routing.report(await findRoutingTarget(target, (name) => ip.resolve(name)), { signal }),
})
