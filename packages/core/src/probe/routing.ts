import * as z from 'zod'
import type { Limits } from './limits.ts'
import { verdictSchema } from './http.ts'

const text = z.object({ en: z.string(), zh: z.string() })
const nullable = z.string().nullable()
const asn = z.number().meta({ label: { en: 'Origin AS', zh: '源 AS' } })
const prefix = z.string().meta({ label: { en: 'Prefix', zh: '前缀' } })

/** What origin validation says of an announcement (RFC 6811 §2); `unknown` where the ROAs could not be asked for. */
export const originStateSchema = z.enum(['valid', 'invalid', 'not_found', 'unknown']).meta({
  label: { en: 'RPKI', zh: 'RPKI' },
  options: {
    valid: { en: 'valid', zh: '有效' },
    invalid: { en: 'invalid', zh: '无效' },
    not_found: { en: 'no ROA', zh: '无 ROA' },
    unknown: { en: 'unknown', zh: '未知' },
  },
})
export type OriginState = z.infer<typeof originStateSchema>

/** One prefix as BGP carries it, with one of its origins. */
const announcement = z.object({
  prefix,
  asn,
  name: nullable.meta({ label: { en: 'Name', zh: '名称' } }),
  registry: nullable.meta({ label: { en: 'Registry', zh: '注册机构' } }),
  country: nullable.meta({ label: { en: 'Registered in', zh: '注册地' } }),
  allocated: nullable.describe('YYYY-MM-DD').meta({ label: { en: 'Allocated', zh: '分配日期' } }),
  rpki: originStateSchema,
  isRegistered: z
    .boolean()
    .nullable()
    .describe('Whether a route object names this prefix, or one around it, with this origin; null where that could not be asked')
    .meta({ label: { en: 'In the IRR', zh: 'IRR 登记' } }),
})
export type Announcement = z.infer<typeof announcement>

/** A ROA: this AS may announce the prefix, and parts of it up to a length (RFC 9582). */
const roa = z.object({
  prefix,
  maxLength: z.number().meta({ label: { en: 'Max length', zh: '最大长度' } }),
  asn,
  trustAnchor: nullable.meta({ label: { en: 'Trust anchor', zh: '信任锚' } }),
})
export type Roa = z.infer<typeof roa>

/** A route or route6 object of a routing registry (RFC 2622 §4). */
const routeObject = z.object({
  prefix,
  asn,
  source: z.string().meta({ label: { en: 'Registry', zh: '登记库' } }),
  description: nullable.meta({ label: { en: 'Description', zh: '说明' } }),
  changed: nullable.describe('As the registry wrote it').meta({ label: { en: 'Changed', zh: '更新时间' } }),
})
export type RouteObject = z.infer<typeof routeObject>

/** What a neighbour is to an AS: it gets all routes from an upstream, gives all to a customer, and shares its own with a peer. */
export const relationSchema = z.enum(['upstream', 'peer', 'customer', 'unclear']).meta({
  label: { en: 'Relation', zh: '关系' },
  options: {
    upstream: { en: 'upstream', zh: '上游' },
    peer: { en: 'peer', zh: '对等' },
    customer: { en: 'customer', zh: '下游客户' },
    unclear: { en: 'not clear', zh: '不明确' },
  },
})
export type Relation = z.infer<typeof relationSchema>

const family = z.enum(['both', 'ipv4', 'ipv6']).meta({
  label: { en: 'For', zh: '协议' },
  options: {
    both: { en: 'IPv4 and IPv6', zh: 'IPv4 与 IPv6' },
    ipv4: { en: 'IPv4', zh: 'IPv4' },
    ipv6: { en: 'IPv6', zh: 'IPv6' },
  },
})

