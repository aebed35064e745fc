import * as z from 'zod'
import type { Limits } from './limits.ts'
import { verdictSchema } from './http.ts'

const text = z.object({ en: z.string(), zh: z.string() })

const certificate = z.object({
  subject: z.string().meta({ label: { en: 'For', zh: '颁发给' } }),
  issuer: z.string().meta({ label: { en: 'Issued by', zh: '颁发者' } }),
  validFrom: z.string().meta({ label: { en: 'Valid from', zh: '生效' } }),
  validTo: z.string().meta({ label: { en: 'Valid to', zh: '到期' } }),
  daysLeft: z.number().meta({ label: { en: 'Left', zh: '剩余' }, unit: 'days' }),
  names: z.array(z.string()).meta({ label: { en: 'Names', zh: '域名' } }),
  key: z.string().meta({ label: { en: 'Key', zh: '密钥' } }),
  signature: z
    .string()
    .default('') // points of before do not tell
    .meta({ label: { en: 'Signed with', zh: '签名算法' } }),
  serial: z.string().meta({ label: { en: 'Serial', zh: '序列号' } }),
  fingerprint: z.string().meta({ label: { en: 'SHA-256', zh: 'SHA-256' } }),
  isSelfIssued: z.boolean().meta({ label: { en: 'Self-issued', zh: '自签发' } }),
  pem: z.string().meta({ label: { en: 'PEM', zh: 'PEM' }, widget: 'code' }),
})

/** Services that begin in plain text and go over to TLS when asked, and their usual ports. */
export const START_TLS = {
  smtp: { en: 'SMTP (mail)', zh: 'SMTP（邮件）' },
  imap: { en: 'IMAP', zh: 'IMAP' },
  pop3: { en: 'POP3', zh: 'POP3' },
  ftp: { en: 'FTP', zh: 'FTP' },
  xmpp: { en: 'XMPP (chat)', zh: 'XMPP（即时通讯）' },
  'xmpp-server': { en: 'XMPP between servers', zh: 'XMPP（服务器之间）' },
  ldap: { en: 'LDAP', zh: 'LDAP' },
  postgres: { en: 'PostgreSQL', zh: 'PostgreSQL' },
  mysql: { en: 'MySQL', zh: 'MySQL' },
  sieve: { en: 'ManageSieve (mail filters)', zh: 'ManageSieve（邮件过滤）' },
  nntp: { en: 'NNTP (news)', zh: 'NNTP（新闻组）' },
} as const
export type StartTls = keyof typeof START_TLS

const ocsp = z.object({
  source: z.enum(['stapled', 'asked']).meta({
    label: { en: 'From', zh: '来源' },
    options: {
      stapled: { en: 'the server (stapled)', zh: '服务器装订' },
      asked: { en: 'the authority’s responder', zh: 'CA 的 OCSP 服务' },
    },
  }),
  status: z.enum(['good', 'revoked', 'unknown']).meta({
    label: { en: 'State', zh: '状态' },
    options: {
      good: { en: 'not revoked', zh: '未吊销' },
      revoked: { en: 'revoked', zh: '已吊销' },
      unknown: { en: 'unknown to the authority', zh: 'CA 未知' },
    },
  }),
  checkedAt: z
    .string()
    .nullable()
    .meta({ label: { en: 'As of', zh: '状态时间' } }),
  nextUpdate: z
    .string()
    .nullable()
    .meta({ label: { en: 'Good until', zh: '下次更新' } }),
  revokedAt: z
    .string()
    .nullable()
    .meta({ label: { en: 'Revoked at', zh: '吊销时间' } }),
  isVerified: z.boolean().meta({ label: { en: 'Signature verified', zh: '签名已验证' } }),
  url: z
    .string()
    .nullable()
    .meta({ label: { en: 'Responder', zh: 'OCSP 地址' } }),
})

