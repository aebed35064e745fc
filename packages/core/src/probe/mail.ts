import * as z from 'zod'
import type { Limits } from './limits.ts'
import { verdictSchema } from './http.ts'

const text = z.object({ en: z.string(), zh: z.string() })
const record = z
  .string()
  .nullable()
  .meta({ label: { en: 'Record', zh: '记录' } })

/** What a domain publishes about its mail, and what is wrong with it. */
export const mailReportSchema = z.object({
  domain: z.string().meta({ label: { en: 'Domain', zh: '域名' } }),
  mx: z
    .array(
      z.object({
        preference: z.number().meta({ label: { en: 'Preference', zh: '优先级' } }),
        host: z.string().meta({ label: { en: 'Host', zh: '主机' } }),
      }),
    )
    .meta({ label: { en: 'Mail servers', zh: '邮件服务器' } }),
  spf: z
    .object({
      record,
      lookups: z.number().meta({ label: { en: 'DNS lookups (10 allowed)', zh: 'DNS 查询次数（上限 10）' } }),
      voidLookups: z
        .number()
        .describe(
          'Names of `include`, `redirect`, `a`, `mx` and `exists` without a record; those with macros, and `ptr`, hang on the sender and are not asked',
        )
        .meta({ label: { en: 'Empty lookups (2 allowed)', zh: '空查询次数（上限 2）' } }),
      all: z
        .string()
        .nullable()
        .meta({ label: { en: 'For everyone else', zh: '其余发件方' } }),
      steps: z
        .array(
          z.object({
            depth: z.number(),
            domain: z.string().meta({ label: { en: 'Domain', zh: '域名' } }),
            term: z.string().meta({ label: { en: 'Term', zh: '机制' } }),
            record,
            cost: z.number().meta({ label: { en: 'Lookups', zh: '查询' } }),
            problem: text.nullable(),
          }),
        )
        .meta({ label: { en: 'Tree', zh: '展开' } }),
    })
    .meta({ label: { en: 'SPF', zh: 'SPF' } }),
  dmarc: z
    .object({
      record,
      policy: z
        .string()
        .nullable()
        .meta({ label: { en: 'Policy', zh: '策略' } }),
      tags: z.record(z.string(), z.string()),
      from: z
        .string()
        .nullable()
        .meta({ label: { en: 'Found at', zh: '来源' } }),
    })
    .meta({ label: { en: 'DMARC', zh: 'DMARC' } }),
  dkim: z
    .array(
      z.object({
        selector: z.string().meta({ label: { en: 'Selector', zh: '选择器' } }),
        keyType: z.string().meta({ label: { en: 'Key', zh: '密钥' } }),
        bits: z
          .number()
          .nullable()
          .meta({ label: { en: 'Bits', zh: '位数' } }),
        isTesting: z.boolean(),
        isRevoked: z.boolean(),
        record,
      }),
    )
    .meta({ label: { en: 'DKIM', zh: 'DKIM' } }),
  mtaSts: z
    .object({
      record,
      mode: z
        .string()
        .nullable()
        .meta({ label: { en: 'Mode', zh: '模式' } }),
      hosts: z.array(z.string()),
      maxAgeSeconds: z.number().nullable(),
      problem: text.nullable(),
    })
    .meta({ label: { en: 'MTA-STS', zh: 'MTA-STS' } }),
  tlsRpt: record.meta({ label: { en: 'TLS reports', zh: 'TLS-RPT' } }),
  bimi: z
    .object({ record, logo: z.string().nullable(), authority: z.string().nullable() })
    .meta({ label: { en: 'BIMI', zh: 'BIMI' } }),
  dane: z
    .array(
      z.object({
        host: z.string().meta({ label: { en: 'Host', zh: '主机' } }),
        records: z.array(z.string()).meta({ label: { en: 'TLSA', zh: 'TLSA' } }),
        isValidated: z
          .boolean()
          .describe('Whether the resolver has confirmed the DNSSEC signatures (AD)')
          .meta({ label: { en: 'Signed', zh: '已签名' } }),
      }),
    )
    .meta({ label: { en: 'DANE', zh: 'DANE' } }),
  checks: z.array(z.object({ id: z.string(), verdict: verdictSchema, text })).meta({ label: { en: 'Checks', zh: '检查' } }),
})
export type MailReport = z.infer<typeof mailReportSchema>

export type MailProbe = {
  /** Reads only DNS and the MTA-STS policy; no mail server is spoken to. */
  report(domain: string, options?: Limits & { readonly selectors?: readonly string[] | undefined }): Promise<MailReport>
}
