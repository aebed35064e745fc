import { parseAddress } from '@octet/core/ip/address.ts'
import { mailReportSchema } from '@octet/core/probe/mail.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { TARGET_ERRORS } from '../../lib/target.ts'
import { parseAsked } from './asked.ts'

export default defineTool({
  id: 'mail',
  route: '/lookup/mail',
  group: 'lookup',
  rank: 12,
  icon: 'MailCheck',
  title: { en: 'Mail domain check', zh: '邮件域名检测' },
  summary: {
    en: 'MX, STARTTLS, SPF tree and lookup count, DKIM, DMARC, MTA-STS, DANE, BIMI',
    zh: '检查 MX、STARTTLS、SPF 查询次数、DKIM、DMARC、MTA-STS、DANE、BIMI',
  },
  about: {
    en: 'DNS and the published MTA-STS policy are read first. Then the first four mail servers are contacted on port 25: the connection is closed once TLS has been set up, no mailbox is named and no mail is sent.\n\nSPF includes are followed as a receiver does, and lookups are counted against the limits of RFC 7208 §4.6.4. For a sending server, the result of that RFC’s check_host() is shown, macros included. DKIM selectors cannot be listed: common ones are tried; enter others yourself.\n\nWhether DANE records are signed is taken from this server’s resolver. If this server’s network blocks outgoing port 25, no mail server can be reached, which says nothing about them.',
    zh: '先读取 DNS 与公开的 MTA-STS 策略，再连接前四台邮件服务器的 25 端口，读取欢迎语、请求 TLS 后即断开：不提及任何邮箱，也不投递邮件。\n\nSPF 的 include 按收信方的方式展开，并按 RFC 7208 §4.6.4 的上限计数；填写发信服务器时，给出该 RFC 的 check_host() 判定结果（含宏）。DKIM 选择器无法枚举，仅尝试常见的，其他请自行填写。\n\nDANE 记录是否已签名以本站解析器的验证为准。若本站所在网络禁止向外连接 25 端口，则无法连接任何邮件服务器，这并不说明对方有问题。',
  },
  keywords: [
    'spf',
    'dkim',
    'dmarc',
    'bimi',
    'mta-sts',
    'smtp',
    'starttls',
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
  errors: TARGET_ERRORS,
  accepts: { domain: {}, email: {}, 'mail-command': {} },
  cost: 6,
  input: z.object({
    domain: z
      .string()
      .min(1)
      .max(2048)
      .meta({
        label: { en: 'Domain or email address', zh: '域名或邮箱地址' },
        placeholder: { en: 'example.com', zh: 'example.com' },
        main: true,
      }),
    sender: z
      .string()
      .max(100)
      .default('')
      .meta({
        label: { en: 'Sending server', zh: '发信服务器' },
        help: {
          en: 'An IP address, to see what SPF says about mail from it. With an email address above, the check is for that mailbox.',
          zh: '填写 IP 地址，查看 SPF 对来自该地址的邮件如何判定；上方填邮箱地址时，按该邮箱判定。',
        },
        placeholder: { en: '192.0.2.1', zh: '192.0.2.1' },
        advanced: true,
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
    speaks: z
      .boolean()
      .default(true)
      .meta({ label: { en: 'Connect to the mail servers (port 25)', zh: '连接邮件服务器（25 端口）' }, advanced: true }),
  }),
  output: mailReportSchema,
  examples: [
    { name: { en: 'A mail provider', zh: '邮件服务商' }, input: { domain: 'gmail.com' } },
    { name: { en: 'An email address', zh: '邮箱地址' }, input: { domain: 'someone@example.com' } },
    { name: { en: 'May this server send?', zh: '该服务器可否发信？' }, input: { domain: 'example.com', sender: '192.0.2.1' } },
  ],
  run({ domain, sender, selectors, speaks }, { probe, signal }) {
    const { host, mailbox, selectors: named } = parseAsked(domain, selectors)
    return probe.mail.report(host, {
      selectors: named,
      speaks,
      sender: sender.trim() === '' ? undefined : { address: parseAddress(sender.trim()), mailbox },
      signal,
    })
  },
})
