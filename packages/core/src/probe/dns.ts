import * as z from 'zod'
import type { Limits } from './limits.ts'
import type { ResolverTest } from './resolver-test.ts'

/** What there is to say of one server beside its answer. */
const note = z
  .object({ en: z.string(), zh: z.string() })
  .nullable()
  .meta({ label: { en: 'Note', zh: '说明' } })

/** One resource record as a zone file and as values. */
export const dnsRecordSchema = z.object({
  name: z.string().meta({ label: { en: 'Name', zh: '名称' } }),
  ttl: z.number().meta({ label: { en: 'TTL', zh: 'TTL' }, unit: 's' }),
  class: z.string().meta({ label: { en: 'Class', zh: '类' }, advanced: true }),
  type: z.string().meta({ label: { en: 'Type', zh: '类型' } }),
  data: z.string().meta({ label: { en: 'Data', zh: '值' } }),
  text: z
    .string()
    .optional()
    .describe('The data with its UTF-8 readable, where dig writes it as \\DDD')
    .meta({ label: { en: 'Readable', zh: '可读文本' } }),
  fields: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ label: { en: 'Values', zh: '字段' }, widget: 'hidden' }),
})
export type DnsRecord = z.infer<typeof dnsRecordSchema>

const edns = z.object({
  version: z.number(),
  udpSizeBytes: z.number().meta({ label: { en: 'UDP size', zh: 'UDP 大小' }, unit: 'bytes' }),
  isDnssecOk: z.boolean().meta({ label: { en: 'DO', zh: 'DO' } }),
  nsid: z
    .string()
    .optional()
    .meta({ label: { en: 'NSID', zh: 'NSID' } }),
  clientSubnet: z.object({ subnet: z.string(), sourcePrefix: z.number(), scopePrefix: z.number() }).optional(),
  extendedErrors: z.array(z.object({ code: z.number(), text: z.string(), extra: z.string() })),
  options: z
    .array(z.object({ code: z.number(), name: z.string(), data: z.string().describe('Hexadecimal') }))
    .optional()
    .describe('Other options of EDNS, as they came'),
})

/** One answer of one server, with what was measured. */
export const dnsAnswerSchema = z.object({
  question: z.object({ name: z.string(), type: z.string() }),
  server: z.string().meta({ label: { en: 'Server', zh: '服务器' } }),
  transport: z.enum(['udp', 'tcp', 'tls', 'https']).meta({ label: { en: 'Transport', zh: '传输方式' } }),
  rcode: z.string().meta({ label: { en: 'Status', zh: '状态' } }),
  flags: z.array(z.string()).meta({ label: { en: 'Flags', zh: '标志' } }),
  ms: z.number().meta({ label: { en: 'Time', zh: '耗时' }, unit: 'ms' }),
  sizeBytes: z.number().meta({ label: { en: 'Size', zh: '大小' }, unit: 'bytes' }),
  wasTruncated: z.boolean().meta({ label: { en: 'Truncated over UDP', zh: 'UDP 被截断' } }),
  answers: z.array(dnsRecordSchema).meta({ label: { en: 'Answer', zh: '应答' } }),
  authorities: z.array(dnsRecordSchema).meta({ label: { en: 'Authority', zh: '授权' } }),
  additionals: z.array(dnsRecordSchema).meta({ label: { en: 'Additional', zh: '附加' } }),
  edns: edns.nullable(),
  dig: z.string().meta({ label: { en: 'As dig prints it', zh: 'dig 格式' }, widget: 'text' }),
})
export type DnsAnswer = z.infer<typeof dnsAnswerSchema>

