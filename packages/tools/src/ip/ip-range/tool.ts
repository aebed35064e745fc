import { formatAddress } from '@octet/core/ip/address.ts'
import {
  countRange,
  formatRange,
  intersectRanges,
  mergeRanges,
  subtractRanges,
  toCidrs,
  type IpRange,
} from '@octet/core/ip/range.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { listFields } from '../../lib/network-list/list-fields.ts'
import { writeList } from '../../lib/network-list/write-list.ts'
import { moreField, toMore } from '../../lib/more.ts'
import { readList } from '../../lib/network-list/read-list.ts'

/** Rows of the table; the text and the configuration always have all. */
const MAX_ROWS = 2000
const shown = (en: string, zh: string) => z.string().meta({ label: { en, zh } })
const count = (en: string, zh: string) => z.string().meta({ label: { en, zh }, isCount: true })
const LISTS = { mode: ['merge', 'exclude', 'intersect', 'split'] } as const

export default defineTool({
  id: 'ip-range',
  route: '/ipfanwei',
  group: 'ip',
  rank: 50,
  icon: 'ArrowsHorizontal',
  title: { en: 'IP ranges and networks', zh: 'IP 地址段与网段转换' },
  summary: {
    en: 'Range ↔ CIDR, merge, exclude, intersect, contains; as text, nginx, nftables, ipset, iptables and more',
    zh: '地址段与 CIDR 互转，合并、排除、求交、包含判断；可导出 nginx、nftables、ipset、iptables 等配置',
  },
  about: {
    en: 'Lists may mix addresses, networks and ranges of both families. The result is always the fewest networks that cover exactly the wanted addresses. To get the AllowedIPs of a tunnel, exclude what must stay outside it from 0.0.0.0/0.',
    zh: '列表中可混用两个协议族的地址、网段和地址段。结果始终是恰好覆盖所需地址的最少网段。若要得到隧道的 AllowedIPs，请从 0.0.0.0/0 中排除不走隧道的网段。',
  },
  keywords: [
    'cidr',
    'range to cidr',
    'merge',
    'aggregate',
    'allowedips',
    'wireguard',
    'acl',
    'firewall',
    'IP 段',
    '网段合并',
    '地址段',
    '聚合',
    '防火墙',
    'ip range to cidr',
    'CIDR转换',
    'ipv4 range expander',
    'ip range expander',
    'cidr to range',
    'ip段展开',
    'ip段转cidr',
  ],
  input: z.object({
    mode: z
      .enum(['merge', 'exclude', 'intersect', 'contains', 'split'])
      .default('merge')
      .meta({
        label: { en: 'Action', zh: '操作' },
        options: {
          merge: { en: 'Convert and merge', zh: '转换并合并' },
          exclude: { en: 'Exclude', zh: '排除' },
          intersect: { en: 'Intersect', zh: '求交集' },
          contains: { en: 'Contains?', zh: '是否包含' },
          split: { en: 'Convert each line', zh: '逐行转换' },
        },
      }),
    text: z.string().meta({
      label: { en: 'Addresses, networks, ranges', zh: '地址、网段、地址段' },
      widget: 'text',
      main: true,
      placeholder: { en: '192.0.2.10-192.0.2.20\n198.51.100.0/24', zh: '192.0.2.10-192.0.2.20\n198.51.100.0/24' },
    }),
    other: z
      .string()
      .default('')
      .meta({
        label: { en: 'Second list', zh: '第二个列表' },
        help: { en: 'What to exclude, intersect with or look for', zh: '要排除、求交或查找的内容' },
        widget: 'text',
        when: { mode: ['exclude', 'intersect', 'contains'] },
      }),
    ...listFields(LISTS),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
    networks: z.int().meta({ label: { en: 'Networks', zh: '网段数' }, isCount: true }),
    addresses: count('Addresses', '地址数'),
    ranges: z
      .array(
        z.object({ range: shown('Range', '地址段'), cidrs: shown('Networks', '网段'), addresses: count('Addresses', '地址数') }),
      )
      .meta({ label: { en: 'Ranges', zh: '地址段' }, widget: 'table' }),
    more: moreField(),
    found: z
      .array(z.object({ item: shown('Item', '项目'), result: shown('Result', '结果'), within: shown('In', '所在范围') }))
      .optional()
      .meta({ label: { en: 'Contained', zh: '包含情况' }, widget: 'table' }),
  }),
  accepts: { 'ip-range': { text: '' }, 'ip-list': { text: '' }, cidr: { text: '' } },
  examples: [
    {
      name: { en: 'Range to networks', zh: '地址段转网段' },
      input: { text: '192.0.2.10-192.0.2.20' },
      output: {
        text: '192.0.2.10/31\n192.0.2.12/30\n192.0.2.16/30\n192.0.2.20/32',
        networks: 4,
        addresses: '11',
        ranges: [
          { range: '192.0.2.10-192.0.2.20', cidrs: '192.0.2.10/31 192.0.2.12/30 192.0.2.16/30 192.0.2.20/32', addresses: '11' },
        ],
      },
    },
    {
      name: { en: 'Network to range', zh: '网段转地址段' },
      input: { text: '2001:db8::/126', format: 'range' },
      output: {
        text: '2001:db8::-2001:db8::3',
        networks: 1,
        addresses: '4',
        ranges: [{ range: '2001:db8::-2001:db8::3', cidrs: '2001:db8::/126', addresses: '4' }],
      },
    },
    {
      name: { en: 'Exclude', zh: '排除' },
      input: { mode: 'exclude', text: '10.0.0.0/8', other: '10.128.0.0/9', format: 'nginx', action: 'allow' },
      output: {
        text: 'allow 10.0.0.0/9;',
        networks: 1,
        addresses: '8388608',
        ranges: [{ range: '10.0.0.0-10.127.255.255', cidrs: '10.0.0.0/9', addresses: '8388608' }],
      },
    },
    {
      name: { en: 'Contains?', zh: '是否包含' },
      input: {
        mode: 'contains',
        text: '192.0.2.0/24\n198.51.100.1-198.51.100.9',
        other: '192.0.2.77\n203.0.113.1\n192.0.2.250-192.0.3.5',
      },
      output: {
        text: '192.0.2.77: yes\n203.0.113.1: no\n192.0.2.250-192.0.3.5: partly',
        networks: 5,
        addresses: '265',
        ranges: [
          { range: '192.0.2.0-192.0.2.255', cidrs: '192.0.2.0/24', addresses: '256' },
          {
            range: '198.51.100.1-198.51.100.9',
            cidrs: '198.51.100.1/32 198.51.100.2/31 198.51.100.4/30 198.51.100.8/31',
            addresses: '9',
          },
        ],
        found: [
          { item: '192.0.2.77', result: 'yes', within: '192.0.2.0-192.0.2.255' },
          { item: '203.0.113.1', result: 'no', within: '' },
          { item: '192.0.2.250-192.0.3.5', result: 'partly', within: '192.0.2.0-192.0.2.255' },
        ],
      },
    },
  ],
  run({ mode, text, other, format, action, name }, { lang }) {
    const list = readList(text, 'text')
    if (mode === 'contains') {
      const merged = mergeRanges(list)
      const found = readList(other, 'other').map((item) => toFound(item, merged, WORDS[lang]))
      return { text: found.map(({ item, result }) => `${item}: ${result}`).join('\n'), ...summarise(merged), found }
    }
    const ranges = combine(mode, list, mode === 'merge' || mode === 'split' ? [] : readList(other, 'other'))
    const written =
      format === 'range' ? ranges.map(formatRange).join('\n') : writeList(ranges.flatMap(toCidrs), format, { name, action })
    return { text: written, ...summarise(ranges) }
  },
})

