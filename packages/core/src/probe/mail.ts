import * as z from 'zod'
import type { Address } from '../ip/address.ts'
import type { Limits } from './limits.ts'
import { verdictSchema } from './http.ts'

const text = z.object({ en: z.string(), zh: z.string() })
const record = z
  .string()
  .nullable()
  .meta({ label: { en: 'Record', zh: '记录' } })

/** What SPF can say of a sender (RFC 7208 §2.6). */
const SPF_RESULTS = ['pass', 'fail', 'softfail', 'neutral', 'none', 'permerror', 'temperror'] as const

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
  servers: z
    .array(
      z.object({
        host: z.string().meta({ label: { en: 'Host', zh: '主机' } }),
        address: z
          .string()
          .nullable()
          .meta({ label: { en: 'Address', zh: '地址' } }),
        failure: text.nullable().describe('Why the server could not be spoken to, or what it said in place of a welcome'),
        isReachable: z
          .boolean()
          .nullable()
          .describe('Whether a connection came about; null where none was tried, as without an address that may be connected to'),
        greeting: z
          .string()
          .nullable()
          .meta({ label: { en: 'Greeting', zh: '欢迎语' } }),
        features: z
          .array(z.string())
          .describe('Of EHLO; inside TLS where it is spoken')
          .meta({ label: { en: 'Features', zh: '功能' } }),
        startTls: z
          .boolean()
          .nullable()
          .describe('Whether TLS is offered (STARTTLS); null where that is not known')
          .meta({ label: { en: 'STARTTLS', zh: 'STARTTLS' } }),
        hasOpenLogin: z.boolean().describe('Whether passwords are taken before TLS (AUTH)'),
        tlsProblem: text.nullable().describe('Why TLS did not come about though it is offered'),
        protocol: z
          .string()
          .nullable()
          .meta({ label: { en: 'Agreed version', zh: '协商版本' } }),
        cipher: z
          .string()
          .nullable()
          .meta({ label: { en: 'Agreed cipher', zh: '协商密码套件' } }),
        certificate: z
          .object({
            subject: z.string(),
            issuer: z.string(),
            validTo: z.string(),
            daysLeft: z.number(),
            names: z.array(z.string()),
          })
          .nullable(),
        isTrusted: z.boolean().nullable().describe('By the public roots; the name is not looked at'),
        isNamed: z.boolean().nullable().describe('Whether the certificate is for the name in the MX record'),
        certificateProblem: text.nullable(),
        fitsDane: z
          .boolean()
          .nullable()
          .describe('Whether the certificate fits a TLSA record of usage 2 or 3; null where there is none'),
        familyProblem: text.nullable().describe('Why the other of its two IP versions takes no connection; null where it does'),
      }),
    )
    .describe('The first four mail servers, spoken to on port 25 up to TLS; empty where that was not wanted')
    .meta({ label: { en: 'Conversations', zh: '连接检测' } }),
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
      sender: z
        .object({
          address: z.string().meta({ label: { en: 'Address', zh: '地址' } }),
          result: z.enum(SPF_RESULTS).meta({ label: { en: 'Result', zh: '结果' } }),
          domain: z.string().nullable().describe('Whose record decided'),
          term: z.string().nullable().describe('What matched, or what broke the check'),
          reason: text.nullable().describe('Why the check came to no word (permerror, temperror)'),
          explanation: z.string().nullable().describe('What the domain has receivers say of the refusal (exp=)'),
        })
        .optional()
        .describe('What a receiver finds for the address given as sender (RFC 7208 check_host)')
        .meta({ label: { en: 'Sending server', zh: '发信服务器' } }),
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
        problem: text.nullable().describe('Why no signature by this key is valid'),
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
  isComplete: z.boolean().describe('False until the mail servers have been spoken to').meta({ widget: 'hidden' }),
})
export type MailReport = z.infer<typeof mailReportSchema>

export type MailProbe = {
  /**
   * Reads DNS and the MTA-STS policy, then speaks to the mail servers: says hello, asks for TLS, and leaves. No mailbox is named.
   * Throws `refused_target`, `name_not_found`, `target_failed`.
   */
  report(
    domain: string,
    options?: Limits & {
      readonly selectors?: readonly string[] | undefined
      /** Whether mail servers are spoken to; only what is published is read otherwise. */
      readonly speaks?: boolean | undefined
      /** A server that sends mail for a mailbox of the domain, to see what SPF says of it. */
      readonly sender?: { readonly address: Address; readonly mailbox: string } | undefined
    },
  ): AsyncIterable<MailReport>
}