/** One step on the way from the root. */
export const dnsTraceStepSchema = z.object({
  zone: z.string().meta({ label: { en: 'Zone', zh: '区' } }),
  server: z.string().meta({ label: { en: 'Server', zh: '服务器' } }),
  address: z.string().meta({ label: { en: 'Address', zh: '地址' } }),
  ms: z
    .number()
    .nullable()
    .meta({ label: { en: 'Time', zh: '耗时' }, unit: 'ms' }),
  outcome: z.enum(['referral', 'answer', 'alias', 'no-data', 'no-name', 'failure']).meta({
    label: { en: 'Outcome', zh: '结果' },
    options: {
      referral: { en: 'referral', zh: '转到下级' },
      answer: { en: 'answer', zh: '应答' },
      alias: { en: 'alias', zh: '别名' },
      'no-data': { en: 'no such type', zh: '无此类型' },
      'no-name': { en: 'no such name', zh: '名称不存在' },
      failure: { en: 'failure', zh: '失败' },
    },
  }),
  records: z.array(dnsRecordSchema).meta({ label: { en: 'Records', zh: '记录' } }),
  glue: z.array(dnsRecordSchema).meta({ label: { en: 'Glue', zh: '胶水记录' } }),
  note,
})
export type DnsTraceStep = z.infer<typeof dnsTraceStepSchema>

export const dnsTraceSchema = z.object({ steps: z.array(dnsTraceStepSchema), isComplete: z.boolean() })
export type DnsTrace = z.infer<typeof dnsTraceSchema>

/** The answers of several resolvers, grouped by what they say. */
export const dnsComparisonSchema = z.object({
  resolvers: z.array(
    z.object({
      id: z.string(),
      name: z.string().meta({ label: { en: 'Resolver', zh: '解析器' } }),
      server: z.string().meta({ label: { en: 'Server', zh: '服务器' } }),
      country: z
        .string()
        .nullable()
        .meta({ label: { en: 'Country', zh: '国家' } }),
      state: z.enum(['waiting', 'answered', 'failed']).meta({
        label: { en: 'State', zh: '状态' },
        options: {
          waiting: { en: 'waiting', zh: '等待中' },
          answered: { en: 'answered', zh: '已应答' },
          failed: { en: 'failed', zh: '失败' },
        },
      }),
      rcode: z
        .string()
        .nullable()
        .meta({ label: { en: 'Status', zh: '状态码' } }),
      values: z.array(z.string()).meta({ label: { en: 'Values', zh: '值' } }),
      ttl: z
        .number()
        .nullable()
        .meta({ label: { en: 'TTL', zh: 'TTL' }, unit: 's' }),
      ms: z
        .number()
        .nullable()
        .meta({ label: { en: 'Time', zh: '耗时' }, unit: 'ms' }),
      group: z
        .number()
        .nullable()
        .meta({ label: { en: 'Group', zh: '分组' } }),
      note,
    }),
  ),
  groups: z.array(
    z.object({ values: z.array(z.string()), rcode: z.string(), count: z.number(), isExpected: z.boolean().nullable() }),
  ),
  isComplete: z.boolean(),
})
export type DnsComparison = z.infer<typeof dnsComparisonSchema>

/** How a question travels in a search for forged answers. */
const POLLUTION_WAYS = {
  encrypted: { en: 'encrypted', zh: '加密查询' },
  plain: { en: 'plain UDP', zh: '明文 UDP' },
  own: { en: 'our resolver', zh: '本站解析器' },
  root: { en: 'root server', zh: '根服务器' },
  silent: { en: 'address without DNS', zh: '无 DNS 的地址' },
} as const