/** What a TLS server shows: certificates, versions, ciphers, and a quick grade. */
export const tlsReportSchema = z.object({
  host: z.string().meta({ label: { en: 'Host', zh: '主机' } }),
  port: z.number().meta({ label: { en: 'Port', zh: '端口' } }),
  address: z.string().meta({ label: { en: 'Address', zh: '地址' } }),
  startTls: z
    .enum(['smtp', 'imap', 'pop3', 'ftp', 'xmpp', 'xmpp-server', 'ldap', 'postgres', 'mysql', 'sieve', 'nntp'])
    .nullable()
    .meta({ label: { en: 'STARTTLS', zh: 'STARTTLS' }, options: START_TLS }),
  grade: z.enum(['A', 'B', 'C', 'F', 'T']).meta({
    label: { en: 'Quick grade', zh: '快速评级' },
    options: {
      A: { en: 'A: modern', zh: 'A：现代' },
      B: { en: 'B: sound, not modern', zh: 'B：可用但不够现代' },
      C: { en: 'C: outdated', zh: 'C：过时' },
      F: { en: 'F: unsafe', zh: 'F：不安全' },
      T: { en: 'T: not trusted', zh: 'T：不受信任' },
    },
  }),
  protocol: z.string().meta({ label: { en: 'Agreed version', zh: '协商版本' } }),
  cipher: z.string().meta({ label: { en: 'Agreed cipher', zh: '协商密码套件' } }),
  keyExchange: z
    .string()
    .nullable()
    .meta({ label: { en: 'Key exchange', zh: '密钥交换' } }),
  alpn: z
    .string()
    .nullable()
    .meta({ label: { en: 'ALPN', zh: 'ALPN' } }),
  isTrusted: z.boolean().meta({ label: { en: 'Trusted', zh: '受信任' } }),
  problem: z
    .string()
    .nullable()
    .meta({ label: { en: 'Problem', zh: '问题' } }),
  hasStapledOcsp: z.boolean().meta({ label: { en: 'OCSP stapled', zh: 'OCSP 装订' } }),
  ocsp: ocsp.nullable().meta({ label: { en: 'Revocation (OCSP)', zh: '吊销状态（OCSP）' } }),
  scts: z
    .array(
      z.object({
        logId: z.string().meta({ label: { en: 'Log', zh: '日志' } }),
        at: z.string().meta({ label: { en: 'Promised at', zh: '签发时间' } }),
      }),
    )
    .meta({ label: { en: 'Certificate Transparency', zh: '证书透明度' } }),
  certificates: z.array(certificate).meta({ label: { en: 'Certificates', zh: '证书链' } }),
  versions: z
    .array(
      z.object({
        version: z.string().meta({ label: { en: 'Version', zh: '版本' } }),
        isOffered: z
          .boolean()
          .nullable()
          .meta({ label: { en: 'Offered', zh: '支持' } }),
      }),
    )
    .meta({ label: { en: 'Versions', zh: '协议版本' } }),
  // points of before do not look for these
  groups: z
    .array(
      z.object({
        name: z.string().meta({ label: { en: 'Group', zh: '密钥交换组' } }),
        isPostQuantum: z.boolean().meta({ label: { en: 'post-quantum', zh: '抗量子' } }),
      }),
    )
    .default([])
    .describe('Of TLS 1.3, each offered alone')
    .meta({ label: { en: 'Key exchange groups', zh: '密钥交换组' } }),
  suites: z
    .array(z.string())
    .default([])
    .meta({ label: { en: 'TLS 1.3 ciphers', zh: 'TLS 1.3 密码套件' } }),
  ciphers: z
    .array(z.object({ name: z.string().meta({ label: { en: 'Cipher', zh: '密码套件' } }), verdict: verdictSchema }))
    .meta({ label: { en: 'Ciphers up to TLS 1.2', zh: 'TLS 1.2 及更早的密码套件' } }),
  checks: z.array(z.object({ id: z.string(), verdict: verdictSchema, text })).meta({ label: { en: 'Checks', zh: '检查' } }),
  isComplete: z.boolean().meta({ widget: 'hidden' }),
})
export type TlsReport = z.infer<typeof tlsReportSchema>

export type TlsProbe = {
  /** Throws `refused_target`, `timed_out`, `unavailable`, `target_failed` where no TLS is spoken. */
  report(
    request: Limits & {
      readonly host: string
      readonly port?: number | undefined
      /** How the service is asked to go over to TLS; it begins with TLS when left out. */
      readonly startTls?: StartTls | undefined
      readonly family?: 4 | 6 | undefined
      /** The address that is asked for the host, in place of what DNS says. */
      readonly connectTo?: string | undefined
    },
  ): AsyncIterable<TlsReport>
}
