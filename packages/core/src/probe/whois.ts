import * as z from 'zod'
import type { Limits } from './limits.ts'

const text = z.object({ en: z.string(), zh: z.string() })
const nullable = z.string().nullable()
const date = nullable.describe('ISO 8601; a time without Z is as the registry wrote it, without naming its zone')

/** One party of a registration, as far as it is shown. */
const contact = z.object({
  roles: z.array(z.string()).meta({ label: { en: 'Role', zh: '角色' } }),
  name: nullable.meta({ label: { en: 'Name', zh: '姓名' } }),
  organization: nullable.meta({ label: { en: 'Organisation', zh: '机构' } }),
  country: nullable.meta({ label: { en: 'Country', zh: '国家' } }),
  email: nullable.meta({ label: { en: 'Email', zh: '邮箱' } }),
  phone: nullable.meta({ label: { en: 'Phone', zh: '电话' } }),
})

/** What registries say of a domain, an address, a network or an AS. */
export const whoisResultSchema = z.object({
  query: z.string().meta({ label: { en: 'Asked for', zh: '查询对象' } }),
  kind: z.enum(['domain', 'ip', 'asn']).meta({
    label: { en: 'Kind', zh: '类型' },
    options: { domain: { en: 'domain', zh: '域名' }, ip: { en: 'network', zh: 'IP 网段' }, asn: { en: 'AS', zh: '自治系统' } },
  }),
  unicode: nullable.meta({ label: { en: 'Readable name', zh: '可读名称' } }),
  source: z.enum(['rdap', 'whois']).meta({
    label: { en: 'Source', zh: '来源' },
    options: { rdap: { en: 'RDAP', zh: 'RDAP' }, whois: { en: 'WHOIS (port 43)', zh: 'WHOIS（43 端口）' } },
  }),
  askedAt: z.string().meta({ label: { en: 'Asked at', zh: '查询时间' } }),
  isRegistered: z
    .boolean()
    .nullable()
    .meta({ label: { en: 'Registered', zh: '已注册' } }),
  registrar: z
    .object({ name: nullable, ianaId: nullable, url: nullable })
    .nullable()
    .meta({ label: { en: 'Registrar', zh: '注册商' } }),
  created: date.meta({ label: { en: 'Created', zh: '注册时间' } }),
  updated: date.meta({ label: { en: 'Changed', zh: '更新时间' } }),
  expires: date.meta({ label: { en: 'Expires', zh: '到期时间' } }),
  ageDays: z
    .number()
    .nullable()
    .meta({ label: { en: 'Age', zh: '已注册' }, unit: 'days' }),
  daysLeft: z
    .number()
    .nullable()
    .meta({ label: { en: 'Left', zh: '剩余' }, unit: 'days' }),
  statuses: z.array(z.object({ code: z.string(), meaning: text.nullable() })).meta({ label: { en: 'Status', zh: '状态' } }),
  nameServers: z.array(z.string()).meta({ label: { en: 'Name servers', zh: '域名服务器' } }),
  isSigned: z
    .boolean()
    .nullable()
    .meta({ label: { en: 'DNSSEC', zh: 'DNSSEC' } }),
  network: z
    .object({
      range: nullable,
      cidrs: z.array(z.string()),
      name: nullable,
      type: nullable,
      country: nullable,
      parent: nullable,
      originAs: z
        .array(z.number())
        .describe('AS numbers that the registry names as its origins')
        .meta({ label: { en: 'Origin AS', zh: '起源 AS' } }),
    })
    .nullable()
    .meta({ label: { en: 'Network', zh: '网段' } }),
  abuse: z
    .object({ email: nullable, phone: nullable })
    .nullable()
    .meta({ label: { en: 'Abuse contact', zh: '滥用投诉' } }),
  contacts: z.array(contact).meta({ label: { en: 'Contacts', zh: '联系人' } }),
  redactions: z.array(z.string()).meta({ label: { en: 'Withheld', zh: '已隐去' } }),
  notes: z.array(text).meta({ label: { en: 'Notes', zh: '说明' } }),
  raw: z
    .array(
      z.object({
        server: z.string().meta({ label: { en: 'Server', zh: '服务器' } }),
        kind: z.enum(['rdap', 'whois']),
        ms: z.number().meta({ label: { en: 'Time', zh: '耗时' }, unit: 'ms' }),
        isCut: z.boolean(),
        text: z.string().meta({ label: { en: 'Answer', zh: '原文' }, widget: 'text' }),
      }),
    )
    .meta({ label: { en: 'Raw answers', zh: '原始应答' } }),
})
export type WhoisResult = z.infer<typeof whoisResultSchema>

/** What to ask for: a registrable domain in A-labels, an address or network, or an AS number. */
export type WhoisObject =
  | { readonly kind: 'domain'; readonly name: string }
  | { readonly kind: 'ip'; readonly name: string }
  | { readonly kind: 'asn'; readonly name: string }

export type WhoisOptions = Limits & {
  readonly via?: 'auto' | 'rdap' | 'whois' | undefined
  /** What the registry says is enough: the registrar is not asked. */
  readonly isBrief?: boolean | undefined
  /** Not what was kept from an earlier question, unless that is of this very minute. */
  readonly isFresh?: boolean | undefined
}

export type WhoisProbe = {
  /** RDAP first, port 43 where there is none. Throws `bad_domain`, `refused_target`, `timed_out`, `target_failed`, `unavailable`. */
  find(object: WhoisObject, options?: WhoisOptions): Promise<WhoisResult>
}