const WORDS = {
  en: { all: 'yes', some: 'partly', none: 'no' },
  zh: { all: '是', some: '部分', none: '否' },
} as const

function combine(mode: 'merge' | 'exclude' | 'intersect' | 'split', list: IpRange[], other: IpRange[]): IpRange[] {
  switch (mode) {
    case 'merge':
      return mergeRanges(list)
    case 'exclude':
      return subtractRanges(list, other)
    case 'intersect':
      return intersectRanges(list, other)
    case 'split':
      return list
  }
}

function summarise(ranges: readonly IpRange[]) {
  let networks = 0
  const rows = []
  for (const range of ranges) {
    const cidrs = toCidrs(range)
    networks += cidrs.length
    if (rows.length < MAX_ROWS)
      rows.push({
        range: formatRange(range),
        cidrs: writeList(cidrs, 'text', { name: 'n', action: 'deny' }).replaceAll('\n', ' '),
        addresses: countRange(range).toString(),
      })
  }
  return {
    networks,
    addresses: ranges.reduce((sum, range) => sum + countRange(range), 0n).toString(),
    ranges: rows,
    ...toMore(ranges.length, MAX_ROWS),
  }
}

/** Where an address or range lies in a merged list. */
function toFound(item: IpRange, merged: readonly IpRange[], words: (typeof WORDS)['en' | 'zh']) {
  const hit = merged[findFirstTouching(item, merged)]
  const touches = hit !== undefined && hit.version === item.version && hit.first <= item.last
  const isWhole = touches && hit.first <= item.first && item.last <= hit.last
  return {
    item: item.first === item.last ? formatAddress({ version: item.version, value: item.first }) : formatRange(item),
    result: isWhole ? words.all : touches ? words.some : words.none,
    within: touches ? formatRange(hit) : '',
  }
}

/** Binary search for the first range that does not end before the item begins. */
function findFirstTouching(item: IpRange, merged: readonly IpRange[]): number {
  let [low, high] = [0, merged.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const range = merged[middle]!
    if (range.version < item.version || (range.version === item.version && range.last < item.first)) low = middle + 1
    else high = middle
  }
  return low
}
