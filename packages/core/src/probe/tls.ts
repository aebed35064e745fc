import * as z from 'zod'
import type { Limits } from '../probe.ts'
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
  serial: z.string().meta({ label: { en: 'Serial', zh: '序列号' } }),
  fingerprint: z.string().meta({ label: { en: 'SHA-256', zh: 'SHA-256' } }),
  isSelfIssued: z.boolean().meta({ label: { en: 'Self-issued', zh: '自签发' } }),
  pem: z.string().meta({ label: { en: 'PEM', zh: 'PEM' }, widget: 'code' }),
})

/** What a TLS server shows: certificates, versions, ciphers, and a quick grade. */
export const tlsReportSchema = z.object({
  host: z.string().meta({ label: { en: 'Host', zh: '主机' } }),
  port: z.number().meta({ label: { en: 'Port', zh: '端口' } }),
  address: z.string().meta({ label: { en: 'Address', zh: '地址' } }),
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
  ciphers: z
    .array(z.object({ name: z.string().meta({ label: { en: 'Cipher', zh: '密码套件' } }), verdict: verdictSchema }))
    .meta({ label: { en: 'TLS 1.2 ciphers', zh: 'TLS 1.2 密码套件' } }),
  checks: z.array(z.object({ id: z.string(), verdict: verdictSchema, text })).meta({ label: { en: 'Checks', zh: '检查' } }),
  isComplete: z.boolean().meta({ widget: 'hidden' }),
})
export type TlsReport = z.infer<typeof tlsReportSchema>

export type TlsProbe = {
  /** Throws `refused_target`, `timed_out`, `unavailable` where no TLS is spoken. */
  report(request: Limits & { readonly host: string; readonly port?: number | undefined }): AsyncIterable<TlsReport>
}
