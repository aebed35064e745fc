import { counted } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import { BITS } from '@octet/core/ip/address.ts'
import { formatCidr, toCidr, type Cidr } from '@octet/core/ip/cidr.ts'
import { mergeRanges, toCidrs, toRange } from '@octet/core/ip/range.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { describeNetwork, toCommands } from '../describe.ts'
import { networkFacts, planTable, shown } from '../fields.ts'
import { findCommon, listParts, MAX_ROWS, parseWants, planSubnets, toPlanRow } from '../plan.ts'
import { readNetwork } from './read-network.ts'

export default defineTool({
  id: 'network',
  route: '/network',
  group: 'subnet',
  rank: 10,
  icon: 'Network',
  title: { en: 'Network calculator', zh: '网络地址计算' },
  summary: {
    en: 'Network, range, mask and counts of an IPv4 or IPv6 address; split, join, VLSM plan',
    zh: 'IPv4 与 IPv6 的网段、范围、掩码和数量；子网拆分、合并与 VLSM 规划',
  },
  about: {
    en: 'Exact for both families. In IPv4 the first and last address of a network are not for hosts, except in a /31 (RFC 3021) and a /32. A VLSM plan gives each request the smallest network that fits, the largest first, and lists what stays free. Joining merges networks and shows the smallest one that contains them all.',
    zh: '两个协议族都精确计算。IPv4 网段的首末地址不作主机使用，/31（RFC 3021）和 /32 除外。VLSM 规划从大到小为每项需求分配最小的网段，并列出剩余空间。合并会归并相邻网段，并给出能包含全部网段的最小上级网段。',
  },
  keywords: [
    'subnet',
    'cidr',
    'ipcalc',
    'vlsm',
    'supernet',
    'ipv6',
    '子网',
    '网段',
    '子网计算器',
    '广播地址',
    '网络地址',
    'ip calculator',
    'subnet calculator',
    'subnet calc',
    'cidr calculator',
    '网段计算',
    '子网计算',
    'subnetting',
  ],
  input: z.object({
    mode: z
      .enum(['describe', 'split', 'vlsm', 'join'])
      .default('describe')
      .meta({
        label: { en: 'Action', zh: '操作' },
        options: {
          describe: { en: 'Describe', zh: '计算' },
          split: { en: 'Split', zh: '拆分' },
          vlsm: { en: 'VLSM plan', zh: 'VLSM 规划' },
          join: { en: 'Join', zh: '合并' },
        },
      }),
    text: z.string().meta({
      label: { en: 'Address with prefix or mask', zh: '地址与前缀或掩码' },
      help: {
        en: 'Lines of ip address, ifconfig or ipconfig are read, too. To join: one network per line',
        zh: '可直接粘贴 ip address、ifconfig、ipconfig 的输出；合并时每行一个网段',
      },
      widget: 'text',
      main: true,
      placeholder: { en: '192.0.2.77/26 or 2001:db8::/48', zh: '192.0.2.77/26 或 2001:db8::/48' },
    }),
    mask: z
      .string()
      .max(60)
      .default('')
      .meta({
        label: { en: 'Prefix or mask, if not above', zh: '前缀或掩码（上面未写时）' },
        when: { mode: ['describe', 'split', 'vlsm'] },
        advanced: true,
      }),
    into: z
      .int()
      .min(0)
      .max(128)
      .default(28)
      .meta({ label: { en: 'New prefix length', zh: '新的前缀长度' }, when: { mode: ['split'] } }),
    hosts: z
      .string()
      .default('')
      .meta({
        label: { en: 'Hosts wanted, one network per line', zh: '每个子网所需主机数，每行一个' },
        placeholder: { en: '50 sales\n20 lab', zh: '50 销售部\n20 实验室' },
        widget: 'text',
        when: { mode: ['vlsm'] },
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
    facts: networkFacts.meta({ label: { en: 'Network', zh: '网络' } }),
    parts: planTable.optional().meta({ label: { en: 'Networks', zh: '子网列表' }, widget: 'table' }),
    total: shown('Networks in all', '子网总数').optional(),
    free: shown('Free', '剩余空间').optional(),
    commands: z
      .array(z.object({ system: shown('System', '系统'), command: shown('Command', '命令') }))
      .optional()
      .meta({ label: { en: 'Commands', zh: '配置命令' }, widget: 'table' }),
  }),
  errors: ['bad_address', 'unsupported_value'],
  accepts: { cidr: { text: '' }, 'private-network': { text: '' }, 'masked-network': { text: '' }, ip: { text: '' } },
  // The facts of a network are many: subnet.test.ts compares them, network.test.ts the rest.
  examples: [
    { name: { en: 'IPv4 with prefix', zh: 'IPv4 与前缀' }, input: { text: '192.0.2.77/26' } },
    { name: { en: 'IPv4 with mask', zh: 'IPv4 与掩码' }, input: { text: '10.1.2.3 255.255.240.0' } },
    { name: { en: 'IPv6', zh: 'IPv6' }, input: { text: '2001:db8:12::1/48' } },
    { name: { en: 'Split a /24 into /26', zh: '把 /24 拆成 /26' }, input: { mode: 'split', text: '198.51.100.0/24', into: 26 } },
    {
      name: { en: 'VLSM plan', zh: 'VLSM 规划' },
      input: { mode: 'vlsm', text: '203.0.113.0/24', hosts: '50 sales\n20 lab\n2 link' },
    },
    { name: { en: 'Join', zh: '合并网段' }, input: { mode: 'join', text: '192.0.2.0/26\n192.0.2.64/26\n192.0.2.128/25' } },
  ],
  run({ mode, text, mask, into, hosts }, { lang }) {
    if (mode === 'join') return joinNetworks(text, lang)
    const { address, prefix } = readNetwork(text, mask)
    const cidr = toCidr(address, prefix)
    const facts = describeNetwork(address, prefix, lang)
    if (mode === 'describe') return { text: facts.network, facts, commands: toCommands(address, prefix) }
    if (mode === 'vlsm') {
      const { rows, free } = planSubnets(cidr, parseWants(hosts))
      return { text: rows.map(({ network }) => network).join('\n'), facts, parts: rows, free: free.map(formatCidr).join('\n') }
    }
    refuseOutside(cidr, into)
    const { parts, total } = listParts(cidr, into)
    return { text: parts.map(formatCidr).join('\n'), facts, parts: parts.map((part) => toPlanRow(part)), total: total.toString() }
  },
})

/** Parts of a network have a longer prefix than it. */
function refuseOutside({ version, prefix }: Cidr, into: number): void {
  const range = `${prefix}–${BITS[version]}`
  if (into < prefix || into > BITS[version])
    throw new AppError('bad_input', {
      field: 'into',
      expected: { en: `a prefix length of ${range}`, zh: `${range} 的前缀长度` },
      got: into,
    })
}

/** Networks merged into the fewest, and the smallest one that holds them all. */
function joinNetworks(text: string, lang: 'zh' | 'en') {
  const lines = text
    .split(/[\r\n,;]+/)
    .map((line) => line.trim())
    .filter(Boolean)
  if (lines.length > MAX_ROWS)
    throw new AppError('too_large', { field: 'text', limit: counted(MAX_ROWS, 'networks'), got: lines.length })
  const cidrs = lines.map((line) => {
    const { address, prefix } = readNetwork(line)
    return toCidr(address, prefix)
  })
  const merged = mergeRanges(cidrs.map(toRange))
  const [first] = merged
  if (!first || merged.some(({ version }) => version !== first.version))
    throw new AppError('bad_input', {
      field: 'text',
      expected: { en: 'networks of one family, one per line', zh: '同一协议族的网段，每行一个' },
      got: text.slice(0, 80),
    })
  const parts = merged.flatMap(toCidrs)
  const common = findCommon({ version: first.version, value: first.first }, merged.at(-1)!.last)
  const facts = describeNetwork(common, common.prefix, lang)
  return {
    text: parts.map(formatCidr).join('\n'),
    facts,
    parts: parts.map((part) => toPlanRow(part)),
    total: String(parts.length),
  }
}
