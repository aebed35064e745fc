import { AppError } from '@octet/core/errors.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { extractAddresses } from '../../lib/extract-addresses.ts'
import { defang, isClickable, refang } from './defang.ts'
import { FINDERS, toAsciiDigits } from './finders.ts'
import { findNumbers } from './numbers.ts'

export default defineTool({
  id: 'extract',
  route: '/text/extract',
  group: 'text',
  icon: 'Filter',
  title: { en: 'Extract from text', zh: '文本提取' },
  summary: {
    en: 'Extract IP addresses, emails, URLs, domains, phone numbers or hashes from any text',
    zh: '从任意文本中提取 IP 地址、邮箱、网址、域名、电话或哈希值',
  },
  about: {
    en: 'Each find is on a line of its own, ready for the next tool. IP addresses are checked and written in canonical form; what only looks like one (a time, a version) is left out. Defanged addresses, such as hxxp://a[.]example, are read too.\n\nAs numbers, 1,234,567.89 and 1.5万 are one each and come without separators (1234567.89, 15000); 12,345,6 is read as a list, but 12,345 could be either: switch this off where commas separate values.',
    zh: '每个结果占一行，可直接交给下一个工具。IP 地址会经过校验并写成规范形式；只是看起来相似的内容（时间、版本号）不会提取。hxxp://a[.]example 这类无害化写法同样能识别。\n\n提取数字时，1,234,567.89 与 1.5万 各算一个数，结果不带分隔符（1234567.89、15000）；12,345,6 这样的仍按列表处理，而 12,345 两种都有可能：若逗号用于分隔，请关闭该选项。',
  },
  keywords: [
    'grep',
    'ioc',
    'cidr',
    'mac',
    'defang',
    'refang',
    'hxxp',
    'log',
    'find',
    'parse',
    '日志',
    '提取',
    '去活',
    '无害化',
    '正则',
    'extract email',
    'extract emails',
    '提取邮箱',
    '提取手机号',
    'defang ip',
  ],
  accepts: { 'ip-list': { what: 'ip' }, 'mail-headers': { what: 'ip' }, 'address-in-text': { what: 'ip' } },
  input: z.object({
    text: z.string().meta({
      label: { en: 'Text', zh: '文本' },
      widget: 'text',
      main: true,
      placeholder: { en: 'Paste a log, a mail, a page …', zh: '粘贴日志、邮件、网页内容…' },
    }),
    what: z
      .enum(['ip', 'ipv4', 'ipv6', 'cidr', 'mac', 'email', 'url', 'domain', 'phone', 'hash', 'uuid', 'number'])
      .default('ip')
      .meta({
        label: { en: 'What to extract', zh: '提取内容' },
        options: {
          ip: { en: 'IP addresses', zh: 'IP 地址' },
          ipv4: { en: 'IPv4 only', zh: '仅 IPv4' },
          ipv6: { en: 'IPv6 only', zh: '仅 IPv6' },
          cidr: { en: 'Networks (CIDR)', zh: '网段（CIDR）' },
          mac: { en: 'MAC addresses', zh: 'MAC 地址' },
          email: { en: 'Email addresses', zh: '邮箱' },
          url: { en: 'URLs', zh: '网址' },
          domain: { en: 'Domains', zh: '域名' },
          phone: { en: 'Phone numbers', zh: '电话号码' },
          hash: { en: 'Hashes', zh: '哈希值' },
          uuid: { en: 'UUIDs', zh: 'UUID' },
          number: { en: 'Numbers', zh: '数字' },
        },
      }),
    grouped: z
      .boolean()
      .default(true)
      .meta({
        label: { en: 'Read 1,234 and 1.5万 as one number each', zh: '1,234 与 1.5万 各算一个数' },
        when: { what: ['number'] },
      }),
    unique: z
      .boolean()
      .default(true)
      .meta({ label: { en: 'Remove duplicates', zh: '去重' } }),
    count: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'With counts', zh: '附出现次数' }, when: { unique: [true] } }),
    harmless: z
      .boolean()
      .default(false)
      .meta({
        label: { en: 'Not clickable (defanged)', zh: '无害化（不可点击）' },
        help: { en: 'hxxps[://]a[.]example, 192[.]0[.]2[.]1', zh: 'hxxps[://]a[.]example、192[.]0[.]2[.]1' },
        when: { what: ['ip', 'ipv4', 'ipv6', 'email', 'url', 'domain'] },
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Found', zh: '提取结果' }, widget: 'text', main: true }),
    found: z.int().meta({ label: { en: 'Total', zh: '总数' } }),
    distinct: z.int().meta({ label: { en: 'Distinct', zh: '去重后' } }),
  }),
  examples: [
    {
      name: { en: 'Addresses in a log', zh: '日志中的地址' },
      input: { text: '203.0.113.9 - - [01/Jan/2026] "GET / HTTP/1.1"\n203.0.113.9 and 2001:DB8::1' },
      output: { text: '203.0.113.9\n2001:db8::1', found: 3, distinct: 2 },
    },
    {
      name: { en: 'With counts', zh: '附次数' },
      input: { text: 'a@example.org, b@example.com; a@example.org', what: 'email', count: true },
      output: { text: '2\ta@example.org\n1\tb@example.com', found: 3, distinct: 2 },
    },
    {
      name: { en: 'Links', zh: '网址' },
      input: { text: '见 https://example.com/a?b=1。另见 (http://example.org/).', what: 'url' },
      output: { text: 'https://example.com/a?b=1\nhttp://example.org/', found: 2, distinct: 2 },
    },
    {
      name: { en: 'From a malware report', zh: '恶意软件报告中的网址' },
      input: { text: 'C2: hxxps://evil[.]example[.]com/a.js, then evil(dot)example(dot)org', what: 'domain', harmless: true },
      output: { text: 'evil[.]example[.]com\nevil[.]example[.]org', found: 2, distinct: 2 },
    },
    {
      name: { en: 'Amounts', zh: '金额' },
      input: { text: '营收 1,234,567.89 元，同比增加 1.5万；用户 3亿', what: 'number' },
      output: { text: '1234567.89\n15000\n300000000', found: 3, distinct: 3 },
    },
  ],
  run({ text: given, what, grouped, unique, count, harmless }) {
    const text = isClickable(what) ? refang(given) : given
    const write = (find: string) => (harmless ? defang(find, what) : find)
    const counts =
      what === 'ip' || what === 'ipv4' || what === 'ipv6'
        ? pickFamily(extractAddresses(text), what)
        : countFinds(what === 'number' ? findNumbers(toAsciiDigits(text), { isGrouped: grouped }) : FINDERS[what](text))
    const found = [...counts.values()].reduce((sum, times) => sum + times, 0)
    if (!unique) {
      const lines = [...counts].flatMap(([find, times]) => Array<string>(times).fill(write(find)))
      return { text: lines.join('\n'), found, distinct: counts.size }
    }
    const rows = count
      ? [...counts].sort((a, b) => b[1] - a[1]).map(([find, times]) => `${times}\t${write(find)}`)
      : Array.from(counts.keys(), write)
    return { text: rows.join('\n'), found, distinct: counts.size }
  },
})

function pickFamily(counts: Map<string, number>, what: 'ip' | 'ipv4' | 'ipv6'): Map<string, number> {
  return what === 'ip' ? counts : new Map([...counts].filter(([address]) => address.includes(':') === (what === 'ipv6')))
}

function countFinds(finds: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const find of finds) {
    counts.set(find, (counts.get(find) ?? 0) + 1)
    if (counts.size > 1_000_000)
      throw new AppError('too_large', {
        field: 'text',
        limit: { en: '1,000,000 distinct finds', zh: '1,000,000 个不同结果' },
        got: { en: 'more', zh: '更多' },
      })
  }
  return counts
}
