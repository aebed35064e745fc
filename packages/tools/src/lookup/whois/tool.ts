import { whoisResultSchema } from '@octet/core/probe/whois.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { parseWhoisObject } from './object.ts'

const VIA = {
  auto: { en: 'RDAP first', zh: 'RDAP 优先' },
  rdap: { en: 'RDAP only', zh: '仅 RDAP' },
  whois: { en: 'WHOIS only', zh: '仅 WHOIS' },
} as const

export default defineTool({
  id: 'whois',
  route: '/whios',
  call: 'get_whois',
  callNames: { target: ['domain', 'ip', 'host', 'hostname', 'asn', 'name', 'query'] },
  group: 'lookup',
  rank: 2,
  icon: 'FileSearch',
  title: { en: 'Whois lookup', zh: 'Whois 查询' },
  summary: { en: 'Who registered a domain, network or AS, and until when', zh: '查询域名、IP 网段或 AS 的注册信息与到期时间' },
  about: {
    en: 'RDAP (RFC 9082) is asked first, at the server named in IANA’s bootstrap files; where there is none, WHOIS servers on port 43 are asked, following at most two referrals. Names are cut to the part that is registered, by the Public Suffix List. “Not registered” is a hint: a registry may reserve names. Answers are cached for a day, “not registered” for an hour; “Ask again” gets one that is no older than a minute.',
    zh: '优先按 IANA 引导文件查询 RDAP（RFC 9082）；没有 RDAP 时改查 43 端口的 WHOIS，最多跟随两次转介。域名按公共后缀列表截取可注册部分。“未注册”仅供参考，注册局可能保留名称。注册信息缓存一天，“未注册”缓存一小时；点“重新查询”可得到一分钟以内的结果。',
  },
  keywords: [
    'rdap',
    'domain',
    'registrar',
    'expiry',
    'owner',
    'asn',
    '域名注册',
    '到期',
    '注册商',
    '所有者',
    'domain lookup',
    'ip whois',
    'who is',
    '域名查询',
    '域名信息',
    '过期',
    '查域名',
    '注册',
    'domain age',
    '域名年龄',
  ],
  needs: ['probe'],
  errors: ['bad_domain', 'refused_target', 'target_failed', 'unavailable'],
  accepts: { domain: {}, ip: {}, cidr: {}, asn: {}, url: {}, 'whois-command': {} },
  cost: 2,
  many: 'whois-batch',
  input: z.object({
    target: z
      .string()
      .min(1)
      .max(2048)
      .meta({
        label: { en: 'Domain, address, network or AS', zh: '域名、IP、网段或 AS' },
        placeholder: { en: 'example.com · 8.8.8.8 · 1.1.1.0/24 · AS13335', zh: 'example.com · 8.8.8.8 · 1.1.1.0/24 · AS13335' },
        main: true,
      }),
    via: z
      .enum(['auto', 'rdap', 'whois'])
      .default('auto')
      .meta({ label: { en: 'Protocol', zh: '方式' }, options: VIA }),
    isExact: z
      .boolean()
      .default(false)
      .meta({
        label: { en: 'The whole name', zh: '查询完整名称' },
        help: {
          en: 'Ask about the name as written instead of its registrable part',
          zh: '按输入的完整名称查询，不截取可注册部分',
        },
        advanced: true,
      }),
    isFresh: z
      .boolean()
      .default(false)
      .meta({
        label: { en: 'Ask again', zh: '重新查询' },
        help: { en: 'Instead of using an answer cached in the last day', zh: '不使用最近一天内缓存的结果' },
        widget: 'hidden',
      }),
  }),
  output: whoisResultSchema,
  examples: [
    { name: { en: 'A domain', zh: '域名' }, input: { target: 'example.com' } },
    { name: { en: 'A network', zh: 'IP 网段' }, input: { target: '1.1.1.0/24' } },
    { name: { en: 'An AS', zh: '自治系统' }, input: { target: 'AS13335' } },
    { name: { en: 'A Chinese domain', zh: '中文域名' }, input: { target: '中国互联网络信息中心.中国' } },
  ],
  run: ({ target, via, isExact, isFresh }, { probe, signal }) =>
    probe.whois.find(parseWhoisObject(target, isExact), { via, isFresh, signal }),
})
