import { countOf } from '@octet/core/counted.ts'
import { AppError, isAppError } from '@octet/core/errors.ts'
import { joinText } from '@octet/core/text.ts'
import { formatAddress, type IpVersion } from '@octet/core/ip/address.ts'
import { formatCidr, toCidr, toMask, type Cidr } from '@octet/core/ip/cidr.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { toHosts } from '../describe.ts'
import { planTable, shown } from '../fields.ts'
import { toHalfWidth } from '../../lib/half-width.ts'
import { formatWildcard } from '../../lib/netmask.ts'
import { readNetwork } from '../network/read-network.ts'
import { listParts, parseWants, planSubnets, toPlanRow, toPrefixForHosts, toPrefixForParts } from '../plan.ts'

const EQUAL = { mode: ['hosts', 'networks'] } as const

export default defineTool({
  id: 'mask',
  route: '/ziwang',
  group: 'subnet',
  rank: 20,
  icon: 'Mask',
  title: { en: 'Subnet mask from needs', zh: '子网掩码计算' },
  summary: {
    en: 'Mask, prefix and list of networks from hosts per network or number of networks',
    zh: '按每个子网的主机数或子网个数，算出掩码、前缀和子网列表',
  },
  about: {
    en: 'The mask is the longest that still fits. Without a base network you get the mask alone; with one, also the networks it yields. IPv4 excludes network and broadcast address, except for two hosts (/31, RFC 3021) and one (/32). In IPv6 every address counts; use /64 for networks with hosts (RFC 7421).',
    zh: '取满足需求的最长掩码。不填基础网段时只给出掩码；填写后同时列出所划分的子网。IPv4 扣除网络地址和广播地址，两台主机用 /31（RFC 3021），一台用 /32。IPv6 的每个地址都可用；有主机的网段请使用 /64（RFC 7421）。',
  },
  keywords: ['netmask', 'hosts', 'subnets', 'vlsm', '/64', '掩码', '主机数', '子网划分', '子网数', 'subnet mask', '子网掩码'],
  input: z.object({
    mode: z
      .enum(['hosts', 'networks', 'vlsm'])
      .default('hosts')
      .meta({
        label: { en: 'Needed', zh: '需求' },
        options: {
          hosts: { en: 'Hosts per network', zh: '每个子网的主机数' },
          networks: { en: 'Number of networks', zh: '子网个数' },
          vlsm: { en: 'Different sizes', zh: '大小不同的子网' },
        },
      }),
    count: z
      .string()
      .regex(/^\s*(?:[1-9]\d{0,38}|[１-９][０-９]{0,38}|[1-9]\d{0,2}(?:,\d{3}){1,12}|[1-9]\d{0,2}(?:[ _]\d{3}){1,12})\s*$/, {
        error: joinText({ en: 'a whole number of 1 or more', zh: '不小于 1 的整数' }),
      })
      .default('50')
      .meta({ label: { en: 'How many', zh: '数量' }, main: true, when: EQUAL }),
    network: z
      .string()
      .max(100)
      .default('')
      .meta({
        label: { en: 'Base network', zh: '基础网段' },
        placeholder: { en: '10.0.0.0/16 or 2001:db8::/48', zh: '10.0.0.0/16 或 2001:db8::/48' },
      }),
    family: z
      .enum(['4', '6'])
      .default('4')
      .meta({
        label: { en: 'Family, if no base network', zh: '协议族（未填网段时）' },
        options: { 4: { en: 'IPv4', zh: 'IPv4' }, 6: { en: 'IPv6', zh: 'IPv6' } },
        when: EQUAL,
        advanced: true,
      }),
    hosts: z
      .string()
      .default('')
      .meta({
        label: { en: 'Hosts, one network per line', zh: '主机数，每行一个子网' },
        placeholder: { en: '50 sales\n20 lab', zh: '50 销售部\n20 实验室' },
        widget: 'text',
        when: { mode: ['vlsm'] },
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
    prefix: z
      .int()
      .optional()
      .meta({ label: { en: 'Prefix length', zh: '前缀长度' } }),
    mask: shown('Mask', '子网掩码').optional(),
    wildcard: shown('Wildcard', '反掩码').optional(),
    hosts: shown('Usable hosts per network', '每个子网可用主机数').optional(),
    total: shown('Networks in all', '子网总数').optional(),
    networks: planTable.optional().meta({ label: { en: 'Networks', zh: '子网列表' }, widget: 'table' }),
    free: shown('Free', '剩余空间').optional(),
  }),
  errors: ['bad_address', 'unsupported_value'],
  examples: [
    {
      name: { en: '50 hosts', zh: '50 台主机' },
      input: { count: '50' },
      output: { text: '255.255.255.192', prefix: 26, mask: '255.255.255.192', wildcard: '0.0.0.63', hosts: '62' },
    },
    {
      name: { en: 'Two hosts on a link', zh: '点对点链路' },
      input: { count: '2' },
      output: { text: '255.255.255.254', prefix: 31, mask: '255.255.255.254', wildcard: '0.0.0.1', hosts: '2' },
    },
    {
      name: { en: '6 networks of a /24', zh: '把 /24 分成 6 个子网' },
      input: { mode: 'networks', count: '6', network: '192.0.2.0/24' },
    },
    {
      name: { en: 'IPv6: 200 networks of a /48', zh: 'IPv6：/48 中的 200 个子网' },
      input: { mode: 'networks', count: '200', network: '2001:db8:1::/48' },
    },
    {
      name: { en: 'Different sizes', zh: '大小不同的子网' },
      input: { mode: 'vlsm', network: '10.0.0.0/22', hosts: '300 office\n100 wifi\n2 link' },
    },
  ],
  run({ mode, count, network, family, hosts }) {
    const base = network.trim() ? readBase(network) : undefined
    if (mode === 'vlsm') {
      const { rows, free } = planSubnets(base ?? readBase(''), parseWants(hosts))
      return { text: rows.map((row) => row.network).join('\n'), networks: rows, free: free.map(formatCidr).join('\n') }
    }
    const wanted = BigInt(toHalfWidth(count).replaceAll(/[\s,_]/g, ''))
    const version: IpVersion = base?.version ?? (family === '6' ? 6 : 4)
    const around = base ?? { version, value: 0n, prefix: 0 }
    const prefix = mode === 'hosts' ? toPrefixForHosts(version, wanted) : toPrefixForParts(around, wanted)
    const answer = toMaskAnswer(version, prefix)
    if (!base) return answer
    if (prefix < base.prefix) throw tooSmall(base, wanted)
    const { parts, total } = listParts(base, prefix)
    return { ...answer, total: total.toString(), networks: parts.map((part) => toPlanRow(part)) }
  },
})

function tooSmall(base: Cidr, wanted: bigint): AppError {
  const reason = { en: `it is too small for ${countOf(wanted, 'host')} in one network`, zh: `容纳不下有 ${wanted} 台主机的子网` }
  return new AppError('unsupported_value', { got: formatCidr(base), reason })
}

function readBase(text: string): Cidr {
  try {
    const { address, prefix } = readNetwork(text)
    return toCidr(address, prefix)
  } catch (error) {
    if (!isAppError(error)) throw error
    throw new AppError(error.key, { ...error.details, field: 'network' }, { cause: error })
  }
}

function toMaskAnswer(version: IpVersion, prefix: number) {
  const cidr: Cidr = { version, value: 0n, prefix }
  const hosts = toHosts(cidr)
  const { value } = toMask(version, prefix)
  const mask = formatAddress({ version, value })
  const wildcard = formatWildcard(version, value)
  return { text: version === 4 ? mask : `/${prefix}`, prefix, mask, wildcard, hosts: (hosts.last - hosts.first + 1n).toString() }
}
