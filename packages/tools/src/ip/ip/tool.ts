import { AppError } from '@octet/core/errors.ts'
import { findAddress } from '@octet/core/ip/address.ts'
import { ipRecordSchema } from '@octet/core/ip/record.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { toHalfWidth } from '../../lib/half-width.ts'
import { findHostName } from '../../lib/host-name.ts'

export default defineTool({
  id: 'ip',
  route: '/ipdizhi',
  call: 'search_ip',
  callNames: { ip: ['domain', 'host', 'hostname', 'address', 'target', 'query'] },
  group: 'ip',
  rank: 2,
  icon: 'MapPin',
  title: { en: 'IP lookup', zh: 'IP 地址查询' },
  summary: {
    en: 'Where an address is, who runs its network, and what it is used for',
    zh: '查询 IP 地址的位置、所属网络和用途',
  },
  about: {
    en: 'The answer combines several open data sources; every value shows the source that decided it, with its date. A value that no source has stays empty, with the reason. A city is an estimate: the accuracy radius says within how many kilometres about two thirds of such addresses lie.',
    zh: '结果由多个开放数据源合并而成，每个值都标明来源及其日期；没有来源的值留空并说明原因。城市只是估计：精度半径表示约三分之二的此类地址落在多少公里之内。',
  },
  keywords: [
    'geolocation',
    'geoip',
    'asn',
    'isp',
    'location',
    '归属地',
    '定位',
    '运营商',
    'vpn check',
    'proxy check',
    'where is this ip',
    'ip属地',
    '属地',
    'IP查询',
    '查IP',
    '代理检测',
    'ip info',
  ],
  needs: ['ip'],
  errors: [
    'data_missing',
    'bad_address',
    'not_one_address',
    'bad_domain',
    'refused_target',
    'name_not_found',
    'target_failed',
    'unavailable',
  ],
  accepts: { ip: {}, domain: {}, url: {} },
  input: z.object({
    ip: z
      .string()
      .min(1)
      .max(2_048)
      .meta({
        label: { en: 'Address or domain', zh: 'IP 地址或域名' },
        placeholder: { en: 'Any IPv4, IPv6 address or domain', zh: '任意 IPv4、IPv6 地址或域名' },
        main: true,
        missing: 'address_missing',
      }),
  }),
  output: ipRecordSchema.extend({
    query: z.string().describe('What was asked for'),
    hostname: z.string().nullable().describe('The host name that was resolved, if one was asked for'),
    others: z.array(ipRecordSchema).describe('Records of the host name’s further addresses'),
  }),
  examples: [
    { name: { en: 'A public resolver', zh: '公共 DNS' }, input: { ip: '1.1.1.1' } },
    { name: { en: 'IPv6', zh: 'IPv6 地址' }, input: { ip: '2606:4700:4700::1111' } },
    { name: { en: 'A domain', zh: '域名' }, input: { ip: 'example.com' } },
  ],
  async run({ ip }, host) {
    const query = toHalfWidth(ip).trim()
    const name = findHostName(query)
    if (name === undefined || findAddress(name)) {
      const record = await host.ip.lookup(name ?? query)
      return { ...record, query, hostname: null, others: [] }
    }
    const addresses = await host.ip.resolve(name)
    const [first, ...others] = await Promise.all(addresses.map((address) => host.ip.lookup(address)))
    if (!first) throw new AppError('name_not_found', { got: name })
    return { ...first, query, hostname: name, others }
  },
})
