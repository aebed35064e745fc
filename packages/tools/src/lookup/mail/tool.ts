import { AppError } from '@octet/core/errors.ts'
import { mailReportSchema } from '@octet/core/probe/mail.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { parseTarget } from '../../lib/target.ts'

export default defineTool({
  id: 'mail',
  route: '/lookup/mail',
  group: 'lookup',
  rank: 12,
  icon: 'MailCheck',
  title: { en: 'Mail domain check', zh: '邮件域名检测' },
  summary: {
    en: 'MX, SPF tree with its lookup count, DKIM, DMARC, MTA-STS, DANE, BIMI',
    zh: '检查 MX、SPF 展开与查询次数、DKIM、DMARC、MTA-STS、DANE、BIMI',
  },
  about: {
    en: 'Only DNS and the published MTA-STS policy are read; no mail server is spoken to and no mailbox is tried. SPF includes are followed as a receiver does, and lookups counted against the limits of RFC 7208 §4.6.4. DKIM selectors cannot be listed: common ones are tried, give others yourself. Whether DANE records are signed is the word of this server’s resolver.',
    zh: '只读取 DNS 与公开的 MTA-STS 策略，不连接邮件服务器，也不探测邮箱。SPF 的 include 按收信方的方式展开，并按 RFC 7208 §4.6.4 的上限计数。DKIM 选择器无法枚举，仅尝试常见的，其他请自行填写。DANE 记录是否已签名以本站解析器的验证为准。',
  },
  keywords: [
    'spf',
    'dkim',
    'dmarc',
    'bimi',
    'mta-sts',
    'dane',
    'tlsa',
    'mx',
    '邮箱',
    '反垃圾',
    '发信',
    '邮件',
    'email check',
    '邮箱检测',
  ],
  needs: ['probe'],
  accepts: { domain: {}, email: {} },
  cost: 4,
  input: z.object({
    domain: z
      .string()
      .min(1)
      .max(2048)
      .meta({
        label: { en: 'Domain or mail address', zh: '域名或邮箱地址' },
        placeholder: { en: 'example.com', zh: 'example.com' },
        main: true,
      }),
    selectors: z
      .string()
      .max(300)
      .default('')
      .meta({
        label: { en: 'DKIM selectors', zh: 'DKIM 选择器' },
        placeholder: { en: 's2048, mykey', zh: 's2048, mykey' },
        advanced: true,
      }),
  }),
  output: mailReportSchema,
  examples: [
    { name: { en: 'A mail provider', zh: '邮件服务商' }, input: { domain: 'gmail.com' } },
    { name: { en: 'A mail address', zh: '邮箱地址' }, input: { domain: 'someone@example.com' } },
  ],
  async run({ domain, selectors }, { probe, signal }) {
    const { host, isAddress } = parseTarget(domain.replace(/^.*@/s, ''))
    if (isAddress) throw new AppError('bad_domain', { got: host, reason: AN_ADDRESS })
    return probe.mail.report(host, { selectors: selectors.split(/[\s,;，；]+/).filter(Boolean), signal })
  },
})

const AN_ADDRESS = { en: 'it is an address; mail records belong to domains', zh: '这是 IP 地址，邮件记录属于域名' }
