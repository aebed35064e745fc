import { AppError } from '@octet/core/errors.ts'
import { START_TLS, tlsReportSchema, type StartTls } from '@octet/core/probe/tls.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { connectToField, toConnectTo } from '../../lib/connect-to-field.ts'
import { familyField, toFamily } from '../../lib/family-field.ts'
import { findPort, parseTarget, TARGET_ERRORS } from '../../lib/target.ts'

/** Ports on which TLS stands from the first byte; others would make this a port scanner. On 80 people expect it. */
const PORTS = [80, 443, 465, 563, 636, 853, 989, 990, 992, 993, 994, 995, 4443, 5061, 5223, 6443, 6697, 8443, 8883, 9443]

/** Ports of services that begin in plain text; the first of a service is its default. */
const START_PORTS: Readonly<Record<StartTls, readonly [number, ...number[]]>> = {
  smtp: [25, 587, 2525],
  imap: [143],
  pop3: [110],
  ftp: [21],
  xmpp: [5222],
  'xmpp-server': [5269],
  ldap: [389],
  postgres: [5432],
  mysql: [3306],
  sieve: [4190],
  nntp: [119],
}

export default defineTool({
  id: 'tls',
  route: '/lookup/tls',
  group: 'lookup',
  rank: 10,
  icon: 'ShieldLock',
  title: { en: 'TLS certificate check', zh: 'TLS 证书检测' },
  summary: {
    en: 'Certificate chain, expiry, revocation, versions, ciphers, quick grade; STARTTLS too',
    zh: '检查证书链、到期、吊销、协议版本与密码套件并快速评级，支持 STARTTLS',
  },
  about: {
    en: 'A few dozen handshakes within seconds: the certificate chain as sent, its trust by the public roots and the name; each protocol version; key exchange groups, post-quantum ones too; the TLS 1.3 ciphers, and those of TLS 1.2, in the server’s order if it has one; TLSA records (DANE), and CAA records, which say who may issue.\n\nThe grade is a first look, not an audit: SSL 2 is not tried, and implementation flaws do not show. Mail, chat, directory and database servers are first asked for TLS in their own protocol (STARTTLS).\n\nRevocation comes from the stapled OCSP response or the authority’s responder, transparency from the SCTs inside the certificate; those sent in the handshake are not seen.',
    zh: '数秒内完成数十次握手：服务器发送的证书链、公共根信任与域名匹配、各协议版本、密钥交换组（含后量子）、TLS 1.3 密码套件、TLS 1.2 密码套件（服务器设有偏好时按其顺序排列），TLSA 记录（DANE），以及声明签发机构的 CAA 记录。\n\n评级仅供快速判断，并非完整审计：不测试 SSL 2，也看不出实现漏洞。邮件、聊天、目录与数据库服务会先按各自协议请求升级到 TLS（STARTTLS）。\n\n吊销状态取自装订的 OCSP 应答或 CA 的 OCSP 服务；证书透明度取自证书内的 SCT，握手中另附的无法看到。',
  },
  keywords: [
    'ssl',
    'certificate',
    'https',
    'expiry',
    'cipher',
    'san',
    'dane',
    'tlsa',
    'post-quantum',
    '后量子',
    '证书',
    '到期',
    '加密',
    'ssl检测',
    'ssl checker',
    '证书过期',
    'https检测',
    'expiration',
    'certificate expiration',
  ],
  needs: ['probe'],
  errors: TARGET_ERRORS,
  accepts: { domain: {}, url: {}, 'host-port': {}, 'tls-command': {} },
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
    startTls: z
      .enum(['auto', 'none', 'smtp', 'imap', 'pop3', 'ftp', 'xmpp', 'xmpp-server', 'ldap', 'postgres', 'mysql', 'sieve', 'nntp'])
      .default('auto')
      .meta({
        label: { en: 'Service', zh: '服务' },
        options: { auto: { en: 'By port', zh: '按端口判断' }, none: { en: 'TLS from the start', zh: '直接 TLS' }, ...START_TLS },
        widget: 'select',
      }),
    family: familyField,
    connectTo: connectToField,
  }),
  output: tlsReportSchema,
  examples: [
    { name: { en: 'A web server', zh: '网站' }, input: { host: 'example.com' } },
    { name: { en: 'A mail server by STARTTLS', zh: '邮件服务器（STARTTLS）' }, input: { host: 'mx.example.com:25' } },
    { name: { en: 'DNS over TLS', zh: 'DoT 服务器' }, input: { host: 'dns.google:853' } },
  ],
  run({ host, startTls, family, connectTo }, { probe, signal }) {
    const written = findPort(host)
    const service = toService(startTls, written)
    const port = toPort(service, written)
    return probe.tls.report({
      host: parseTarget(host, 'host').host,
      port,
      ...toFamily(family),
      ...toConnectTo(connectTo),
      signal,
      ...(service && { startTls: service }),
    })
  },
})

/** How the service is asked for TLS: as chosen, else as its port says. */
function toService(wanted: StartTls | 'auto' | 'none', port: number | undefined): StartTls | undefined {
  if (wanted === 'none') return undefined
  if (wanted !== 'auto') return wanted
  return (Object.keys(START_PORTS) as StartTls[]).find((service) => port !== undefined && START_PORTS[service].includes(port))
}

/** The port, if it is one of the service: else this would be a port scanner. */
function toPort(service: StartTls | undefined, written: number | undefined): number {
  const known = service ? START_PORTS[service] : PORTS
  const port = written ?? (service ? START_PORTS[service][0] : 443)
  if (known.includes(port)) return port
  const ports = known.join(', ')
  throw new AppError('bad_input', { field: 'host', expected: { en: `port ${ports}`, zh: `端口 ${ports}` }, got: port })
}
