import * as z from 'zod'
import { verdictSchema } from './http.ts'
import type { Limits } from './limits.ts'

const text = z.object({ en: z.string(), zh: z.string() })

/** What algorithms are for, in the order in which client and server name them (RFC 4253 §7.1). */
export const SSH_USES = {
  kex: { en: 'Key exchange', zh: '密钥交换' },
  hostKey: { en: 'Host key', zh: '主机密钥' },
  cipher: { en: 'Cipher', zh: '加密' },
  mac: { en: 'Integrity', zh: '完整性' },
  compression: { en: 'Compression', zh: '压缩' },
} as const
export type SshUse = keyof typeof SSH_USES

/** An SSH server: who it says it is, its host keys, and what it offers. */
export const sshReportSchema = z.object({
  host: z.string().meta({ label: { en: 'Host', zh: '主机' } }),
  port: z.number().meta({ label: { en: 'Port', zh: '端口' } }),
  address: z.string().meta({ label: { en: 'Address', zh: '地址' } }),
  software: z.string().meta({ label: { en: 'Software', zh: '软件' } }),
  checks: z.array(z.object({ id: z.string(), verdict: verdictSchema, text })).meta({ label: { en: 'Checks', zh: '检查' } }),
  keys: z
    .array(
      z.object({
        type: z.string().meta({ label: { en: 'Host key', zh: '主机密钥' } }),
        bits: z.number().meta({ label: { en: 'Bits', zh: '位数' } }),
        sha256: z.string().meta({ label: { en: 'Fingerprint', zh: '指纹' } }),
        isProven: z.boolean().meta({ label: { en: 'Signed with it', zh: '已用其签名' } }),
      }),
    )
    .meta({ label: { en: 'Host keys', zh: '主机密钥' }, widget: 'table' }),
  // points of before do not look for these
  certificates: z
    .array(
      z.object({
        type: z.string().meta({ label: { en: 'Host key', zh: '主机密钥' } }),
        id: z.string().meta({ label: { en: 'Name', zh: '名称' } }),
        principals: z.string().meta({ label: { en: 'For these hosts', zh: '适用主机' } }),
        validFrom: z
          .string()
          .nullable()
          .meta({ label: { en: 'Valid from', zh: '生效时间' } }),
        validTo: z
          .string()
          .nullable()
          .meta({ label: { en: 'Valid until', zh: '到期时间' } }),
        authority: z.string().meta({ label: { en: 'Authority', zh: '签发 CA' } }),
        isSigned: z.boolean().meta({ label: { en: 'Signed by the authority', zh: 'CA 签名有效' } }),
        isProven: z.boolean().meta({ label: { en: 'Key proven', zh: '密钥已验证' } }),
      }),
    )
    .default([])
    .meta({ label: { en: 'Certificates of host keys', zh: '主机证书' }, widget: 'table' }),
  algorithms: z
    .array(
      z.object({
        use: z
          .enum(['kex', 'hostKey', 'cipher', 'mac', 'compression'])
          .meta({ label: { en: 'For', zh: '用途' }, options: SSH_USES }),
        name: z.string().meta({ label: { en: 'Algorithm', zh: '算法' } }),
        verdict: verdictSchema,
        why: text.nullable().meta({ label: { en: 'Why', zh: '说明' } }),
      }),
    )
    .meta({ label: { en: 'What it offers', zh: '支持的算法' }, widget: 'table' }),
  knownHosts: z.string().meta({ label: { en: 'For known_hosts', zh: 'known_hosts 内容' }, widget: 'code' }),
  sshfp: z.string().meta({ label: { en: 'SSHFP records', zh: 'SSHFP 记录' }, widget: 'code' }),
})
export type SshReport = z.infer<typeof sshReportSchema>

export type SshProbe = {
  /** Throws `refused_target`, `timed_out`, `unavailable`, `target_failed` where no SSH is spoken. */
  report(
    request: Limits & { readonly host: string; readonly port?: number | undefined; readonly family?: 4 | 6 | undefined },
  ): Promise<SshReport>
}
