import { AppError } from '@octet/core/errors.ts'
import { countRange } from '@octet/core/ip/range.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { listFields } from '../../lib/network-list/list-fields.ts'
import { gatherCidrs, writeListPaced } from '../../lib/network-list/gather-cidrs.ts'
import { createPacer } from '../../lib/pacer.ts'
import { parseOwner } from './owner.ts'

export default defineTool({
  id: 'ranges-of',
  route: '/ip/ranges',
  group: 'ip',
  rank: 51,
  icon: 'ListDetails',
  title: { en: 'Country and AS ranges', zh: '国家或 AS 的地址段' },
  summary: {
    en: 'All networks of a country or an autonomous system, ready for a firewall',
    zh: '列出某个国家或自治系统的全部网段，可直接用于防火墙',
  },
  about: {
    en: 'The list is the fewest networks that cover exactly the addresses this data places in the country or routes to the autonomous system. A country here is where an address is used, not where it was registered.',
    zh: '列表是恰好覆盖本站数据中属于该国家或由该自治系统宣告的地址的最少网段。这里的国家指地址的使用地，而非注册地。',
  },
  keywords: [
    'blocklist',
    'firewall',
    'country block',
    'geoip',
    'prefixes',
    '国家IP段',
    '屏蔽',
    '防火墙',
    '中国IP段',
    'country ip',
  ],
  needs: ['ip'],
  cost: 10,
  errors: ['data_missing', 'unsupported_value'],
  accepts: { asn: {} },
  input: z.object({
    owner: z
      .string()
      .min(1)
      .max(20)
      .meta({
        label: { en: 'Country or AS', zh: '国家或 AS' },
        placeholder: { en: 'SG or AS13335', zh: 'SG 或 AS13335' },
        main: true,
      }),
    family: z
      .enum(['both', 'ipv4', 'ipv6'])
      .default('both')
      .meta({
        label: { en: 'Family', zh: '协议' },
        options: { both: { en: 'Both', zh: '两者' }, ipv4: { en: 'IPv4', zh: 'IPv4' }, ipv6: { en: 'IPv6', zh: 'IPv6' } },
      }),
    ...listFields(),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Networks', zh: '网段' }, widget: 'text', main: true }),
    networks: z.int().meta({ label: { en: 'Networks', zh: '网段数' }, isCount: true }),
    ipv4_addresses: z.string().meta({ label: { en: 'IPv4 addresses', zh: 'IPv4 地址数' }, isCount: true }),
    ipv6_addresses: z.string().meta({ label: { en: 'IPv6 addresses', zh: 'IPv6 地址数' }, isCount: true }),
  }),
  examples: [
    { name: { en: 'A country', zh: '一个国家' }, input: { owner: 'SG', family: 'ipv4' } },
    { name: { en: 'An AS as nftables set', zh: '某 AS 的 nftables 集合' }, input: { owner: 'AS13335', format: 'nftables' } },
  ],
  async run({ owner, family, format, action, name }, host) {
    const version = family === 'both' ? undefined : family === 'ipv4' ? 4 : 6
    const ranges = [...(await host.ip.ranges({ ...parseOwner(owner), ...(version && { version }) }))]
    if (ranges.length === 0)
      throw new AppError('unsupported_value', {
        got: owner,
        reason: { en: 'the data has no ranges for it', zh: '数据中没有它的地址段' },
      })
    const breathe = createPacer(host.signal)
    const cidrs = await gatherCidrs(ranges, breathe)
    const count = (wanted: 4 | 6) =>
      ranges.filter((range) => range.version === wanted).reduce((sum, range) => sum + countRange(range), 0n)
    return {
      text: await writeListPaced(cidrs, { format, name, action, breathe }),
      networks: cidrs.length,
      ipv4_addresses: String(count(4)),
      ipv6_addresses: String(count(6)),
    }
  },
})