/** What came back from one address, every answer of it: a forger is faster than who was asked, and both arrive. */
export const pollutionRowSchema = z.object({
  id: z.string(),
  name: z.string().meta({ label: { en: 'Asked', zh: '询问对象' } }),
  server: z.string().meta({ label: { en: 'Server', zh: '服务器' } }),
  country: z
    .string()
    .nullable()
    .meta({ label: { en: 'Country', zh: '国家' } }),
  way: z
    .enum(['encrypted', 'plain', 'own', 'root', 'silent'])
    .meta({ label: { en: 'Way', zh: '方式' }, options: POLLUTION_WAYS }),
  state: z
    .enum(['waiting', 'answered', 'silent', 'failed'])
    .describe('`silent`: nothing came back, which is what an address without DNS owes')
    .meta({
      label: { en: 'State', zh: '状态' },
      options: {
        waiting: { en: 'waiting', zh: '等待中' },
        answered: { en: 'answered', zh: '已应答' },
        silent: { en: 'no answer', zh: '无应答' },
        failed: { en: 'failed', zh: '失败' },
      },
    }),
  answers: z
    .array(z.object({ rcode: z.string(), values: z.array(z.string()), ms: z.number() }))
    .describe('In the order they came. Of a root server only what holds records, which no root server sends'),
  isControlAnswered: z
    .boolean()
    .nullable()
    .describe('Whether it answered a harmless name, too: then somebody on the way answers every question'),
  note,
})
export type PollutionRow = z.infer<typeof pollutionRowSchema>

export const DNSSEC_STATES = {
  secure: { en: 'secure', zh: '安全' },
  insecure: { en: 'insecure (not signed)', zh: '未签名' },
  bogus: { en: 'bogus (broken)', zh: '验证失败' },
  indeterminate: { en: 'could not be decided', zh: '无法判定' },
} as const
const dnssecState = z
  .enum(['secure', 'insecure', 'bogus', 'indeterminate'])
  .meta({ label: { en: 'State', zh: '状态' }, options: DNSSEC_STATES })

/** One zone on the chain of trust. */
export const dnssecLinkSchema = z.object({
  zone: z.string().meta({ label: { en: 'Zone', zh: '区' } }),
  state: dnssecState,
  ds: z.array(z.object({ keyTag: z.number(), algorithm: z.string(), digestType: z.string(), matches: z.boolean() })),
  keys: z.array(
    z.object({
      keyTag: z.number(),
      algorithm: z.string(),
      bits: z.number().nullable(),
      role: z.enum(['KSK', 'ZSK', 'revoked']),
      isTrusted: z.boolean(),
      signs: z.boolean(),
    }),
  ),
  reason: z
    .object({ en: z.string(), zh: z.string() })
    .nullable()
    .meta({ label: { en: 'Reason', zh: '原因' } }),
})
export type DnssecLink = z.infer<typeof dnssecLinkSchema>

/** The outcome of a validation: the chain of zones and the proofs of each answer. */
export const dnssecResultSchema = z.object({
  name: z.string(),
  type: z.string(),
  state: dnssecState,
  reason: z
    .object({ en: z.string(), zh: z.string() })
    .nullable()
    .meta({ label: { en: 'Reason', zh: '原因' } }),
  chain: z.array(dnssecLinkSchema).meta({ label: { en: 'Chain of trust', zh: '信任链' } }),
  proofs: z
    .array(
      z.object({
        name: z.string().meta({ label: { en: 'Name', zh: '名称' } }),
        type: z.string().meta({ label: { en: 'Type', zh: '类型' } }),
        kind: z.enum(['answer', 'alias', 'wildcard', 'no-data', 'no-name']).meta({ label: { en: 'Kind', zh: '种类' } }),
        state: dnssecState,
        by: z.string().meta({ label: { en: 'Proved by', zh: '证明方式' } }),
      }),
    )
    .meta({ label: { en: 'Proofs', zh: '证明' } }),
  checks: z
    .array(
      z.object({
        id: z.string(),
        verdict: z.enum(['good', 'notice', 'bad']),
        text: z.object({ en: z.string(), zh: z.string() }),
      }),
    )
    .describe('What is valid today and will not be for long, or is not good practice')
    .meta({ label: { en: 'Advice', zh: '建议' } }),
  records: z.array(dnsRecordSchema),
  queries: z.number().meta({ label: { en: 'Queries', zh: '查询次数' } }),
  ms: z.number().meta({ label: { en: 'Time', zh: '耗时' }, unit: 'ms' }),
})
export type DnssecResult = z.infer<typeof dnssecResultSchema>