/** The neighbours that an operator has written into a routing registry (aut-num, RFC 2622 §6 and RFC 4012). */
const routingPolicy = z.object({
  asn: asn.meta({ label: { en: 'AS', zh: 'AS' } }),
  source: z.string().meta({ label: { en: 'Registry', zh: '登记库' } }),
  changed: nullable.describe('As the registry wrote it').meta({ label: { en: 'Changed', zh: '更新时间' } }),
  neighbours: z
    .array(z.object({ asn: asn.meta({ label: { en: 'Neighbour', zh: '相邻 AS' } }), relation: relationSchema, family }))
    .meta({ label: { en: 'Declared neighbours', zh: '登记的相邻 AS' }, widget: 'table' }),
  isCut: z.boolean().describe('The registry says more than was read'),
})
export type RoutingPolicy = z.infer<typeof routingPolicy>

/** Who announces an address, network or AS, and whether that is registered and signed. */
export const routingReportSchema = z.object({
  target: z.string().meta({ label: { en: 'Asked for', zh: '查询对象' } }),
  kind: z.enum(['network', 'asn']).meta({
    label: { en: 'Kind', zh: '类型' },
    options: { network: { en: 'network', zh: '网段' }, asn: { en: 'AS', zh: '自治系统' } },
  }),
  checks: z.array(z.object({ id: z.string(), verdict: verdictSchema, text })).meta({ label: { en: 'Checks', zh: '检查' } }),
  announcements: z.array(announcement).meta({ label: { en: 'Announced', zh: 'BGP 宣告' }, widget: 'table' }),
  neighbours: z
    .array(z.number())
    .describe('AS numbers seen next to the origin in BGP paths')
    .meta({ label: { en: 'Neighbours of the origin', zh: '相邻 AS' } }),
  policies: z
    .array(routingPolicy)
    .describe('What the operators of the origins, or of the AS, declare; not what is seen')
    .meta({ label: { en: 'Neighbours as their operators declare them', zh: '运营者登记的相邻 AS' } }),
  roas: z.array(roa).meta({ label: { en: 'ROAs', zh: 'ROA' }, widget: 'table' }),
  routes: z.array(routeObject).meta({ label: { en: 'Route objects', zh: '路由对象' }, widget: 'table' }),
  registered: z
    .object({
      name: nullable.meta({ label: { en: 'Name', zh: '名称' } }),
      registry: nullable.meta({ label: { en: 'Registry', zh: '注册机构' } }),
      country: nullable.meta({ label: { en: 'Registered in', zh: '注册地' } }),
      allocated: nullable.meta({ label: { en: 'Allocated', zh: '分配日期' } }),
      prefixes: z.array(z.string()).meta({ label: { en: 'Prefixes in the IRR', zh: 'IRR 登记的前缀' } }),
      isCut: z.boolean().describe('The registry has more prefixes than are listed'),
    })
    .nullable()
    .describe('Of an AS alone')
    .meta({ label: { en: 'Registration', zh: '登记信息' } }),
  asked: z
    .array(
      z.object({
        server: z.string().meta({ label: { en: 'Asked', zh: '查询来源' } }),
        question: z.string().meta({ label: { en: 'Question', zh: '问题' } }),
        state: z.enum(['answered', 'empty', 'failed']).meta({
          label: { en: 'Answer', zh: '应答' },
          options: {
            answered: { en: 'answered', zh: '已应答' },
            empty: { en: 'no record of it', zh: '无记录' },
            failed: { en: 'no answer', zh: '未应答' },
          },
        }),
        ms: z
          .number()
          .nullable()
          .meta({ label: { en: 'Time', zh: '耗时' }, unit: 'ms' }),
      }),
    )
    .meta({ label: { en: 'Sources', zh: '来源' }, widget: 'table' }),
})
export type RoutingReport = z.infer<typeof routingReportSchema>

/** An address or network in CIDR notation, or an AS number. */
export type RoutingTarget = { readonly kind: 'network'; readonly cidr: string } | { readonly kind: 'asn'; readonly asn: number }

export type RoutingProbe = {
  /**
   * Asks BGP, the RPKI and the routing registries at once; a source that does not answer is named, and hides nothing of the others.
   * Throws `bad_input`, `refused_target`, `cancelled`, and `unavailable` where none of them answers.
   */
  report(target: RoutingTarget, options?: Limits): Promise<RoutingReport>
}
