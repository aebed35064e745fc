import { findAddress, formatAddress } from '@octet/core/ip/address.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { toHalfWidth } from '../../lib/half-width.ts'
import { PUBLIC_RESOLVERS, type PublicResolver } from './resolvers.ts'
import { toSnippets } from './snippets.ts'

const FILTERS = {
  none: { en: 'nothing', zh: '不过滤' },
  malware: { en: 'malware', zh: '恶意网站' },
  ads: { en: 'advertisements', zh: '广告' },
  family: { en: 'adult content', zh: '成人内容' },
} as const

const WANTED = {
  any: { en: 'Any', zh: '不限' },
  ipv6: { en: 'IPv6', zh: '支持 IPv6' },
  encrypted: { en: 'DoH or DoT', zh: '支持 DoH 或 DoT' },
  dnssec: { en: 'Validates DNSSEC', zh: '验证 DNSSEC' },
  plain: { en: 'No filter', zh: '无过滤' },
} as const

export default defineTool({
  id: 'public-dns',
  route: '/publicdns',
  group: 'ip',
  rank: 60,
  icon: 'ServerCog',
  verb: 'search',
  title: { en: 'Public DNS resolvers', zh: '公共 DNS' },
  summary: {
    en: 'Resolvers anyone may use: addresses, DoH, DoT, filters, DNSSEC',
    zh: '人人可用的 DNS：地址、DoH、DoT、过滤与 DNSSEC',
  },
  about: {
    en: 'A table maintained by hand from what the operators say about their services. Latency and hijacking depend on where you are: measure them below, from this server and, over DNS over HTTPS, from your browser.',
    zh: '根据各运营方公开说明人工整理。延迟与劫持情况因所在位置而异，可在下方实测：从本站服务器，或经 DoH 从您的浏览器。',
  },
  keywords: [
    'dns',
    'resolver',
    'doh',
    'dot',
    'nameserver',
    '解析器',
    '首选dns',
    '8.8.8.8',
    '223.5.5.5',
    '1.1.1.1',
    'dns server list',
    'best dns',
    'DNS服务器',
    '阿里DNS',
    '腾讯DNS',
    'google dns',
    'dns over https',
    'dns over tls',
  ],
  input: z.object({
    search: z
      .string()
      .max(100)
      .default('')
      .meta({
        label: { en: 'Search', zh: '搜索' },
        placeholder: { en: 'Name, address or country', zh: '名称、地址或国家' },
        main: true,
      }),
    wanted: z
      .enum(['any', 'ipv6', 'encrypted', 'dnssec', 'plain'])
      .default('any')
      .meta({ label: { en: 'Show', zh: '筛选' }, options: WANTED }),
  }),
  output: z.object({
    resolvers: z
      .array(
        z.object({
          id: z.string().meta({ widget: 'hidden' }),
          name: z.string().meta({ label: { en: 'Name', zh: '名称' } }),
          country: z
            .string()
            .nullable()
            .meta({ label: { en: 'Country', zh: '国家' } }),
          ipv4: z.array(z.string()).meta({ label: { en: 'IPv4', zh: 'IPv4' } }),
          ipv6: z.array(z.string()).meta({ label: { en: 'IPv6', zh: 'IPv6' } }),
          doh: z
            .string()
            .nullable()
            .meta({ label: { en: 'DNS over HTTPS', zh: 'DoH' } }),
          dot: z
            .string()
            .nullable()
            .meta({ label: { en: 'DNS over TLS', zh: 'DoT' } }),
          filters: z.enum(['none', 'malware', 'ads', 'family']).meta({ label: { en: 'Filters', zh: '过滤' }, options: FILTERS }),
          validatesDnssec: z.boolean().meta({ label: { en: 'DNSSEC', zh: 'DNSSEC' } }),
          sendsSubnet: z.boolean().meta({ label: { en: 'Client subnet', zh: 'ECS' } }),
          homepage: z.string().meta({ label: { en: 'Page', zh: '主页' } }),
        }),
      )
      .meta({ label: { en: 'Resolvers', zh: '解析器' }, widget: 'table' }),
    snippets: z
      .array(
        z.object({
          system: z.string().meta({ label: { en: 'System', zh: '系统' } }),
          text: z.string().meta({ label: { en: 'Settings', zh: '设置' }, widget: 'code' }),
        }),
      )
      .meta({ label: { en: 'Settings for the first one', zh: '首项的配置示例' } }),
  }),
  examples: [
    { name: { en: 'Operators in China', zh: '国内 DNS' }, input: { search: 'CN' } },
    { name: { en: 'Encrypted', zh: '加密 DNS' }, input: { search: '', wanted: 'encrypted' } },
    { name: { en: 'Whose is 9.9.9.9?', zh: '9.9.9.9 是谁的' }, input: { search: '9.9.9.9' } },
  ],
  run({ search, wanted }, { lang }) {
    const found = PUBLIC_RESOLVERS.filter(
      (one) => matches(one, toHalfWidth(search).trim().toLowerCase()) && isWanted(one, wanted),
    )
    const resolvers = found.map(({ name, ipv4, ipv6, doh, dot, ...rest }) => ({
      ...rest,
      name: name[lang],
      ipv4: [...ipv4],
      ipv6: [...ipv6],
      doh: doh ?? null,
      dot: dot ?? null,
    }))
    return { resolvers, snippets: found[0] ? toSnippets(found[0]) : [] }
  },
})

function matches({ id, name, country, ipv4, ipv6, doh = '', dot = '' }: PublicResolver, search: string): boolean {
  if (search === '') return true
  const address = findAddress(search)
  if (address) return [...ipv4, ...ipv6].some((text) => formatAddress(findAddress(text)!) === formatAddress(address))
  if (/^[a-z]{2}$/.test(search) && country?.toLowerCase() === search) return true
  return [id, name.en, name.zh, doh, dot, ...ipv4, ...ipv6, ...toCountryNames(country, search)].some((text) =>
    text.toLowerCase().includes(search),
  )
}

/** Of two letters, too many names hold them. */
function toCountryNames(country: string | null, search: string): string[] {
  if (country === null || /^[a-z]{1,2}$/.test(search)) return []
  return ['en', 'zh-CN'].map((locale) => new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? '')
}

function isWanted(one: PublicResolver, wanted: keyof typeof WANTED): boolean {
  switch (wanted) {
    case 'ipv6':
      return one.ipv6.length > 0
    case 'encrypted':
      return one.doh !== undefined || one.dot !== undefined
    case 'dnssec':
      return one.validatesDnssec
    case 'plain':
      return one.filters === 'none'
    case 'any':
      return true
  }
}