/** What is looked at in a zone, each with a verdict. */
export const dnsHealthSchema = z.object({
  zone: z.string(),
  nameServers: z.array(
    z.object({
      name: z.string().meta({ label: { en: 'Name server', zh: '域名服务器' } }),
      address: z.string().meta({ label: { en: 'Address', zh: '地址' } }),
      isAuthoritative: z
        .boolean()
        .nullable()
        .meta({ label: { en: 'Authoritative', zh: '权威' } }),
      serial: z
        .number()
        .nullable()
        .meta({ label: { en: 'Serial', zh: '序列号' } }),
      ms: z
        .number()
        .nullable()
        .meta({ label: { en: 'Time', zh: '耗时' }, unit: 'ms' }),
      note,
    }),
  ),
  checks: z.array(
    z.object({
      id: z.string(),
      verdict: z.enum(['good', 'notice', 'bad']),
      text: z.object({ en: z.string(), zh: z.string() }),
    }),
  ),
})
export type DnsHealth = z.infer<typeof dnsHealthSchema>

/** What is asked of DNS. `server` as in `1.1.1.1`, `tcp://…`, `tls://…`, `https://…`; the machine's own unless given. */
export type DnsQuestion = Limits & {
  readonly name: string
  readonly type: string
  /** CH: what a server says of itself (`version.bind`, `id.server`; RFC 4892), which takes a `server`. IN unless given. */
  readonly class?: 'IN' | 'CH' | undefined
  readonly server?: string | undefined
  readonly isDnssecOk?: boolean | undefined
  readonly isCheckingDisabled?: boolean | undefined
  readonly isRecursionDesired?: boolean | undefined
  readonly clientSubnet?: string | undefined
}

export type DnsProbe = {
  /** One question to one server; throws `bad_domain`, `bad_input`, `refused_target`, `timed_out`, `target_failed`, `unavailable`. */
  query(question: DnsQuestion): Promise<DnsAnswer>
  /** From the root down, step by step. */
  trace(question: DnsQuestion): AsyncIterable<DnsTrace>
  /** The same question to many public resolvers. */
  compare(
    question: DnsQuestion & { readonly resolvers: readonly ComparedResolver[]; readonly expected?: string | undefined },
  ): AsyncIterable<DnsComparison>
  /** The same question to each name server of the zone that holds the name, which answer from no cache. */
  askAuthorities(question: DnsQuestion & { readonly expected?: string | undefined }): AsyncIterable<DnsComparison>
  /** The same question by every way on which an answer can be forged or not; all rows after each arrival. */
  findForgeries(question: DnsQuestion & ForgeryRequest): AsyncIterable<PollutionRow[]>
  /** How resolvers behave: speed, a known answer, a name that does not exist, DNSSEC, client subnet. 30 at most. */
  testResolvers(request: Limits & { readonly resolvers: readonly ComparedResolver[] }): AsyncIterable<ResolverTest[]>
  /** Validates the answer from the root's key downwards. */
  validate(question: DnsQuestion): AsyncIterable<DnssecResult>
  /** Looks at every name server of a zone. */
  checkZone(question: Pick<DnsQuestion, 'name' | 'signal' | 'timeoutMs'>): Promise<DnsHealth>
}

export type ForgeryRequest = {
  /** Resolvers whose answers nobody on the way can read. */
  readonly encrypted: readonly ComparedResolver[]
  /** Resolvers asked in plain UDP. */
  readonly plain: readonly ComparedResolver[]
  /** An address that runs no DNS: what answers in its name stands on the way. */
  readonly silent?: string | undefined
}

/** A resolver to compare, as the table of public resolvers knows it. */
export type ComparedResolver = {
  readonly id: string
  readonly name: string
  readonly server: string
  /** Asked in its place where this machine has no IPv4. */
  readonly ipv6?: string | undefined
  readonly country: string | null
}
