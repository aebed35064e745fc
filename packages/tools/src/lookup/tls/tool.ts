import { AppError } from '@octet/core/errors.ts'
import { tlsReportSchema } from '@octet/core/probe/tls.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { findPort, parseTarget } from '../../lib/target.ts'

/** Ports on which TLS stands from the first byte; others would make this a port scanner. */
const PORTS = [443, 465, 563, 636, 853, 989, 990, 992, 993, 994, 995, 4443, 5061, 5223, 6443, 6697, 8443, 8883, 9443]

export default defineTool({
  id: 'tls',
  route: '/lookup/tls',
  group: 'lookup',
  rank: 10,
  icon: 'ShieldLock',
  title: { en: 'TLS certificate check', zh: 'TLS 证书检测' },
  summary: {
    en: 'Certificate chain, expiry, names, versions, ciphers, quick grade',
    zh: '检查证书链、到期时间、域名、协议版本与密码套件，并快速评级',
  },
  about: {
    en: 'A few dozen handshakes within seconds: the certificate chain as sent, its trust by the public roots and the name; each protocol version; the TLS 1.2 ciphers in the server’s order. The grade is a first look, not an audit: SSL 2 and 3 cannot be tried, and flaws in the implementation do not show.',
    zh: '数秒内完成数十次握手：服务器发送的证书链、公共根信任与域名匹配、各协议版本，以及按服务器偏好排列的 TLS 1.2 密码套件。评级仅供快速判断，并非完整审计：无法测试 SSL 2、3，也看不出实现漏洞。',
  },
  keywords: ['ssl', 'certificate', 'https', 'expiry', 'cipher', 'san', '证书', '到期', '加密', 'ssl检测'],
  needs: ['probe'],
  accepts: { domain: {}, url: {} },
  cost: 5,
  input: z.object({
    host: z
      .string()
      .min(1)
      .max(2048)
      .meta({
        label: { en: 'Host', zh: '主机' },
        placeholder: { en: 'example.com or example.com:8443', zh: 'example.com 或 example.com:8443' },
        main: true,
      }),
  }),
  output: tlsReportSchema,
  examples: [
    { name: { en: 'A web server', zh: '网站' }, input: { host: 'example.com' } },
    { name: { en: 'DNS over TLS', zh: 'DoT 服务器' }, input: { host: 'dns.google:853' } },
  ],
  run({ host }, { probe, signal }) {
    const written = findPort(host) ?? 443
    const port = written === 80 ? 443 : written
    if (!PORTS.includes(port))
      throw new AppError('bad_input', { field: { en: 'port', zh: '端口' }, expected: PORTS.join(', '), got: port })
    return probe.tls.report({ host: parseTarget(host).host, port, signal })
  },
})
